import { computed, effect, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { DraftModel } from './draft-model.ts'
import type { ViewPorts } from './view-ports.ts'

const restMs = 300

export type ReceiverState =
  | { readonly kind: 'self' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'address'; readonly address: string; readonly risks: readonly ('contract' | 'unused')[] }
  | { readonly kind: 'problem'; readonly problem: ProblemData; readonly imitates?: string }

export type ReceiverModel = ReturnType<typeof createReceiverModel>

/** Models who receives: oneself, or an address the background has checked in the form of the destination chain. */
export function createReceiverModel({
  client,
  timers,
  draft,
}: Pick<ViewPorts, 'client' | 'timers'> & { draft: DraftModel }) {
  const checked = signal<{ key: string; state: ReceiverState } | null>(null)
  const wanted = computed(() => {
    const text = draft.receiverText.value.trim()
    const chainId = draft.output.value?.chainId
    if (!draft.isReceiverOpen.value || text === '' || chainId === undefined) return null
    return { key: `${chainId}:${text}`, chainId, text }
  })
  let stopWaiting: (() => void) | null = null

  async function check({
    key,
    chainId,
    text,
  }: {
    key: string
    chainId: number
    text: string
  }): Promise<void> {
    let state: ReceiverState
    try {
      const reply = await client.send('checkReceiver', { chainId, text })
      state = 'address' in reply ? { kind: 'address', ...reply } : { kind: 'problem', ...reply }
    } catch (thrown) {
      state = { kind: 'problem', problem: problemData(thrown) }
    }
    if (wanted.peek()?.key === key) checked.value = { key, state }
  }

  const stopChecking = effect(() => {
    const next = wanted.value
    untracked(() => {
      stopWaiting?.()
      stopWaiting = null
      if (next === null || checked.value?.key === next.key) return
      stopWaiting = timers.after(restMs, () => void check(next))
    })
  })

  return {
    state: computed((): ReceiverState => {
      if (wanted.value === null) return { kind: 'self' }
      return checked.value?.key === wanted.value.key ? checked.value.state : { kind: 'checking' }
    }),
    dispose(): void {
      stopWaiting?.()
      stopChecking()
    },
  }
}
