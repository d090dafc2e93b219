import { computed, type ReadonlySignal } from '@preact/signals'
import { Problem } from '../base/problem.ts'
import type { Token } from '../service/token.ts'
import type { ProposalView } from '../sites/site-messages.ts'
import type { AppModel } from './app-model.ts'
import type { DraftModel } from './draft-model.ts'
import type { Generation } from './generation.ts'
import { createLifetime } from './lifetime.ts'
import { createCooldown, createSingleAction } from './user-actions.ts'

export type ProposalPhase =
  | 'reading'
  | 'none'
  | 'gone'
  | 'confirmed'
  | 'question'
  | 'unknownToken'
  | 'unreadToken'
  | 'form'

export type ProposalModel = ReturnType<typeof createProposalModel>

/**
 * Creates the model of the displayed proposal. A newer proposal never replaces one that waits (M4). Where the displayed one
 * ended without the user, the next one appears immediately, and its buttons start with a cooldown.
 */
export function createProposalModel(app: AppModel) {
  const { proposals, close } = app
  const { shown, proposedId, confirmedId } = proposals
  const { draft } = app.swap
  const life = createLifetime()
  const guard = createCooldown(app, shown, life)
  const shownId = computed(() => shown.value?.swapId)
  const decided = life.generation(() => shownId.value)
  const { show, update, problem, ...decisions } = createDecisions(app, guard.isOpen, decided)
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
  life.watch(
    () => withFoundTokens(shown.value, proposals.waiting.value),
    (found) => found !== null && update(found),
  )
  life.watch(
    () => app.isOnline.value,
    (isOnline) => void (isOnline && phase.peek() === 'unreadToken' && decisions.readAgain()),
  )

  return {
    shown,
    phase,
    isAsProposed: computed(() => isAsProposed(draft, shown.value)),
    problem: computed(() => (phase.value === 'gone' ? new Problem('proposalGone').data : problem.value)),
    isCooldownOver: guard.isOpen,
    cooldownCount: guard.rests,
    count: computed(() => proposals.waiting.value?.length ?? 0),
    ...decisions,
    next: () => show(proposals.waiting.value?.[0] ?? null),
    fill: () => fillDraft(draft, shown.peek()),
    close,
    dispose: life.dispose,
  }
}

/** `decided` ends when another proposal is displayed. */
function createDecisions(
  { client, close, proposals, swap }: AppModel,
  isOpen: ReadonlySignal<boolean>,
  decided: Generation,
) {
  const { shown } = proposals
  const { act, busy, problem } = createSingleAction<'decide' | 'read'>()

  function show(next: ProposalView | null): void {
    problem.value = null
    update(next)
  }

  function update(next: ProposalView | null): void {
    shown.value = next
    fillDraft(swap.draft, next)
  }

  async function decide(work: (one: ProposalView) => Promise<void>): Promise<void> {
    const one = shown.value
    if (one !== null) await act('decide', () => work(one))
  }

  const sendPermission = (how: 'allowSite' | 'allowSiteOnce') =>
    decide(async ({ swapId }) => {
      if (!isOpen.value) return
      const isCurrent = decided.begin()
      const allowed = await client.send(how, { swapId })
      if (isCurrent()) update(allowed)
    })

  /** Without another proposal the window has no more use. */
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
    update,
    problem,
    isBusy: computed(() => busy.value !== null),
    allow: () => sendPermission('allowSite'),
    allowOnce: () => sendPermission('allowSiteOnce'),
    refuse: () => end('refuseProposal'),
    /** Looks for the tokens of the proposal again. */
    readAgain: () => act('read', proposals.load),
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
  if (one.inputToken !== null && one.outputToken !== null) return 'form'
  return one.areTokensRead ? 'unknownToken' : 'unreadToken'
}

/** Adds the tokens that were read after the proposal was displayed; null where there are none. */
function withFoundTokens(one: ProposalView | null, all: readonly ProposalView[] | null): ProposalView | null {
  const newer = all?.find(({ swapId }) => swapId === one?.swapId)
  if (one === null || newer === undefined) return null
  const inputToken = one.inputToken ?? newer.inputToken
  const outputToken = one.outputToken ?? newer.outputToken
  const areTokensRead = one.areTokensRead || newer.areTokensRead
  const isSameView =
    inputToken === one.inputToken && outputToken === one.outputToken && areTokensRead === one.areTokensRead
  return isSameView ? null : { ...one, inputToken, outputToken, areTokensRead }
}

function fillDraft(draft: DraftModel, one: ProposalView | null): void {
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

function isSame(mine: Token | null, proposed: Token | null): boolean {
  return mine?.chainId === proposed?.chainId && mine?.address === proposed?.address
}

function receiverOf(draft: DraftModel): string {
  return draft.isReceiverOpen.value ? draft.receiverText.value.trim() : ''
}
