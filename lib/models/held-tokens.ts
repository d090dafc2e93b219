import { dayMs } from '../base/time.ts'
import { type Holding, type Token, tokenKey } from '../service/token.ts'
import type { BalancesModel } from './balances-model.ts'
import type { Lifetime } from './lifetime.ts'
import { type HeldToken, tokenValue } from './own-tokens.ts'
import type { StartModel } from './start-model.ts'
import { localKeys, readLocal, type ViewPorts, writeLocal } from './view-ports.ts'

/** The last valuation that the service sent, for the next opening of a view. It goes with the account (`app-model.ts`). */
export interface StoredValues {
  readonly owner: string
  readonly readMs: number
  readonly holdings: readonly Holding[]
}

export interface HeldPorts extends Pick<ViewPorts, 'client' | 'clock' | 'storage'> {
  readonly start: StartModel
  readonly balances: BalancesModel
}

/** Creates the account's own tokens: balances from the chains, values from the service's last valuation of a day. */
export function createHeldTokens({ client, clock, storage, start, balances }: HeldPorts, life: Lifetime) {
  const { holdings } = balances
  const owner = () => start.account.value?.address ?? null
  /** Ends with the account. */
  const owned = life.generation(owner)
  life.watch(owner, (address) => {
    // This may run before the form has followed a change of the account.
    balances.setOwner(address)
    const stored = readLocal<StoredValues>(storage, localKeys.values)
    const isOurs = stored?.owner === address && clock.nowMs() - stored.readMs < dayMs
    if (isOurs && holdings.peek().length === 0) holdings.value = stored.holdings
  })

  return {
    /** Null for a token that the account does not hold. */
    heldOf(token: Token): HeldToken | null {
      const units = BigInt(balances.shown.value[tokenKey(token)] ?? '0')
      return units > 0n ? { token, units, worthInUsd: tokenValue(holdings.value, token, units) } : null
    },
    valueInUsd: (token: Token, units: bigint) => tokenValue(holdings.value, token, units),
    /** Reads the balances of those tokens whose chain has endpoints. */
    readBalances(tokens: readonly Token[]): Promise<void> {
      return balances.requestBalances(
        tokens.filter(({ chainId }) => start.chainOf(chainId)?.isConfigured === true),
      )
    },
    /** Requests values from the service, which answers with its whole list. */
    async readValues(): Promise<void> {
      const address = owner()
      if (address === null) return
      const isCurrent = owned.join()
      try {
        const read = await client.send('holdings', null)
        if (!isCurrent()) return
        holdings.value = read
        const stored: StoredValues = { owner: address, readMs: clock.nowMs(), holdings: read }
        writeLocal(storage, localKeys.values, stored)
      } catch {
        // Without prices the tokens are sorted by name.
      }
    },
  }
}
