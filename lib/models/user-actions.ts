import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { isAddress } from '../base/hex.ts'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { OrderView } from '../order/order-view.ts'
import type { WalletRef } from '../wallet/port.ts'
import { chainPromptOf } from '../wallet/wallet-capabilities.ts'
import type { AppModel } from './app-model.ts'
import { createGeneration } from './generation.ts'
import type { Lifetime } from './lifetime.ts'
import type { ViewPorts } from './view-ports.ts'

export function createSingleAction<Name extends string>() {
  const busy = signal<Name | null>(null)
  const problem = signal<ProblemData | null>(null)

  /** Returns whether the work was done: it does not start while another action runs. */
  async function act(name: Name, work: () => Promise<void>): Promise<boolean> {
    if (busy.value !== null) return false
    busy.value = name
    problem.value = null
    try {
      await work()
      return true
    } catch (thrown) {
      problem.value = toProblemData(thrown)
      return false
    } finally {
      busy.value = null
    }
  }

  return { busy, problem, act }
}

interface ReviewedAction<Review> {
  /** Reviews the wallet request without sending it. */
  readonly review: () => Promise<Review>
  /** Sends the wallet request reviewed under this key. */
  readonly confirm: (reviewKey: string) => Promise<void>
}

export function createReviewedAction<Review extends { readonly reviewKey: string }>(
  steps: ReviewedAction<Review>,
) {
  const review = signal<Review | null>(null)
  const { act, busy, problem } = createSingleAction<'review' | 'confirm'>()
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
        try {
          await steps.confirm(shown.reviewKey)
        } finally {
          // A key is used up whatever the result; another try gets a new review.
          review.value = null
        }
      }),
  }
}

/**
 * Cooldown of a button that decides for a page, after each change of its content, in milliseconds (M4). Its filling lasts
 * as long (`--filling`).
 */
const cooldownMs = 700

/**
 * Protects a button from a click that was meant for something else (M4). It is closed when it appears, and for a cooldown
 * after each change of `content` and each time the window gains or loses the focus.
 */
export function createCooldown(
  { timers, focusChanges }: Pick<ViewPorts, 'timers' | 'focusChanges'>,
  content: ReadonlySignal<unknown>,
  life: Lifetime,
) {
  const isOpen = signal(false)
  const rests = signal(0)
  const timer = life.wait(timers)
  life.watch(
    () => [content.value, focusChanges.value],
    () => {
      isOpen.value = false
      rests.value = untracked(() => rests.value + 1)
      timer.start(cooldownMs, () => {
        isOpen.value = true
      })
    },
  )
  return {
    isOpen: isOpen as ReadonlySignal<boolean>,
    /** Number of cooldowns so far; the button's filling restarts with each. */
    rests: rests as ReadonlySignal<number>,
  }
}

export type ChainSwitchModel = ReturnType<typeof createChainSwitchModel>

/** The wallet's chain of `chainId` before a swap. The wallet may prompt for it, or switch silently; no wallet says so before. */
export function createChainSwitchModel(
  { client, start }: AppModel,
  chainId: ReadonlySignal<number | null>,
  life: Lifetime,
) {
  const isRequested = signal(false)
  const problem = signal<ProblemData | null>(null)
  const uses = life.generation(() => [start.account.value, chainId.value])
  // A switch arrives as a push of the account.
  life.watch(
    () => [start.account.value, chainId.value] as const,
    () => {
      isRequested.value = false
      problem.value = null
    },
  )
  life.own(
    client.subscribe(
      (push) => {
        if (push.kind !== 'chainRefused' || !isRequested.value) return
        isRequested.value = false
        problem.value = push.problem
      },
      // The view reads the start again, and with it the account.
      () => undefined,
    ),
  )

  // The wallet may be on another chain than it last reported.
  life.watch(
    () => [walletKeyOf(start.account.value?.wallet ?? null), chainId.value] as const,
    ([wallet, id]) => {
      if (wallet === null || id === null) return
      void client.send('refreshChain', null).catch((thrown) => {
        problem.value = toProblemData(thrown)
      })
    },
  )

  return {
    isNeeded: computed(() => {
      const account = start.account.value
      return account?.wallet != null && chainId.value !== null && account.chainId !== chainId.value
    }),
    /** The wallet lacks the chain: it shows its prompt to add it now. */
    isAdding: computed(
      () =>
        isRequested.value &&
        start.openRequests.value.some(({ method }) => chainPromptOf(method) === 'addChain'),
    ),
    isRequested: isRequested as ReadonlySignal<boolean>,
    problem: problem as ReadonlySignal<ProblemData | null>,
    async use(): Promise<void> {
      if (chainId.value === null || isRequested.value) return
      problem.value = null
      isRequested.value = true
      const isCurrent = uses.begin()
      try {
        await client.sendOnce('useChain', { chainId: chainId.value })
      } catch (thrown) {
        if (!isCurrent()) return
        problem.value = toProblemData(thrown)
        isRequested.value = false
      }
    },
  }
}

function walletKeyOf(wallet: WalletRef | null): string | null {
  return wallet === null ? null : `${wallet.connector} ${wallet.id} ${wallet.origin}`
}

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
    const { code } = toProblemData(thrown)
    if (code === 'walletRejected') return 'declined'
    return code === 'walletUnsupported' ? 'unsupported' : 'unknown'
  }
}
