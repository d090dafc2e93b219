import type { JsonObject } from '../base/json.ts'
import { Problem, type ProblemData, restoreProblem } from '../base/problem.ts'
import type { Clock } from '../base/time.ts'
import type { LocalItem } from '../storage/local.ts'
import {
  type Account,
  classifyWalletFailure,
  type OpenRequest,
  unreachedProblem,
  type Wallet,
  type WalletAnswer,
  type WalletMethod,
  type WalletRef,
  type WalletRequest,
} from './port.ts'
import { type ChainAccess, chainAccess } from './wallet-capabilities.ts'

interface SidePorts {
  readonly account: Pick<LocalItem<Account | null>, 'get'>
  readonly wallet: Pick<Wallet, 'request' | 'read'>
  readonly newId: () => string
  readonly settle: (account: Account | null, problem: ProblemData | null) => Promise<void>
}

interface ChainRequest {
  readonly chainId: number
  readonly wallet: WalletRef
  readonly address: Account['address']
}

/** Wallet requests apart from the account and the swaps. */
export interface SideRequests {
  /**
   * The connected wallet's prompts before it uses this chain; null without a wallet. Waits for a sleeping one. Prompts no
   * wallet.
   */
  chainPrompts(chainId: number): Promise<ChainAccess | null>
  /** Call it for each wallet request: a wallet that is requested to add a chain does not have it. */
  onOpenRequest(requestId: string, method: WalletMethod | null): void
  /**
   * Requests the connected wallet to use a chain, and to add it where the wallet lacks it (`add`: the EIP-3085 parameter,
   * or null). The wallet may prompt; the result arrives like a change of the account. Throws `walletNotConnected`.
   */
  useChain(chainId: number, add: JsonObject | null): Promise<void>
  /**
   * Requests the connected wallet to list a token (`asset`: the EIP-747 parameter) on its chain, and waits for the user's
   * decision. Returns whether the wallet says that it lists the token. Throws `walletNotConnected`, and the reason of a
   * refusal.
   */
  addToken(asset: JsonObject, chain: NonNullable<WalletRequest['chain']>): Promise<boolean>
  waitsFor(requestId: string): boolean
  onAnswer(answer: WalletAnswer): Promise<boolean>
  /** Stops waiting for all of them: the user disconnected, or requested another account. */
  dropAll(): void
}

/** Longest time for a sleeping wallet to report its chain. */
const wakeMs = 16_000

type ChainPart = Pick<
  SideRequests,
  'chainPrompts' | 'onOpenRequest' | 'useChain' | 'waitsFor' | 'onAnswer' | 'dropAll'
>
type TokenPart = Pick<SideRequests, 'addToken' | 'waitsFor' | 'onAnswer' | 'dropAll'>

/** Creates the side requests. They end with the worker, and the user starts them again. */
export function createSideRequests(ports: SidePorts): SideRequests {
  const [chains, tokens] = [createChainRequests(ports), createTokenRequests(ports)]
  return {
    ...chains,
    ...tokens,
    waitsFor: (requestId) => chains.waitsFor(requestId) || tokens.waitsFor(requestId),
    onAnswer: async (answer) => (await chains.onAnswer(answer)) || tokens.onAnswer(answer),
    dropAll() {
      chains.dropAll()
      tokens.dropAll()
    },
  }
}

async function requireConnectedWallet(
  account: SidePorts['account'],
): Promise<{ readonly wallet: WalletRef; readonly address: Account['address'] }> {
  const known = await account.get()
  if (!known?.wallet) throw new Problem('walletNotConnected')
  return { wallet: known.wallet, address: known.address }
}

/** Remembers, for one life of the background, the chains that wallets lack or were observed on. */
function createChainMemory() {
  const lacking = new Set<string>()
  const seen = new Set<string>()
  return {
    of: (key: string) => ({ isLacking: lacking.has(key), isSeen: seen.has(key) }),
    lacks: (key: string) => void lacking.add(key),
    found(key: string): void {
      seen.add(key)
      lacking.delete(key)
    },
    /** The next account may be in another wallet with the same id. */
    letGo: () => seen.clear(),
  }
}

function createChainRequests({ account, wallet, newId, settle }: SidePorts): ChainPart {
  const requests = new Map<string, ChainRequest>()
  const memory = createChainMemory()

  async function onResult(
    answer: WalletAnswer,
    { chainId, wallet: of, address }: ChainRequest,
  ): Promise<void> {
    const known = await account.get()
    if (known === null || known.address !== address || !isSameWallet(known.wallet, of)) return
    const problem = answerProblem(answer)
    if (problem === null) memory.found(chainKey(of, chainId))
    await settle(problem === null ? { ...known, chainId } : known, problem)
  }

  return {
    async chainPrompts(chainId) {
      const known = (await account.get())?.wallet
      if (!known) return null
      // A wallet answers immediately, or once it is awake.
      const current = await wallet.read({ wallet: known, method: 'eth_chainId', params: [], waitMs: wakeMs })
      const permissions = await wallet.read({ wallet: known, method: 'wallet_getPermissions', params: [] })
      const key = chainKey(known, chainId)
      const access = chainAccess({ chainId, ...memory.of(key) }, current, permissions)
      if (access.prompts.length === 0 && !access.mayPromptMore) memory.found(key)
      return access
    },
    onOpenRequest(requestId, method) {
      const waiting = requests.get(requestId)
      if (waiting !== undefined && method === 'wallet_addEthereumChain')
        memory.lacks(chainKey(waiting.wallet, waiting.chainId))
    },
    async useChain(chainId, add) {
      const known = await requireConnectedWallet(account)
      const requestId = newId()
      requests.set(requestId, { ...known, chainId })
      // Only the steps before it matter: the method itself prompts no user.
      const request = { method: 'eth_chainId', params: [], account: known.address } as const
      try {
        await wallet.request({ ...request, requestId, wallet: known.wallet, chain: { chainId, add } })
      } catch (thrown) {
        requests.delete(requestId)
        throw thrown
      }
    },
    waitsFor: (requestId) => requests.has(requestId),
    async onAnswer(answer) {
      const waiting = requests.get(answer.requestId)
      if (waiting === undefined) return false
      requests.delete(answer.requestId)
      await onResult(answer, waiting)
      return true
    },
    dropAll() {
      requests.clear()
      memory.letGo()
    },
  }
}

function createTokenRequests({ account, wallet, newId }: SidePorts): TokenPart {
  const requests = new Map<string, (answer: WalletAnswer) => void>()
  return {
    async addToken(asset, chain) {
      const known = await requireConnectedWallet(account)
      const requestId = newId()
      const answered = new Promise<WalletAnswer>((resolve) => void requests.set(requestId, resolve))
      const request = { method: 'wallet_watchAsset', params: [asset], account: known.address } as const
      try {
        await wallet.request({ ...request, requestId, wallet: known.wallet, chain })
        const answer = await answered
        const problem = answerProblem(answer)
        if (problem !== null) throw restoreProblem(problem)
        return answer.kind === 'result' && answer.result === true
      } finally {
        requests.delete(requestId)
      }
    },
    waitsFor: (requestId) => requests.has(requestId),
    async onAnswer(answer) {
      const waiting = requests.get(answer.requestId)
      waiting?.(answer)
      return waiting !== undefined
    },
    dropAll() {
      for (const [requestId, drop] of requests) drop({ requestId, kind: 'lost' })
    },
  }
}

/** The same wallet in another site's page is a different one, because connections belong to a site. */
export function isSameWallet(known: WalletRef | null, { connector, id, origin }: WalletRef): boolean {
  return known?.connector === connector && known.id === id && known.origin === origin
}

function chainKey({ connector, id, origin }: WalletRef, chainId: number): string {
  return `${connector} ${id} ${origin} ${chainId}`
}

export function answerProblem(answer: WalletAnswer): ProblemData | null {
  if (answer.kind === 'result') return null
  if (answer.kind === 'failure') return classifyWalletFailure(answer.failure).problem
  return answer.kind === 'unreached' ? unreachedProblem(answer) : new Problem('walletGone').data
}

export interface OpenRequests {
  onOpenRequest(requestId: string, method: WalletMethod | null, wallet?: WalletRef | null): void
  /** Ferry brought the page of the requested wallet to the front: the wallet may see the request only now. */
  onFronted(requestId: string): void
  /** At its start Ferry found this request with the wallet, and reads what the wallet did; false after that read. */
  onChecking(requestId: string, isChecking: boolean): void
  now(): readonly OpenRequest[]
}

export function createOpenRequests(
  clock: Clock,
  changed: (openRequest: readonly OpenRequest[]) => void,
): OpenRequests {
  let all: readonly OpenRequest[] = []
  const known = (requestId: string) => all.find((one) => one.requestId === requestId)

  function put(requestId: string, openRequest: OpenRequest | null): void {
    const others = all.filter((one) => one.requestId !== requestId)
    if (openRequest === null && others.length === all.length) return
    all = openRequest === null ? others : [...others, openRequest]
    changed(all)
  }

  return {
    onOpenRequest(requestId, method, wallet) {
      const openRequest = { requestId, method, requestedMs: clock.nowMs(), ...withoutIcon(wallet) }
      const isChecking = known(requestId)?.isChecking === true
      put(requestId, method === null ? null : isChecking ? { ...openRequest, isChecking } : openRequest)
    },
    onFronted(requestId) {
      const requested = known(requestId) ?? { requestId, method: null }
      put(requestId, { ...requested, requestedMs: clock.nowMs(), isFronted: true })
    },
    onChecking(requestId, isChecking) {
      const requested = known(requestId)
      const { isChecking: was = false, ...openRequest } = requested ?? {
        requestId,
        method: null,
        requestedMs: clock.nowMs(),
      }
      if (isChecking) put(requestId, { ...openRequest, isChecking })
      else if (was)
        put(requestId, openRequest.method === null && openRequest.isFronted !== true ? null : openRequest)
    },
    now: () => all,
  }
}

/** Views do not need the icon here, and it may be large. */
function withoutIcon(wallet: WalletRef | null | undefined): Pick<OpenRequest, 'wallet'> {
  if (!wallet) return {}
  const { connector, id, name } = wallet
  return { wallet: { connector, id, name } }
}
