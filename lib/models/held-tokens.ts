import { type Token, tokenKey } from '../service/token.ts'
import type { AppModel } from './app-model.ts'
import type { HeldToken } from './own-tokens.ts'

/** Returns the account's holding of a token, by the balances read so far; null where it holds none. */
export function heldToken({ balances }: AppModel, token: Token): HeldToken | null {
  const units = BigInt(balances.shown.value[tokenKey(token)] ?? '0')
  return units > 0n ? { token, units, worthInUsd: balances.valueInUsd(token, units) } : null
}

/** Reads the balances of those tokens whose chain has endpoints. */
export function requestHeldBalances({ start, balances }: AppModel, tokens: readonly Token[]): Promise<void> {
  return balances.requestBalances(
    tokens.filter(({ chainId }) => start.chainOf(chainId)?.isConfigured === true),
  )
}

/** Requests values from the service, which answers with its whole list. */
export async function readValues({ client, start, balances }: AppModel): Promise<void> {
  const owner = start.account.value?.address
  if (owner === undefined) return
  try {
    const holdings = await client.send('holdings', null)
    if (start.account.value?.address === owner) balances.takeHoldings(owner, holdings)
  } catch {
    // Without prices the tokens are sorted by name.
  }
}
