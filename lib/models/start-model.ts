import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { receiverForm } from '../base/hex.ts'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { StartView, ViewPush } from '../rpc/messages.ts'
import { defaultSettings, type Settings } from '../storage/settings.ts'
import type { ChainView } from '../tokens/token-messages.ts'
import type { Account, Asking, WalletChoice } from '../wallet/port.ts'
import { createGeneration } from './generation.ts'
import { localKeys, readLocal, type TextStorage, type ViewPorts, writeLocal } from './view-ports.ts'

const welcomeKey = 'ferry.welcomed'

export type StartModel = ReturnType<typeof createStartModel>

/**
 * Creates the model of the chains, tokens, account and settings every screen stands on. The last known ones are there
 * at once; `isFresh` says when they come from the background of now.
 */
export function createStartModel({ client, storage }: Pick<ViewPorts, 'client' | 'storage'>) {
  const { keep, ...known } = createLastView(storage)
  const { view, settings } = known
  const { takeReading, onPush, ...connection } = createConnection({ client })
  const isFresh = signal(false)
  const pushed = createPushedProblem()
  /** Why the background could not be reached; the snapshot stays on screen. */
  const problem = signal<ProblemData | null>(null)

  const loads = createGeneration()
  /** What was pushed or set since the newest reading began: it is newer than the answer. */
  let changed: Partial<StartView> = {}
  const saves = createGeneration()
  /** The settings as the background has them; what is shown may be ahead. */
  let stored = settings.peek()
  /** How many saves are under way: the answer of the newest says what is stored. */
  let saveCount = 0

  function change(part: Partial<StartView>): void {
    changed = { ...changed, ...part }
    if (view.value !== null) keep({ ...view.value, ...part })
  }

  function takeSettings(next: Settings): void {
    settings.value = next
    change({ settings: next })
  }

  async function load(): Promise<void> {
    const taken = takeReading()
    const isCurrent = loads.begin()
    changed = {}
    try {
      const next = await client.send('start', null)
      if (!isCurrent()) return
      stored = next.settings
      const ahead = saveCount > 0 ? { settings: settings.value } : {}
      keep({ ...next, ...changed, ...ahead })
      taken(next)
      problem.value = null
      isFresh.value = true
    } catch (thrown) {
      if (isCurrent()) problem.value = problemData(thrown)
    }
  }

  return {
    ...known,
    ...connection,
    isFresh,
    problem,
    pushedProblem: pushed.problem,
    dismissPushed: pushed.dismiss,
    /** What the service has none of, so that nothing can be chosen; null while that is not known. */
    lacking: computed((): 'chains' | 'tokens' | null => {
      if (!isFresh.value || view.value === null) return null
      if (view.value.chains.length === 0) return 'chains'
      return view.value.tokens.length === 0 ? 'tokens' : null
    }),
    load,
    failed(thrown: unknown): void {
      problem.value = problemData(thrown)
    },
    onPush(push: ViewPush): void {
      if (push.kind === 'account') change({ account: push.account })
      if (push.kind === 'accountOffered') change({ accountOffered: push.offered })
      onPush(push)
      if (push.kind === 'problem') pushed.take(push.problem)
      if (push.kind === 'settings') {
        stored = push.settings
        if (saveCount === 0) takeSettings(push.settings)
      }
      if (push.kind === 'access') change({ missingHosts: push.missingHosts })
      if (push.kind === 'access' || push.kind === 'catalogue') void load()
    },
    async saveSettings(part: Partial<Settings>): Promise<void> {
      const isCurrent = saves.begin()
      saveCount += 1
      const wanted = { ...settings.value, ...part }
      takeSettings(wanted)
      try {
        stored = await client.send('saveSettings', { settings: wanted })
        if (!isCurrent()) return
        takeSettings(stored)
        problem.value = null
      } catch (thrown) {
        // A newer save holds this change too, and says itself whether it was stored.
        if (!isCurrent()) return
        takeSettings(stored)
        problem.value = problemData(thrown)
      } finally {
        saveCount -= 1
      }
    },
  }
}

/** Creates the newest failure of the background that no view asked for. A kind that was dismissed does not come back here. */
function createPushedProblem() {
  const problem = signal<ProblemData | null>(null)
  const dismissed = new Set<string>()
  return {
    problem: problem as ReadonlySignal<ProblemData | null>,
    take(next: ProblemData): void {
      if (next.code !== 'aborted' && !dismissed.has(next.code)) problem.value = next
    },
    dismiss(): void {
      if (problem.value !== null) dismissed.add(problem.value.code)
      problem.value = null
    },
  }
}

/** Creates what was last known, as it is kept, and what screens read of it. */
function createLastView(storage: TextStorage) {
  const view = signal(readLocal<StartView>(storage, localKeys.start))
  const settings = signal(view.peek()?.settings ?? defaultSettings)
  const isWelcomed = signal(storage.read(welcomeKey) !== null)
  const chains = computed(() => view.value?.chains ?? [])
  const chainOf = (chainId: number | null | undefined): ChainView | undefined =>
    chains.value.find((chain) => chain.chainId === chainId)

  function keep(next: StartView): void {
    view.value = next
    settings.value = next.settings
    // The tokens may be thousands; the draft holds the two that a first picture needs.
    writeLocal(storage, localKeys.start, { ...next, tokens: [] })
  }

  return {
    keep,
    view,
    settings,
    isWelcomed,
    welcome(): void {
      isWelcomed.value = true
      storage.write(welcomeKey, '1')
    },
    account: computed(() => view.value?.account ?? null),
    /** The account that the wallet switched to, until the user decides. */
    accountOffered: computed(() => view.value?.accountOffered ?? null),
    chains,
    /** Undefined for one that is not in the list. */
    chainOf,
    /** How addresses of a chain look. */
    formOf: (chainId: number) => receiverForm(chainId, chainOf(chainId)?.addressForm),
    /** What a chain is called; its number where nobody knows its name. */
    chainName: (chainId: number | null | undefined) => chainOf(chainId)?.name ?? String(chainId ?? ''),
    tokens: computed(() => view.value?.tokens ?? []),
    /** Whether the user is told outside of Ferry of what this setting is about. */
    willNotify: (name: 'notifyDone' | 'notifyRefunded') =>
      settings.value[name] && view.value?.areNoticesBlocked !== true,
    /** Whether no money is real here. */
    isSandbox: computed(() => view.value?.serviceKind === 'sandbox'),
  }
}

/** Tells whether a wallet is being asked to connect: another view may have begun it, which is closed by now. */
function asksToConnect({ asking = [] }: StartView): boolean {
  return asking.some(({ method }) => method === 'eth_requestAccounts')
}

/** Creates the connection to a wallet: what it is asked, and what came of it. */
function createConnection({ client }: Pick<ViewPorts, 'client'>) {
  const accountProblem = signal<ProblemData | null>(null)
  const isConnecting = signal(false)
  /** The id of the request that waits for a wallet whose worker was stopped; null for none. */
  const waking = signal<string | null>(null)
  const { asking, readAsking, tellAsking } = createAskings()
  /** What is read while a wallet is being asked says nothing about that request. */
  let isAsking = false
  /** Grows with each answer, of the background or of a wallet. */
  let heardCount = 0
  /** Of what the user wants of the connection. */
  const requests = createGeneration()

  /** Shows why the newest request failed; what it changes comes as a push. */
  async function tell(request: Promise<unknown>): Promise<void> {
    const isCurrent = requests.begin()
    try {
      await request
    } catch (thrown) {
      if (isCurrent()) accountProblem.value = problemData(thrown)
    }
  }

  return {
    accountProblem,
    isConnecting,
    waking,
    asking,
    /** Begins a reading of the start; gives what takes over what was read of the connection. */
    takeReading(): (read: StartView) => void {
      const heardBefore = heardCount
      const takeAsking = readAsking()
      // Who told of it may be dead; told again while it lasts.
      waking.value = null
      return (read) => {
        takeAsking(read.asking ?? [])
        if (isAsking || heardCount !== heardBefore) return
        isConnecting.value = read.isConnecting && (isConnecting.value || asksToConnect(read))
      }
    },
    onPush(push: ViewPush): void {
      if (push.kind === 'asking') tellAsking(push.asking)
      if (push.kind === 'waking') waking.value = wakingAfter(waking.value, push)
      if (push.kind !== 'account') return
      accountProblem.value = push.problem
      isConnecting.value = false
      heardCount += 1
    },
    /** The answer comes as a push: the wallet may take its time, and this view may be closed meanwhile. */
    async connect(choice: WalletChoice): Promise<void> {
      const isCurrent = requests.begin()
      isAsking = true
      isConnecting.value = true
      accountProblem.value = null
      try {
        await client.sendOnce('connectWallet', { choice })
      } catch (thrown) {
        if (!isCurrent()) return
        accountProblem.value = problemData(thrown)
        isConnecting.value = false
      } finally {
        if (isCurrent()) isAsking = false
        heardCount += 1
      }
    },
    /** Goes on with the account that the wallet switched to; it comes as a push. */
    async acceptAccount(address: Account['address']): Promise<void> {
      accountProblem.value = null
      await tell(client.send('acceptAccount', { address }))
    },
    /** Goes on with the account that was there. */
    async keepAccount(): Promise<void> {
      accountProblem.value = null
      await tell(client.send('keepAccount', null))
    },
    /** That there is no account comes as a push before the reply: another one may be connected by then. */
    async disconnect(): Promise<void> {
      await tell(client.send('disconnectWallet', null))
    },
  }
}

/** Returns the request that waits for a wallet to wake after a push of one; only its own ends it. */
function wakingAfter(waking: string | null, push: Extract<ViewPush, { kind: 'waking' }>): string | null {
  if (push.isWaking) return push.requestId
  return waking === push.requestId ? null : waking
}

/** Creates what wallets are asked now, as it is read with the start and told in between. */
function createAskings() {
  const asking = signal<readonly Asking[]>([])
  let toldCount = 0
  return {
    asking: asking as ReadonlySignal<readonly Asking[]>,
    /** Begins a reading; what is told until it is there is newer than what it read. */
    readAsking(): (read: readonly Asking[]) => void {
      const toldBefore = toldCount
      return (read) => {
        // A push that came while the background could not reach this view is lost: what it says now counts.
        if (toldCount === toldBefore) asking.value = read
      }
    },
    tellAsking(told: readonly Asking[]): void {
      asking.value = told
      toldCount += 1
    },
  }
}

export type AccessModel = ReturnType<typeof createAccessModel>

/**
 * Creates the model of the hosts the user has taken back in the browser's settings, and how to ask for them again.
 */
export function createAccessModel({ askHosts, start }: Pick<ViewPorts, 'askHosts'> & { start: StartModel }) {
  const missing = computed(() => {
    const problem = start.problem.value
    // A first start without hosts has nothing to show but this.
    if (problem?.code === 'hostsNotAllowed') return (problem.facts.hosts ?? '').split(' ')
    return start.view.value?.missingHosts ?? []
  })
  const isRefused = signal(false)
  const requests = createGeneration()
  return {
    missing,
    isRefused,
    /** Has to be called from a press: the browser asks for nothing without one. The answer comes as a push. */
    async allow(): Promise<void> {
      isRefused.value = false
      const isCurrent = requests.begin()
      const isAllowed = await askHosts(missing.value)
      if (isCurrent()) isRefused.value = !isAllowed
    },
  }
}
