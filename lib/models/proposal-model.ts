import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { Problem } from '../base/problem.ts'
import type { ProposalView } from '../sites/site-messages.ts'
import { createGuard, createOneAct } from './acts.ts'
import type { DraftModel } from './draft-model.ts'
import type { Generation } from './generation.ts'
import { createLifetime } from './lifetime.ts'
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
 * Creates the model of the one proposal that is shown. A newer one never takes the place of one that waits (M4). Where the
 * shown one ended without the user the next one is shown at once, and its buttons rest first.
 */
export function createProposalModel(ports: ProposalPorts) {
  const { proposals, draft, proposedId, confirmedId, close } = ports
  const life = createLifetime()
  const shown = signal<ProposalView | null>(null)
  const guard = createGuard({ ...ports, content: shown })
  const fill = () => fillIn(draft, shown.peek())
  const decided = life.generation(() => shown.value)
  const { show, problem, ...decisions } = createDecisions({
    ...ports,
    shown,
    isOpen: guard.isOpen,
    fill,
    decided,
  })
  const phase = computed(() => phaseOf(shown.value, proposals.waiting.value, confirmedId.value))

  life.watch(
    () => (phase.value === 'form' ? (shown.value?.swapId ?? null) : null),
    (swapId) => {
      proposedId.value = swapId
    },
  )
  life.watch(
    () => (phase.value === 'none' || phase.value === 'gone' ? proposals.waiting.value?.[0] : undefined),
    (first) => first !== undefined && show(first),
  )
  life.own(guard.dispose)

  return {
    shown,
    phase,
    /** What the site asked for stands in the form as it was proposed. */
    isAsProposed: computed(() => isAsProposed(draft, shown.value)),
    problem: computed(() => (phase.value === 'gone' ? new Problem('proposalGone').data : problem.value)),
    isGuardOpen: guard.isOpen,
    guardRests: guard.rests,
    /** How many wait, with the one that is shown. */
    count: computed(() => proposals.waiting.value?.length ?? 0),
    ...decisions,
    /** Goes on to the next one once this one is over. */
    next: () => show(proposals.waiting.value?.[0] ?? null),
    /** Puts into the form again what the site proposed. */
    fill,
    close,
    dispose: life.dispose,
  }
}

/** Creates what a user decides about the one that is shown, one decision at a time. */
function createDecisions({
  client,
  close,
  proposals,
  shown,
  isOpen,
  fill,
  decided,
}: ProposalPorts & {
  readonly shown: Signal<ProposalView | null>
  readonly isOpen: ReadonlySignal<boolean>
  readonly fill: () => void
  /** Ends when another proposal is shown. */
  readonly decided: Generation
}) {
  const { act, busy, problem } = createOneAct<'decide'>()

  function show(next: ProposalView | null): void {
    problem.value = null
    shown.value = next
    fill()
  }

  async function decide(work: (one: ProposalView) => Promise<void>): Promise<void> {
    const one = shown.value
    if (one !== null) await act('decide', () => work(one))
  }

  const letIn = (how: 'allowSite' | 'allowSiteOnce') =>
    decide(async ({ swapId }) => {
      if (!isOpen.value) return
      const isCurrent = decided.begin()
      const allowed = await client.send(how, { swapId })
      if (!isCurrent()) return
      shown.value = allowed
      fill()
    })

  /** With nothing left to decide on the window has no more use. */
  const end = (how: 'refuseProposal' | 'neverSite') =>
    decide(async ({ swapId }) => {
      const isCurrent = decided.begin()
      await client.send(how, { swapId })
      if (!isCurrent()) return
      const next = proposals.waiting.value?.find((one) => one.swapId !== swapId) ?? null
      show(next)
      if (next === null) close()
    })

  return {
    show,
    problem,
    isBusy: computed(() => busy.value !== null),
    /** Lets the site propose swaps, now and later. */
    allow: () => letIn('allowSite'),
    /** Lets it do so from the page it is on, until that is left. */
    allowOnce: () => letIn('allowSiteOnce'),
    /** Declines, whatever was asked. */
    refuse: () => end('refuseProposal'),
    /** Declines, and hears of this site no more. */
    never: () => end('neverSite'),
  }
}

function phaseOf(
  one: ProposalView | null,
  all: readonly ProposalView[] | null,
  confirmedId: string | null,
): ProposalPhase {
  if (all === null) return 'reading'
  if (one === null) return 'none'
  if (confirmedId === one.swapId) return 'confirmed'
  if (!all.some(({ swapId }) => swapId === one.swapId)) return 'gone'
  if (!one.isAllowed) return 'question'
  return one.inputToken === null || one.outputToken === null ? 'unknownToken' : 'form'
}

function fillIn(draft: DraftModel, one: ProposalView | null): void {
  if (one === null || one.inputToken === null || one.outputToken === null) return
  const { inputToken: input, outputToken: output, swap } = one
  draft.fill({ input, output, inputAmount: swap.inputAmount, receiver: swap.receiverAddress, options: {} })
}

function isAsProposed(draft: DraftModel, one: ProposalView | null): boolean {
  const amount = draft.amount.value
  if (one === null || amount.kind !== 'units') return false
  const { swap, inputToken, outputToken } = one
  return (
    isSame(draft.input.value, inputToken) &&
    isSame(draft.output.value, outputToken) &&
    amount.units === BigInt(swap.inputAmount) &&
    receiverOf(draft) === (swap.receiverAddress ?? '')
  )
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
