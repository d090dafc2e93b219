import { computed, signal } from '@preact/signals'
import { nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { Token } from '../service/token.ts'
import type { AppModel } from './app-model.ts'
import type { Lifetime } from './lifetime.ts'
import type { BalanceShares } from './swap-model.ts'

/** The most of a token that can be sent. A native token leaves the gas for its chain. */
interface Max {
  readonly token: Token
  readonly units: bigint
  readonly keptUnits: bigint
}

/** Creates the model that fills in shares of the input token's balance. */
export function createBalanceShares({ client, start, swap }: AppModel, life: Lifetime): BalanceShares {
  const { draft, balance, step } = swap
  /** The typed amount is more than the balance. */
  const isShort = computed(() => step.value === 'notEnough')
  /** The native maximum that was filled in last. */
  const filled = signal<Max | null>(null)
  const offered = signal<Max | null>(null)
  const shareProblem = signal<ProblemData | null>(null)
  const account = computed(() => start.account.value?.address)
  /** Generation of the last share. */
  const fills = life.generation()
  // Typing or picking ends the last share, and its problem.
  life.watch(
    () => [draft.input.value, draft.amountText.value, draft.entry.value, account.value],
    () => {
      fills.end()
      shareProblem.value = null
    },
  )
  const offers = life.generation(() => [draft.input.value, balance.value, isShort.value, account.value])

  /** Returns the maximum of a native token. The gas price may be read before it. */
  async function readNativeMax(token: Token, held: string): Promise<Max> {
    const units = BigInt(await client.send('maxNative', { chainId: token.chainId, balance: held }))
    return { token, units, keptUnits: BigInt(held) - units }
  }

  function fillMax(max: Max): void {
    draft.setUnits(max.units)
    filled.value = max
  }

  async function offer(token: Token, held: string): Promise<void> {
    const isCurrent = offers.join()
    const max =
      token.address === nativeAddress
        ? // Without a gas price there is no offer: *Max* shows the problem.
          await readNativeMax(token, held).catch(() => null)
        : { token, units: BigInt(held), keptUnits: 0n }
    if (isCurrent() && max !== null && max.units > 0n) offered.value = max
  }

  life.watch(
    () => [draft.input.value, isShort.value ? balance.value : null] as const,
    ([token, held]) => {
      offered.value = null
      if (token !== null && held !== null) void offer(token, held)
    },
  )

  return {
    offeredMax: computed(() => offered.value?.units ?? null),
    fillOfferedMax() {
      if (offered.value !== null) fillMax(offered.value)
    },
    keptForGas: computed(() => {
      const [max, amount] = [filled.value, draft.amount.value]
      const isFilled =
        max?.token === draft.input.value && amount.kind === 'units' && amount.units === max?.units
      return isFilled && max.keptUnits > 0n ? max.keptUnits : null
    }),
    shareProblem,
    async fillShare(percent) {
      const [token, held] = [draft.input.value, balance.value]
      if (token === null || held === null) return
      shareProblem.value = null
      if (percent !== 100 || token.address !== nativeAddress) {
        fills.end()
        return draft.setUnits((BigInt(held) * BigInt(percent)) / 100n)
      }
      await fills.take(readNativeMax(token, held), shareProblem, (max) => {
        if (max.units > 0n) fillMax(max)
        // Gas would take the whole balance; an amount of zero would not say so.
        else shareProblem.value = new Problem('gasTooLow', { facts: { symbol: token.symbol } }).data
      })
    },
  }
}
