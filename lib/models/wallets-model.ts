import { signal } from '@preact/signals'
import { Problem, type ProblemData, problemData } from '../base/problem.ts'
import { isExtensionId } from '../deployment/deployment.ts'
import type { WalletOffer } from '../wallet/port.ts'
import { createGeneration } from './generation.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

export type WalletsModel = ReturnType<typeof createWalletsModel>

/** How long each look may take: the first shows who is awake, the later ones 15 s in all wait for who is not. */
const lookMs = [500, 500, 1_000, 2_000, 2_000, 3_000, 3_000, 3_000]
/** The wallet of the page that proposes comes first, and says in two calls that it is connected. */
const proposalLookMs = [1_000, ...lookMs.slice(2)]

interface WalletsPorts extends Pick<ViewPorts, 'client' | 'timers' | 'askHost'> {
  /** The proposal they are for: the wallet of its page comes first. */
  readonly swapId: string | null
  readonly start: StartModel
}

/** Creates the model of the wallets that are there to choose from, and of how others are reached. */
export function createWalletsModel({ client, timers, askHost, swapId, start }: WalletsPorts) {
  const search = createWalletSearch({ client, timers, swapId })
  const { offers, isLooking, problem, load } = search
  const watchProblem = signal<ProblemData | null>(null)
  const watched = createGeneration()
  const allowed = createGeneration()

  void load()
  return {
    /** Those in tabs of other sites. */
    tabs: createTabWalletsModel({ client }),
    offers,
    isLooking,
    problem,
    load,
    dispose: search.stop,
    /** Why an address cannot be watched. */
    watchProblem,
    /** Works for a pasted address, without a wallet; whether it is one. */
    async watch(text: string): Promise<boolean> {
      const isCurrent = watched.begin()
      try {
        await client.send('watchAddress', { text })
        if (!isCurrent()) return false
        watchProblem.value = null
        return true
      } catch (thrown) {
        if (isCurrent()) watchProblem.value = problemData(thrown)
        return false
      }
    },
    ...createExtensionEntry({ start, offers, load }),
    /** Asks the browser's permission to reach a program on this computer. Called in a click, or no browser asks. */
    async allow(offer: WalletOffer): Promise<void> {
      if (offer.id === null) return
      const isCurrent = allowed.begin()
      try {
        if (await askHost(offer.id)) void load()
      } catch (thrown) {
        if (isCurrent()) problem.value = problemData(thrown)
      }
    },
  }
}

/** Creates the search for wallets, which lasts several looks; a newer one ends it. */
function createWalletSearch({ client, timers, swapId }: Pick<WalletsPorts, 'client' | 'timers' | 'swapId'>) {
  /** Null until the first look is over. */
  const offers = signal<readonly WalletOffer[] | null>(null)
  /** Whether one that sleeps may still come in. */
  const isLooking = signal(true)
  const problem = signal<ProblemData | null>(null)
  const searches = createGeneration()

  async function look(isCurrent: () => boolean, waitMs: number, isLast: boolean): Promise<void> {
    try {
      const found = await (swapId === null
        ? client.send('wallets', { waitMs })
        : client.send('proposalWallets', { swapId, waitMs }))
      if (!isCurrent()) return
      offers.value = inPlace(found, offers.value ?? [], isLast)
      problem.value = null
    } catch (thrown) {
      if (isCurrent()) problem.value = problemData(thrown)
    }
  }

  /** Looks until all had time to wake, or until it is enough; false where a newer search, or the end of the list, ended it. */
  async function load(isEnough: () => boolean = () => false): Promise<boolean> {
    const isCurrent = searches.begin()
    isLooking.value = true
    const looks = swapId === null ? lookMs : proposalLookMs
    for (const [index, waitMs] of looks.entries()) {
      const isDue = new Promise<void>((done) => void timers.after(waitMs, done))
      await look(isCurrent, waitMs, index === looks.length - 1)
      if (isCurrent() && isEnough()) break
      await isDue
      if (!isCurrent()) return false
    }
    isLooking.value = false
    return true
  }

  return {
    offers,
    isLooking,
    problem,
    load,
    stop: searches.end,
  }
}

/** Creates how a wallet extension is added by its id, and why one was not. */
function createExtensionEntry({
  start,
  offers,
  load,
}: Pick<WalletsPorts, 'start'> & Pick<ReturnType<typeof createWalletSearch>, 'offers' | 'load'>) {
  const extensionProblem = signal<ProblemData | null>(null)
  const named = () => start.settings.value.walletExtensionIds

  function refuse(code: 'extensionInvalid' | 'extensionSilent'): void {
    extensionProblem.value = new Problem(code).data
  }

  return {
    /** Why an extension was not added. */
    extensionProblem,
    /** Adds a wallet extension by its id; taken away again where a search that was not cut short found nobody under it. */
    async addExtension(text: string): Promise<void> {
      const id = text.trim()
      const isThere = () =>
        offers.value?.some(
          (offer) => offer.connector === 'extension' && offer.id === id && offer.state === 'there',
        ) === true
      extensionProblem.value = null
      if (!isExtensionId(id)) return refuse('extensionInvalid')
      const isNew = !named().includes(id)
      if (isNew) await start.saveSettings({ walletExtensionIds: [...named(), id] })
      if (!(await load(isThere))) return
      if (isThere()) {
        void load()
        return
      }
      if (isNew) await start.saveSettings({ walletExtensionIds: named().filter((one) => one !== id) })
      refuse('extensionSilent')
    },
  }
}

/**
 * Who is shown stays where it is, so that no row moves under a press, and stays until a search was long enough to miss it; who
 * is new comes last.
 */
function inPlace(
  found: readonly WalletOffer[],
  shown: readonly WalletOffer[],
  isLast: boolean,
): readonly WalletOffer[] {
  const left = [...found]
  const stayed = shown.flatMap((old) => {
    // Two that claim to be the same are two rows: each takes one of those found.
    const at = left.findIndex((one) => isSame(one, old))
    if (at >= 0) return left.splice(at, 1)
    // One that did not wake stays, to be told so.
    return !isLast || old.state === 'waking' ? [old] : []
  })
  return [...stayed, ...left]
}

function isSame(one: WalletOffer, other: WalletOffer): boolean {
  return one.connector === other.connector && one.id === other.id && one.tab?.tabId === other.tab?.tabId
}

export type TabWalletsModel = ReturnType<typeof createTabWalletsModel>

/** Creates the model of the wallets in tabs of other sites, and the warning before one of them is used. */
export function createTabWalletsModel({ client }: Pick<ViewPorts, 'client'>) {
  /** Null until the user had them looked for. */
  const offers = signal<readonly WalletOffer[] | null>(null)
  const isLooking = signal(false)
  const problem = signal<ProblemData | null>(null)
  /** The one the user is being warned of. */
  const warned = signal<WalletOffer | null>(null)
  const looks = createGeneration()

  return {
    offers,
    isLooking,
    problem,
    warned,
    async look(): Promise<void> {
      if (isLooking.value) return
      const isCurrent = looks.begin()
      isLooking.value = true
      problem.value = null
      try {
        const found = await client.send('tabWallets', null)
        if (isCurrent()) offers.value = found
      } catch (thrown) {
        if (!isCurrent()) return
        offers.value = null
        problem.value = problemData(thrown)
      } finally {
        if (isCurrent()) isLooking.value = false
      }
    },
    warn(offer: WalletOffer): void {
      warned.value = offer
    },
    leave(): void {
      warned.value = null
    },
  }
}
