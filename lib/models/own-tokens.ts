import { computed, signal } from '@preact/signals'
import { addDecimals, compareDecimal } from '../base/decimal.ts'
import { type Holding, type Token, tokenKey, worthByHolding } from '../service/token.ts'
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

/** Models what the account holds is worth, by the token list's own valuation, and what of it is listed. */
export function createValueModel({ client, storage, start, balances }: ValuePorts) {
  const holdings = signal<readonly Holding[]>([])
  /** Whether what is worth next to nothing is listed among what is held. */
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
      // Without prices the tokens are in the order of their names.
    }
  }

  void value()

  return {
    isHidden,
    isSmallShown,
    /** In dollars; null without a price, or where balances are hidden. */
    worthOf: (token: Token) => (isHidden.value || !isHeld(token) ? null : worthInUsd(token)),
    /** What is held of one token on several networks: nothing where balances are hidden, no worth without every price. */
    together(networks: readonly Token[]) {
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
    /** Those that are held, the dearest first; what is small is apart unless all are wanted. */
    split(tokens: readonly Token[], isAll: boolean) {
      const held = tokens.filter(isHeld).map((token): HeldToken => ({ token, worthInUsd: worthInUsd(token) }))
      const { large, small } = byValue(held)
      const listed = isAll || isSmallShown.value ? [...large, ...small] : large
      return { listed: listed.map(({ token }) => token), small: small.map(({ token }) => token) }
    },
    showSmall(isShown: boolean): void {
      isSmallShown.value = isShown
      writeLocal(storage, smallKey, isShown)
    },
  }
}

/** Dollars below which a holding is small. */
const smallInUsd = '1'

/** A token of which somebody holds something. */
interface HeldToken {
  readonly token: Token
  /** Decimal text rounded down to 6 places; null where the token list has no price that can be believed. */
  readonly worthInUsd: string | null
}

/**
 * Returns what so many units of a token are worth by the list's own valuation; null without one. A token that nobody
 * vouches for has no price: whoever sends it around can make one up.
 *
 * @internal
 */
export function tokenValue(holdings: readonly Holding[], token: Token, units: string): string | null {
  return token.isVerified ? worthByHolding(holdings, token, units) : null
}

/**
 * Returns the dearest first; those without a price after them, by name. What is known to be small is apart.
 *
 * @internal
 */
export function byValue(held: readonly HeldToken[]): {
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
  // Above what it imitates, an imitation would be taken for it.
  if (aImitates !== bImitates) return aImitates ? 1 : -1
  if (a.worthInUsd !== null && b.worthInUsd !== null) {
    return compareDecimal(b.worthInUsd, a.worthInUsd) || compareNames(a.token, b.token)
  }
  if (a.worthInUsd === b.worthInUsd) return compareNames(a.token, b.token)
  return a.worthInUsd === null ? 1 : -1
}

/** Ties by chain, so that the order is the same whenever it is made. */
function compareNames(a: Token, b: Token): number {
  return a.name.localeCompare(b.name) || a.symbol.localeCompare(b.symbol) || a.chainId - b.chainId
}
