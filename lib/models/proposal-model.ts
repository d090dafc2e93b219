import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import { Problem } from '../base/problem.ts'
import type { ProposalView } from '../sites/site-messages.ts'
import { createGuard, createOneAct } from './acts.ts'
import type { DraftModel } from './draft-model.ts'
import type { ProposalsModel } from './orders-model.ts'
import type { ViewPorts } from './view-ports.ts'

interface ProposalPorts extends Pick<ViewPorts, 'client' | 'timers' | 'focusTurns' | 'close'> {
  readonly proposals: ProposalsModel
  readonly draft: DraftModel
  /** The proposal whose form can be reviewed now; this model says which. */
  readonly proposedId: Signal<string | null>
  /** The proposal that became an order in this view. */
  readonly confirmedId: ReadonlySignal<string | null>
}

/** What the user is shown of it. */
export type ProposalPhase = 'reading' | 'none' | 'gone' | 'confirmed' | 'question' | 'unknownToken' | 'form'

export type ProposalModel = ReturnType<typeof createProposalModel>

/**
 * Creates the model of the one proposal that is shown. A newer one never takes its place by itself (M4): it waits until
 * this one is decided on or gone, and then until the user asks for it.
 */
export function createProposalModel({
  client,
  timers,
  focusTurns,
  close,
  proposals,
  draft,
  proposedId,
  confirmedId,
}: ProposalPorts) {
  const shown = signal<ProposalView | null>(null)
  const { act, busy, problem } = createOneAct<'decide'>()
  const guard = createGuard({ timers, focusTurns, content: shown })

  const phase = computed((): ProposalPhase => {
    const [one, all] = [shown.value, proposals.waiting.value]
    if (all === null) return 'reading'
    if (one === null) return 'none'
    if (confirmedId.value === one.swapId) return 'confirmed'
    if (!all.some(({ swapId }) => swapId === one.swapId)) return 'gone'
    if (!one.isAllowed) return 'question'
    return one.inputToken === null || one.outputToken === null ? 'unknownToken' : 'form'
  })
  /** What the site asked for stands in the form as it was proposed. */
  const isAsProposed = computed(() => {
    const one = shown.value
    const amount = draft.amount.value
    if (one === null || amount.kind !== 'units') return false
    const { swap, inputToken, outputToken } = one
    return (
      isSame(draft.input.value, inputToken) &&
      isSame(draft.output.value, outputToken) &&
      amount.units === BigInt(swap.inputAmount) &&
      receiverOf(draft) === (swap.receiverAddress ?? '')
    )
  })

  function fill(): void {
    const one = shown.peek()
    if (one === null || one.inputToken === null || one.outputToken === null) return
    const { inputToken: input, outputToken: output, swap } = one
    draft.fill({ input, output, inputAmount: swap.inputAmount, receiver: swap.receiverAddress, options: {} })
  }

  function show(next: ProposalView | null): void {
    problem.value = null
    shown.value = next
    fill()
  }

  const stopNaming = effect(() => {
    proposedId.value = phase.value === 'form' ? (shown.value?.swapId ?? null) : null
  })
  const stopShowing = effect(() => {
    const [first] = proposals.waiting.value ?? []
    if (first !== undefined && shown.value === null) untracked(() => show(first))
  })

  /** Decides on the one that is shown. */
  async function decide(work: (one: ProposalView) => Promise<void>): Promise<void> {
    const one = shown.value
    if (one !== null) await act('decide', () => work(one))
  }

  /** With nothing left to decide on the window has no more use. */
  const end = (how: 'refuseProposal' | 'neverSite') =>
    decide(async ({ swapId }) => {
      await client.send(how, { swapId })
      const next = proposals.waiting.value?.find((one) => one.swapId !== swapId) ?? null
      show(next)
      if (next === null) close()
    })

  return {
    shown,
    phase,
    isAsProposed,
    isBusy: computed(() => busy.value !== null),
    problem: computed(() => (phase.value === 'gone' ? new Problem('proposalGone').data : problem.value)),
    isGuardOpen: guard.isOpen,
    /** How many wait, with the one that is shown. */
    count: computed(() => proposals.waiting.value?.length ?? 0),
    /** Lets the site propose swaps, now and later. */
    allow: () =>
      decide(async ({ swapId }) => {
        if (!guard.isOpen.value) return
        shown.value = await client.send('allowSite', { swapId })
        fill()
      }),
    /** Declines, whatever was asked. */
    refuse: () => end('refuseProposal'),
    /** Declines, and hears of this site no more. */
    never: () => end('neverSite'),
    /** Goes on to the next one once this one is over. */
    next(): void {
      show(proposals.waiting.value?.[0] ?? null)
    },
    /** Puts into the form again what the site proposed. */
    fill,
    close,
    dispose(): void {
      stopShowing()
      stopNaming()
      guard.dispose()
    },
  }
}

function isSame(
  mine: { readonly chainId: number; readonly address: string } | null,
  proposed: { readonly chainId: number; readonly address: string } | null,
): boolean {
  return mine?.chainId === proposed?.chainId && mine?.address === proposed?.address
}

function receiverOf(draft: DraftModel): string {
  return draft.isReceiverOpen.value ? draft.receiverText.value.trim() : ''
}
