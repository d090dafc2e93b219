import { computed, signal } from '@preact/signals'
import { addDecimals, compareDecimal } from '../base/decimal.ts'
import { type Holding, type Token, tokenKey, valueByHolding } from '../service/token.ts'
import type { BalancesModel } from './balances-model.ts'
import { createGeneration } from './generation.ts'
import type { StartModel } from './start-model.ts'
import { readLocal, type ViewPorts, writeLocal } from './view-ports.ts'

const smallKey = 'ferry.small.1'

interface ValuePorts extends Pick<ViewPorts, 'client' | 'storage'> {
  readonly start: StartModel
  readonly balances: BalancesModel
}

export type ValueModel = ReturnType<typeof createValueModel>

export function createValueModel({ client, storage, start, balances }: ValuePorts) {
  const holdings = signal<readonly Holding[]>([])
  const isSmallShown = signal(readLocal<boolean>(storage, smallKey) === true)
  const isHidden = computed(() => start.settings.value.hiddenBalances)
  const unitsOf = (token: Token) => balances.shown.value[tokenKey(token)] ?? '0'
  const isHeld = (token: Token) => BigInt(unitsOf(token)) > 0n
  const worthInUsd = (token: Token) => tokenValue(holdings.value, token, unitsOf(token))

  const reads = createGeneration()

  async function value(): Promise<void> {
    const owner = start.account.value?.address
    if (owner === undefined) return
    const isCurrent = reads.begin()
    try {
      const read = await client.send('holdings', null)
      if (isCurrent() && owner === start.account.value?.address) holdings.value = read
    } catch {
      // Without prices the tokens are sorted by name.
    }
  }

  void value()

  return {
    isHidden,
    isSmallShown,
    /** In dollars; null without a price, or where balances are hidden. */
    valueInUsdOf: (token: Token) => (isHidden.value || !isHeld(token) ? null : worthInUsd(token)),
    /**
     * Sums the holdings of one token on several networks. Nothing where balances are hidden; no value unless each network
     * has a price.
     */
    sumNetworks(networks: readonly Token[]) {
      const decimals = Math.max(...networks.map((token) => token.decimals))
      const held = isHidden.value ? [] : networks.filter(isHeld)
      const units = held.reduce(
        (sum, token) => sum + BigInt(unitsOf(token)) * 10n ** BigInt(decimals - token.decimals),
        0n,
      )
      const worths = held.map(worthInUsd).filter((worth) => worth !== null)
      const isKnown = held.length > 0 && worths.length === held.length
      return { units: units.toString(), decimals, worthInUsd: isKnown ? addDecimals(...worths) : null }
    },
    /** Splits the held tokens, highest value first. Small ones are separate unless `isAll` or the user shows them. */
    split(tokens: readonly Token[], isAll: boolean) {
      const held = tokens.filter(isHeld).map((token): HeldToken => ({ token, worthInUsd: worthInUsd(token) }))
      const { large, small } = sortByValue(held)
      const listed = isAll || isSmallShown.value ? [...large, ...small] : large
      return { listed: listed.map(({ token }) => token), small: small.map(({ token }) => token) }
    },
    showSmall(isShown: boolean): void {
      isSmallShown.value = isShown
      writeLocal(storage, smallKey, isShown)
    },
  }
}

const smallInUsd = '1'

interface HeldToken {
  readonly token: Token
  /** Decimal text rounded down to 6 places; null where the token list has no trustworthy price. */
  readonly worthInUsd: string | null
}

/**
 * Returns the value of token units by the list's own valuation; null without one. A token that is not verified has no
 * price, because its sender could invent one.
 * @internal
 */
export function tokenValue(holdings: readonly Holding[], token: Token, units: string): string | null {
  return token.isVerified ? valueByHolding(holdings, token, units) : null
}

/**
 * Sorts holdings by value, highest first; those without a price come last, by name. Holdings known to be small are
 * separate.
 * @internal
 */
export function sortByValue(held: readonly HeldToken[]): {
  readonly large: readonly HeldToken[]
  readonly small: readonly HeldToken[]
} {
  const sorted = held.toSorted(compareHeld)
  const isSmall = ({ worthInUsd }: HeldToken) =>
    worthInUsd !== null && compareDecimal(worthInUsd, smallInUsd) < 0
  return { large: sorted.filter((one) => !isSmall(one)), small: sorted.filter(isSmall) }
}

function compareHeld(a: HeldToken, b: HeldToken): number {
  const [aImitates, bImitates] = [a, b].map(({ token }) => token.imitates !== undefined)
  // Above the token that it imitates, an imitation would be mistaken for it.
  if (aImitates !== bImitates) return aImitates ? 1 : -1
  if (a.worthInUsd !== null && b.worthInUsd !== null) {
    return compareDecimal(b.worthInUsd, a.worthInUsd) || compareNames(a.token, b.token)
  }
  if (a.worthInUsd === b.worthInUsd) return compareNames(a.token, b.token)
  return a.worthInUsd === null ? 1 : -1
}

/** Compares the chain last, so that the order is deterministic. */
function compareNames(a: Token, b: Token): number {
  return a.name.localeCompare(b.name) || a.symbol.localeCompare(b.symbol) || a.chainId - b.chainId
}
