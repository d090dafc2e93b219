import { computed, signal } from '@preact/signals'
import { publicChainName } from '../base/chain-names.ts'
import { getAddressFormat } from '../base/hex.ts'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { secondMs } from '../base/time.ts'
import type { StartView, ViewPush } from '../rpc/messages.ts'
import { defaultSettings } from '../storage/settings.ts'
import type { Settings } from '../storage/settings-shape.ts'
import type { ChainView } from '../tokens/token-messages.ts'
import type { Account, OpenRequest, WalletChoice } from '../wallet/port.ts'
import { createGeneration } from './generation.ts'
import { localKeys, readLocal, type ViewPorts, writeLocal } from './view-ports.ts'

const welcomeKey = 'ferry.welcomed'

/** A background that starts on a slow machine answers sooner. One that a browser failed to start never answers. */
const silentMs = 20 * secondMs

export type StartModel = ReturnType<typeof createStartModel>

/** Starts with the last stored values; `isFresh` says when the background has sent the current ones. */
export function createStartModel(ports: ViewPorts) {
  const { client } = ports
  const { keep, ...known } = createLastView(ports)
  const { view, settings } = known
  const { startRead, onPush, ...connection } = createConnection({ client })
  const isFresh = signal(false)
  const isSilent = signal(false)
  const { takePushed, ...pushed } = createPushedProblem()
  const problem = signal<ProblemData | null>(null)
  const ownProblem = signal<ProblemData | null>(null)

  const loads = createGeneration()
  /** Values pushed or set since the newest read began: they are newer than its answer. */
  let changed: Partial<StartView> = {}
  const saves = createGeneration()
  /** The settings in the background; the displayed ones may be ahead. */
  let stored = settings.peek()
  /** Number of running saves: the answer to the newest one is the stored value. */
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
    const taken = startRead()
    const isCurrent = loads.begin()
    changed = {}
    ownProblem.value = null
    const stopWaiting = ports.timers.after(silentMs, () => {
      if (isCurrent()) isSilent.value = true
    })
    try {
      const next = await client.send('start', null)
      if (!isCurrent()) return
      stored = next.settings
      const ahead = saveCount > 0 ? { settings: settings.value } : {}
      keep({ ...next, ...changed, ...ahead })
      taken(next)
      problem.value = null
      isFresh.value = true
      isSilent.value = false
    } catch (thrown) {
      if (!isCurrent()) return
      problem.value = toProblemData(thrown)
      isSilent.value = problem.value.facts.kind === 'noAnswer'
    } finally {
      stopWaiting()
    }
  }

  function failed(thrown: unknown): void {
    const next = toProblemData(thrown)
    if (next.code !== 'aborted') ownProblem.value = next
  }

  return {
    ...known,
    ...connection,
    isFresh,
    /** Whether the background does not answer. Only a restart of Ferry may help. */
    isSilent,
    /** Why the newest read of the start failed. */
    problem,
    ...pushed,
    /** Why something of this view failed that has no place of its own on the screen. The next read or save clears it. */
    ownProblem,
    /** Whether the service has no chains or no tokens, so that the user can choose nothing; null while unknown. */
    missingLists: computed((): 'chains' | 'tokens' | null => {
      if (!isFresh.value || view.value === null) return null
      if (view.value.chains.length === 0) return 'chains'
      return view.value.tokens.length === 0 ? 'tokens' : null
    }),
    load,
    /** Shows an `ownProblem`. */
    failed,
    onPush(push: ViewPush): void {
      if (push.kind === 'account') change({ account: push.account })
      if (push.kind === 'accountOffered') change({ accountOffered: push.offered })
      onPush(push)
      if (push.kind === 'problem') takePushed(push.problem, push.orderId)
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
      takeSettings({ ...settings.value, ...part })
      ownProblem.value = null
      try {
        stored = await client.send('saveSettings', { settings: part })
      } catch (thrown) {
        failed(thrown)
      } finally {
        saveCount -= 1
        if (isCurrent()) takeSettings(stored)
      }
    },
  }
}

/**
 * Creates the newest problem of the background that has no place of its own on the screen. After its dismissal, pushes of
 * the same code for the same order, or for none, do not show it again in this view.
 */
function createPushedProblem() {
  const pushedProblem = signal<ProblemData | null>(null)
  const pushedOrderId = signal<string | null>(null)
  const dismissed = new Set<string>()
  return {
    pushedProblem,
    /** The order that the pushed problem concerns; null if it concerns none. */
    pushedOrderId,
    takePushed(next: ProblemData, of: string | null = null): void {
      if (next.code === 'aborted' || dismissed.has(`${of} ${next.code}`)) return
      pushedProblem.value = next
      pushedOrderId.value = of
    },
    dismissPushed(): void {
      if (pushedProblem.value !== null) dismissed.add(`${pushedOrderId.value} ${pushedProblem.value.code}`)
      pushedProblem.value = null
    },
  }
}

function createLastView({ storage, unknownChainName }: ViewPorts) {
  const view = signal(readLocal<StartView>(storage, localKeys.start))
  // Another version may have stored fewer settings.
  const settings = signal<Settings>({ ...defaultSettings, ...view.peek()?.settings })
  const isWelcomed = signal(storage.read(welcomeKey) !== null)
  const chains = computed(() => view.value?.chains ?? [])
  const chainOf = (chainId: number | null | undefined): ChainView | undefined =>
    chains.value.find((chain) => chain.chainId === chainId)

  function keep(next: StartView): void {
    view.value = next
    settings.value = next.settings
    // The list may have thousands of tokens; the draft stores the two that the first frame needs.
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
    accountOffered: computed(() => view.value?.accountOffered ?? null),
    chains,
    chainOf,
    formOf: (chainId: number) => getAddressFormat(chainId, chainOf(chainId)?.addressFormat),
    /** Empty without an ID. A chain that the service does not list has its public name, else its ID. */
    chainName(chainId: number | null | undefined): string {
      const name = chainOf(chainId)?.name
      if (name !== undefined || chainId == null) return name ?? ''
      return publicChainName(chainId) ?? unknownChainName(chainId)
    },
    tokens: computed(() => view.value?.tokens ?? []),
    /** Whether Ferry sends this notification outside its window. */
    willNotify: (name: 'notifyDone' | 'notifyRefunded') =>
      settings.value[name] && view.value?.areNoticesBlocked !== true,
    /** Whether no money is real here. */
    isSandbox: computed(() => view.value?.serviceKind === 'sandbox'),
  }
}

/** Whether a wallet has an open connection request, maybe of another view that is closed by now. */
function hasConnectRequest({ openRequests = [] }: StartView): boolean {
  return openRequests.some(({ method }) => method === 'eth_requestAccounts')
}

function createConnection({ client }: Pick<ViewPorts, 'client'>) {
  const accountProblem = signal<ProblemData | null>(null)
  const isConnecting = signal(false)
  /** Id of the request that waits for a wallet whose worker was stopped; null for none. */
  const waking = signal<string | null>(null)
  const openRequests = signal<readonly OpenRequest[]>([])
  let pushedListCount = 0
  /** While a connection request is open, a read of the start says nothing about it. */
  let isRequesting = false
  let answerCount = 0
  const requests = createGeneration()

  /** Shows why the newest request failed; its changes arrive as a push. */
  async function showFailure(request: Promise<unknown>): Promise<void> {
    await requests.take(request, accountProblem, () => undefined)
  }

  return {
    accountProblem,
    isConnecting,
    waking,
    openRequests,
    /** Starts a read of the start; returns the function that applies its connection state. */
    startRead(): (read: StartView) => void {
      const countBefore = answerCount
      const listsBefore = pushedListCount
      // The worker that reported it may have stopped; a waking wallet is reported repeatedly.
      waking.value = null
      return (read) => {
        // A push during the read is newer than its answer. But a push may be lost while the background cannot reach this
        // view, so a read without one counts.
        if (pushedListCount === listsBefore) openRequests.value = read.openRequests ?? []
        if (isRequesting || answerCount !== countBefore) return
        isConnecting.value = read.isConnecting && (isConnecting.value || hasConnectRequest(read))
      }
    },
    onPush(push: ViewPush): void {
      if (push.kind === 'openRequests') {
        openRequests.value = push.openRequests
        pushedListCount += 1
      }
      if (push.kind === 'waking') {
        // Only a push with its own id ends a waking request.
        if (push.isWaking) waking.value = push.requestId
        else if (waking.value === push.requestId) waking.value = null
      }
      if (push.kind !== 'account') return
      accountProblem.value = push.problem
      isConnecting.value = false
      answerCount += 1
    },
    /** The answer arrives as a push: the wallet may take long, and this view may be closed by then. */
    async connect(choice: WalletChoice): Promise<void> {
      const isCurrent = requests.begin()
      isRequesting = true
      isConnecting.value = true
      accountProblem.value = null
      try {
        await client.sendOnce('connectWallet', { choice })
      } catch (thrown) {
        if (!isCurrent()) return
        accountProblem.value = toProblemData(thrown)
        isConnecting.value = false
      } finally {
        if (isCurrent()) isRequesting = false
        answerCount += 1
      }
    },
    async acceptAccount(address: Account['address']): Promise<void> {
      accountProblem.value = null
      await showFailure(client.send('acceptAccount', { address }))
    },
    async keepAccount(): Promise<void> {
      accountProblem.value = null
      await showFailure(client.send('keepAccount', null))
    },
    /**
     * The disconnect arrives as a push before the reply, since another account may be connected by the time of the reply.
     */
    async disconnect(): Promise<void> {
      await showFailure(client.send('disconnectWallet', null))
    },
  }
}

export function createAccessModel(
  { requestHostAccessAll }: Pick<ViewPorts, 'requestHostAccessAll'>,
  start: StartModel,
) {
  const missing = computed(() => {
    const problem = start.problem.value
    // A first start without hosts has nothing else to show.
    if (problem?.code === 'hostsNotAllowed') return (problem.facts.hosts ?? '').split(' ')
    return start.view.value?.missingHosts ?? []
  })
  const isRefused = signal(false)
  const requests = createGeneration()
  return {
    missing,
    isRefused,
    /** Call it in a press, or the browser does not prompt. The answer arrives as a push. */
    async allow(): Promise<void> {
      isRefused.value = false
      const isCurrent = requests.begin()
      const isAllowed = await requestHostAccessAll(missing.value)
      if (isCurrent()) isRefused.value = !isAllowed
    },
  }
}
