import { computed, signal } from '@preact/signals'
import { Problem, toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { isExtensionId } from '../deployment/deployment.ts'
import type { DetectedWallet } from '../wallet/port.ts'
import type { AppModel } from './app-model.ts'
import { createGeneration } from './generation.ts'
import { formProposal } from './open-review.ts'

export type WalletsModel = ReturnType<typeof createWalletsModel>

/**
 * Duration of each search round. The first shows wallets that are awake; the later ones wait 15 s in all for sleeping ones.
 */
const searchRoundsMs = [500, 500, 1_000, 2_000, 2_000, 3_000, 3_000, 3_000]
/** By then, wallets that are awake have answered. The person need not wait for those that may be asleep. */
const usualAnswerMs = 4_000
/** The wallet of the proposing page comes first; two calls show that it is connected. */
const proposalSearchRoundsMs = [1_000, ...searchRoundsMs.slice(2)]

export function createWalletsModel(app: AppModel) {
  const { client, requestHostAccess } = app
  const { stop, problem, ...search } = createWalletSearch(app)
  const { load } = search
  /** A round of the search does not end it. */
  const allowProblem = signal<ProblemData | null>(null)
  const watchProblem = signal<ProblemData | null>(null)
  const watched = createGeneration()
  const allowed = createGeneration()

  void load()
  return {
    ...search,
    problem: computed(() => allowProblem.value ?? problem.value),
    dispose: stop,
    watchProblem,
    /** Watches a pasted address, without a wallet; returns whether it is an address. */
    watch: (text: string) =>
      watched.take(client.send('watchAddress', { text }), watchProblem, () => {
        watchProblem.value = null
      }),
    ...createExtensionEntry(app, search),
    /** Call it in a click, or the browser does not prompt. */
    async allow({ id }: DetectedWallet): Promise<void> {
      if (id === null) return
      allowProblem.value = null
      await allowed.take(requestHostAccess(id), allowProblem, (isAllowed) => void (isAllowed && load()))
    },
  }
}

function createWalletSearch(app: AppModel) {
  const { client, timers } = app
  const swapId = formProposal(app)
  /** Null until the first round is over. */
  const offers = signal<readonly DetectedWallet[] | null>(null)
  /** Whether wallets that are awake may still appear. Ends after a few seconds, also if the background never answers. */
  const isSearching = signal(true)
  /** Whether a sleeping wallet may still appear. */
  const isLooking = signal(true)
  const problem = signal<ProblemData | null>(null)
  const searches = createGeneration()

  async function runRound(isCurrent: () => boolean, waitMs: number, isLastUsed: boolean): Promise<void> {
    try {
      const found = await (swapId === null
        ? client.send('wallets', { waitMs })
        : client.send('proposalWallets', { swapId, waitMs }))
      if (!isCurrent()) return
      offers.value = mergeOffers(found, offers.value ?? [], isLastUsed)
      problem.value = null
    } catch (thrown) {
      if (isCurrent()) problem.value = toProblemData(thrown)
    }
  }

  /** Returns false where a newer search, or closing the list, ended it. */
  async function load(isEnough: () => boolean = () => false): Promise<boolean> {
    const isCurrent = searches.begin()
    isSearching.value = true
    isLooking.value = true
    timers.after(usualAnswerMs, () => {
      if (isCurrent()) isSearching.value = false
    })
    const rounds = swapId === null ? searchRoundsMs : proposalSearchRoundsMs
    for (const [index, waitMs] of rounds.entries()) {
      const roundTimeout = new Promise<void>((done) => void timers.after(waitMs, done))
      await runRound(isCurrent, waitMs, index === rounds.length - 1)
      if (isCurrent() && isEnough()) break
      await roundTimeout
      if (!isCurrent()) return false
    }
    isSearching.value = false
    isLooking.value = false
    return true
  }

  return {
    offers,
    isSearching,
    isLooking,
    problem,
    load,
    stop: searches.end,
  }
}

function createExtensionEntry(
  { start }: AppModel,
  { offers, load }: Pick<ReturnType<typeof createWalletSearch>, 'offers' | 'load'>,
) {
  const extensionProblem = signal<ProblemData | null>(null)
  const named = () => start.settings.value.walletExtensionIds

  function refuse(): void {
    extensionProblem.value = new Problem('extensionNotFound').data
  }

  return {
    extensionProblem,
    /** Adds a wallet extension by its id. Removes it again where a complete search found no wallet with it. */
    async addExtension(text: string): Promise<void> {
      const id = text.trim()
      const isThere = () =>
        offers.value?.some(
          (offer) => offer.connector === 'extension' && offer.id === id && offer.state === 'there',
        ) === true
      extensionProblem.value = null
      if (!isExtensionId(id)) return refuse()
      const isNew = !named().includes(id)
      if (isNew) await start.saveSettings({ walletExtensionIds: [...named(), id] })
      if (!(await load(isThere))) return
      if (isThere()) {
        void load()
        return
      }
      if (isNew) await start.saveSettings({ walletExtensionIds: named().filter((one) => one !== id) })
      refuse()
    },
  }
}

/**
 * Keeps displayed wallets in their place, so that no row moves under a press. A row goes only after a complete search
 * missed its wallet; new wallets come last.
 */
function mergeOffers(
  found: readonly DetectedWallet[],
  shown: readonly DetectedWallet[],
  isLastUsed: boolean,
): readonly DetectedWallet[] {
  const left = [...found]
  const stayed = shown.flatMap((old) => {
    // Two wallets may claim the same identity: each row takes one found offer.
    const at = left.findIndex((one) => isSame(one, old))
    if (at >= 0) return left.splice(at, 1)
    // A wallet that did not wake stays, so that its row can say so.
    return !isLastUsed || old.state === 'waking' ? [old] : []
  })
  return [...stayed, ...left]
}

function isSame(one: DetectedWallet, other: DetectedWallet): boolean {
  return one.connector === other.connector && one.id === other.id && one.tab?.tabId === other.tab?.tabId
}
