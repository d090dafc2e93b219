import { computed, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import { isAddress } from '../base/hex.ts'
import { type ProblemData, problemData } from '../base/problem.ts'
import { isIn, orderPhase } from '../order/order-state.ts'
import type { OrderView } from '../order/order-view.ts'
import type { ChainQuestion, WalletRef } from '../wallet/port.ts'
import { isSameWallet } from '../wallet/side-questions.ts'
import { type ChainAccess, chainQuestionOf } from '../wallet/wallet-questions.ts'
import { createGeneration } from './generation.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

/** Does one thing at a time for the user: what it is while it is done, and why the last one failed. */
export function createOneAct<Name extends string>() {
  const busy = signal<Name | null>(null)
  const problem = signal<ProblemData | null>(null)

  /** Does nothing while another one is being done. */
  async function act(name: Name, work: () => Promise<void>): Promise<void> {
    if (busy.value !== null) return
    busy.value = name
    problem.value = null
    try {
      await work()
    } catch (thrown) {
      problem.value = problemData(thrown)
    } finally {
      busy.value = null
    }
  }

  return { busy, problem, act }
}

interface ReviewedAct<Review> {
  /** Checks what would be asked of the wallet now. */
  readonly review: () => Promise<Review>
  /** Has the wallet asked for what was reviewed under this key. */
  readonly confirm: (reviewKey: string) => Promise<void>
}

/** Models an act beside a swap: checked first, then confirmed by the key of what was shown, once. */
export function createReviewedAct<Review extends { readonly reviewKey: string }>(steps: ReviewedAct<Review>) {
  const review = signal<Review | null>(null)
  const { act, busy, problem } = createOneAct<'review' | 'confirm'>()
  /** Ends when it is closed. */
  const checks = createGeneration()

  return {
    review,
    problem,
    busy,
    open: () =>
      act('review', async () => {
        const isCurrent = checks.begin()
        const checked = await steps.review()
        if (isCurrent()) review.value = checked
      }),
    close(): void {
      checks.end()
      review.value = null
      problem.value = null
    },
    confirm: () =>
      act('confirm', async () => {
        const shown = review.value
        if (shown === null) return
        // Whatever comes of it, this key is used up: another try is checked anew.
        review.value = null
        await steps.confirm(shown.reviewKey)
      }),
  }
}

/** How long a button that decides for a page rests after each change of what is shown, in milliseconds (M4); its filling lasts as long (`--filling`). */
const restMs = 700

/**
 * Keeps a button from being hit by a click that was meant for something else (M4): it is shut when it appears, and for a
 * moment after each change of `content` and each time the window gains or loses the focus.
 */
export function createGuard({
  timers,
  focusTurns,
  content,
}: Pick<ViewPorts, 'timers' | 'focusTurns'> & { readonly content: ReadonlySignal<unknown> }) {
  const life = createLifetime()
  const isOpen = signal(false)
  const rests = signal(0)
  const rest = life.wait(timers)
  life.watch(
    () => [content.value, focusTurns.value],
    () => {
      isOpen.value = false
      rests.value = untracked(() => rests.value + 1)
      rest.start(restMs, () => {
        isOpen.value = true
      })
    },
  )
  return {
    isOpen: isOpen as ReadonlySignal<boolean>,
    /** How often it was shut: with each its time begins anew. */
    rests: rests as ReadonlySignal<number>,
    dispose: life.dispose,
  }
}

export type ChainAccessModel = ReturnType<typeof createChainAccessModel>

/** Models what the connected wallet would ask before it is on a chain, and how to have it asked at a moment of the user's own. */
export function createChainAccessModel(
  { client, start }: Pick<ViewPorts, 'client'> & { readonly start: StartModel },
  /** The chain that is needed; null while none is. */
  chainId: ReadonlySignal<number | null>,
  life: Lifetime,
) {
  const isAsked = signal(false)
  const hasAsked = signal(false)
  const uses = life.generation(() => [start.account.value, chainId.value])
  const { said, failure } = readChainAccess({ client, start }, chainId, life, isAsked)
  /** That it lacks the chain may only show once it is asked. */
  const isAdding = computed(
    () => isAsked.value && start.asking.value.some(({ method }) => chainQuestionOf(method) === 'addChain'),
  )

  return {
    /** What it asks before the steps, in its order. */
    questions: computed((): readonly ChainQuestion[] =>
      isAdding.value ? ['addChain'] : (said.value?.questions ?? []),
    ),
    /** Whether it may ask more than that. */
    mayAskMore: computed(() => {
      const account = start.account.value
      if (!account?.wallet || chainId.value === null) return false
      if (said.value === null) return account.chainId !== chainId.value
      return said.value.mayAskMore || isAdding.value
    }),
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
      const isCurrent = uses.begin()
      try {
        await client.sendOnce('useChain', { chainId: chainId.value })
      } catch (thrown) {
        if (!isCurrent()) return
        failure.value = problemData(thrown)
        isAsked.value = false
      }
    },
  }
}

/** Reads what the wallet would ask, and again after each answer of its; that ends what it is asked now. */
function readChainAccess(
  { client, start }: Pick<ViewPorts, 'client'> & { readonly start: StartModel },
  chainId: ReadonlySignal<number | null>,
  life: Lifetime,
  isAsked: Signal<boolean>,
) {
  /** Null while that is not read. */
  const said = signal<ChainAccess | null>(null)
  const failure = signal<ProblemData | null>(null)

  const reads = life.generation()

  async function read(id: number): Promise<void> {
    const isCurrent = reads.begin()
    try {
      const read = await client.send('chainQuestions', { chainId: id })
      if (isCurrent()) said.value = read
    } catch (thrown) {
      if (isCurrent()) failure.value = problemData(thrown)
    }
  }

  // The wallet's answer comes as a push of the account, with what was in the way.
  life.watch(
    () => [start.account.value, chainId.value] as const,
    ([account, id]) => {
      isAsked.value = false
      reads.end()
      if (account?.wallet && id !== null) void read(id)
      else said.value = null
    },
  )
  return { said, failure }
}

/** Creates what the wallet asks for its chain before it is asked for the swap, as far as that is known to come. */
export function createChainToCome({
  client,
  start,
  order,
}: Pick<ViewPorts, 'client'> & {
  readonly start: StartModel
  readonly order: ReadonlySignal<OrderView | null>
}) {
  const life = createLifetime()
  const chainId = computed(() => chainToAskFor(order.value, start.account.value?.wallet ?? null))
  return { ...createChainAccessModel({ client, start }, chainId, life), dispose: life.dispose }
}

/** Returns the chain on which the wallet that is connected is asked for an unsigned swap; null for all others. */
function chainToAskFor(order: OrderView | null, wallet: WalletRef | null): number | null {
  if (order === null || wallet === null || !isSameWallet(order.wallet, wallet)) return null
  const phase = orderPhase(order)
  const isAsking = phase === 'wallet' || (phase === 'running' && isIn(order.state, 'unsigned'))
  return isAsking ? order.reviewed.request.originChainId : null
}

/** Has the wallet list the token that arrived; gives what came of it. */
export async function addToken(
  client: ViewPorts['client'],
  order: OrderView | null,
): Promise<'added' | 'declined' | 'unsupported' | 'unknown'> {
  const token = order?.reviewed.outputToken
  if (token === undefined || !isAddress(token.address)) return 'unsupported'
  const { chainId, address } = token
  try {
    return (await client.sendOnce('addToken', { chainId, address })) ? 'added' : 'unknown'
  } catch (thrown) {
    const { code } = problemData(thrown)
    if (code === 'walletRejected') return 'declined'
    return code === 'walletUnsupported' ? 'unsupported' : 'unknown'
  }
}
