import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

export type ChainAccessModel = ReturnType<typeof createChainAccessModel>

/**
 * Models what the wallet would ask before it is on a chain, and how to have it asked at a moment of the person's own.
 */
export function createChainAccessModel({
  client,
  start,
  chainId,
}: Pick<ViewPorts, 'client'> & {
  readonly start: StartModel
  /** The chain that is needed; null while none is. */
  readonly chainId: ReadonlySignal<number | null>
}) {
  /** Whether it would ask; null where it does not say. */
  const asks = signal<boolean | null>(null)
  const isAsked = signal(false)
  const hasAsked = signal(false)
  const failure = signal<ProblemData | null>(null)

  async function read(id: number): Promise<void> {
    try {
      const said = await client.send('asksForChain', { chainId: id })
      if (chainId.value === id) asks.value = said
    } catch (thrown) {
      failure.value = problemData(thrown)
    }
  }

  // The wallet's answer comes as a push of the account, with what was in the way.
  const stop = effect(() => {
    const [account, id] = [start.account.value, chainId.value]
    untracked(() => {
      isAsked.value = false
      if (account?.wallet && id !== null) void read(id)
      else asks.value = null
    })
  })

  return {
    asks: asks as ReadonlySignal<boolean | null>,
    isAsked: isAsked as ReadonlySignal<boolean>,
    /** Why it could not be asked, or what the wallet said instead of a yes. */
    problem: computed(() => failure.value ?? (hasAsked.value ? start.accountProblem.value : null)),
    /** Has the wallet asked now. */
    async use(): Promise<void> {
      if (chainId.value === null || isAsked.value) return
      failure.value = null
      start.accountProblem.value = null
      hasAsked.value = true
      isAsked.value = true
      try {
        await client.sendOnce('useChain', { chainId: chainId.value })
      } catch (thrown) {
        failure.value = problemData(thrown)
        isAsked.value = false
      }
    },
    dispose: stop,
  }
}
