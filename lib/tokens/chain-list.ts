import * as v from 'valibot'
import { type Clock, isFresh, minuteMs } from '../base/time.ts'
import { storedChainShape } from '../service/supported-chains.ts'
import type { Chain } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { ListRow } from '../storage/database.ts'
import { type Lists, serviceCallOf } from './stored-lists.ts'

interface ChainListPorts {
  readonly clock: Clock
  readonly lists: Lists
  readonly readChains: () => Promise<ServiceResponse<readonly Chain[]>>
  readonly onRenewed: () => void
  readonly onFailed: (thrown: unknown) => void
}

interface CachedChains {
  readonly row: Omit<ListRow, 'value'>
  readonly chains: readonly Chain[]
}

const key = 'chains'
const freshMs = 10 * minuteMs
const storedChains = v.array(storedChainShape)

export function createChainList({ clock, lists, readChains, onRenewed, onFailed }: ChainListPorts) {
  let cached: CachedChains | null = null
  let reading: Promise<CachedChains> | null = null

  async function renew(): Promise<CachedChains> {
    const { result: chains, serverRequestId } = await readChains()
    const isNew = cached !== null
    const row = { key, savedMs: clock.nowMs(), serverRequestId }
    const renewed = { row, chains }
    cached = renewed
    // A list that could not be stored is still used while the worker lives.
    await lists.write({ ...row, value: chains }).catch(onFailed)
    if (isNew) onRenewed()
    return renewed
  }

  function coalesceRenewal(): Promise<CachedChains> {
    reading ??= renew().finally(() => {
      reading = null
    })
    return reading
  }

  async function load(): Promise<CachedChains | null> {
    if (cached !== null) return cached
    const row = await lists.read(key).catch((thrown: unknown) => {
      onFailed(thrown)
      return null
    })
    const stored = v.safeParse(storedChains, row?.value)
    if (row !== null && stored.success) cached ??= { row, chains: stored.output }
    return cached
  }

  return {
    /**
     * Returns the list from memory, else the database, else the service. An old list is returned while a new one is read
     * in the background.
     */
    async read(): Promise<readonly Chain[]> {
      const list = await load()
      if (list === null) return (await coalesceRenewal()).chains
      if (!isFresh(list.row.savedMs, freshMs, clock.nowMs())) coalesceRenewal().catch(onFailed)
      return list.chains
    },
    async serviceCall() {
      const list = await load()
      return list === null ? null : serviceCallOf(key, list.row)
    },
  }
}
