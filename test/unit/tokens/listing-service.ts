import type { ChainAddressFormats } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { dayMs } from '../../../lib/base/time.ts'
import type { Chain, Token } from '../../../lib/service/token.ts'
import type { ServiceResponse } from '../../../lib/service/transport.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { type Catalogue, createCatalogue } from '../../../lib/tokens/catalogue.ts'
import { createLists } from '../../../lib/tokens/stored-lists.ts'
import { deployment } from '../../harness/chains.ts'
import { noPause } from '../../harness/no-pause.ts'
import { chains as chainViews } from '../models/fake-data.ts'

export const [harbour, island, cape] = [31337, 31338, 31339]
export const farIds = [1, 10, 56, 100, 130, 137]

export function chainOf(chainId: number): Chain {
  const [known] = chainViews
  if (known === undefined) throw new Error('there is no chain to copy')
  return { ...known, chainId, name: `Chain ${chainId}` }
}

export function tokenOn(chainId: number, at = 0): Token {
  const address = `0x${(chainId * 1000 + at).toString(16).padStart(40, '0')}`
  return {
    chainId,
    address,
    name: `Token ${chainId} ${at}`,
    symbol: `T${at}`,
    decimals: 18,
    logoURI: null,
    isVerified: false,
  }
}

/** A response with its own request id. */
export function answered<T>(result: T): ServiceResponse<T> {
  answers += 1
  return { result, serverRequestId: `list-${answers}`, clockOffsetMs: 0 }
}
let answers = 0

/** A service with some tokens per chain, and a database that survives restarts of the worker. */
export function listingService() {
  const requested: (readonly [string, readonly number[]])[] = []
  const failures: unknown[] = []
  const timers = new Set<{ readonly atMs: number; readonly work: () => void }>()
  const lists = createLists(createDatabase(`catalogue-${Math.random()}`))
  const world = {
    nowMs: 10 * dayMs,
    chainIds: [...farIds, harbour, island, cape] as number[],
    recordOf: chainOf,
    perChain: 2,
    /** Replaces the generated tokens. */
    listed: null as readonly Token[] | null,
    /** Chains whose full list is too large for one response. */
    tooLarge: [] as readonly number[],
    problem: null as Problem | null,
    /** Why the lists of some chains fail. */
    broken: {} as { readonly [chainId: number]: Problem },
    /** Why the full lists of some chains fail. Their short list has one token. */
    tooSlow: {} as { readonly [chainId: number]: Problem },
    renewed: 0,
    /** What the lists wait for before each read that is not urgent. */
    waiting: Promise.resolve(),
    /** A view that is open reads the lists when the catalogue reports a change. */
    onRenewed: (): void => undefined,
    rests: 0,
    requested,
    /** The address formats of each request for tokens. */
    forms: [] as ChainAddressFormats[],
    failures,
    lists,
    /** Restarts the background on the same database. */
    wake(): Catalogue {
      return createCatalogue({
        clock: { nowMs: () => world.nowMs },
        lists,
        deployment,
        async readChains() {
          requested.push(['chains', []])
          if (world.problem !== null) throw world.problem
          return answered(world.chainIds.map(world.recordOf))
        },
        async readTokens(chainIds, list, forms) {
          requested.push([list, chainIds])
          world.forms.push(forms)
          await new Promise((done) => setImmediate(done))
          const problem = world.problem ?? chainIds.map((id) => world.broken[id]).find(Boolean)
          if (problem != null) throw problem
          const tooSlow = chainIds.map((id) => world.tooSlow[id]).find(Boolean)
          if (tooSlow !== undefined && list === 'full') throw tooSlow
          if (tooSlow !== undefined) return answered(chainIds.map((id) => tokenOn(id)))
          const isTooLarge = list === 'full' && chainIds.some((id) => world.tooLarge.includes(id))
          if (isTooLarge) throw new Problem('serviceAnswerInvalid')
          // A careless service adds chains that were not requested.
          if (world.listed !== null) return answered(world.listed)
          const listOf = (id: number) => Array.from({ length: world.perChain }, (_, at) => tokenOn(id, at))
          return answered([...chainIds, 999].flatMap(listOf))
        },
        pause: noPause,
        waitBetweenReads: () => {
          world.rests += 1
          return world.waiting
        },
        timers: {
          after(waitMs, work) {
            const timer = { atMs: world.nowMs + waitMs, work }
            timers.add(timer)
            return () => void timers.delete(timer)
          },
        },
        onRenewed: () => {
          world.renewed += 1
          world.onRenewed()
        },
        onFailed: (thrown) => failures.push(thrown),
      })
    },
    /** Starts the background, and waits until it has read every list. */
    async read(): Promise<Catalogue> {
      const catalogue = world.wake()
      await catalogue.firstTokens()
      await world.rest()
      return catalogue
    },
    /** Moves the clock, and runs the timers that are due. */
    async pass(ms: number) {
      world.nowMs += ms
      for (const timer of [...timers]) {
        if (timer.atMs > world.nowMs) continue
        timers.delete(timer)
        timer.work()
      }
      await world.rest()
    },
    /** Waits until the background work has ended. */
    async rest() {
      for (let turn = 0; turn < 60; turn += 1) await new Promise((done) => setImmediate(done))
    },
  }
  return world
}
