import type { JsonObject } from '../base/json.ts'
import { Problem, type ProblemData, problemFrom } from '../base/problem.ts'
import type { Clock } from '../base/time.ts'
import type { LocalItem } from '../storage/local.ts'
import {
  type Account,
  type Asking,
  unreachedProblem,
  type Wallet,
  type WalletAnswer,
  type WalletMethod,
  type WalletRef,
  type WalletRequest,
  walletProblem,
} from './port.ts'
import { type ChainAccess, chainAccess } from './wallet-questions.ts'

interface SidePorts {
  readonly account: Pick<LocalItem<Account | null>, 'get'>
  readonly wallet: Pick<Wallet, 'ask' | 'read'>
  readonly newId: () => string
  readonly settle: (account: Account | null, problem: ProblemData | null) => Promise<void>
}

/** A chain a wallet is asked to use, and the account it was asked for. */
interface ChainRequest {
  readonly chainId: number
  readonly wallet: WalletRef
  readonly address: Account['address']
}

/** What the connected wallet is asked beside its account and swaps. */
export interface SideQuestions {
  /**
   * What the connected wallet would ask before it is on this chain; null without one. One that sleeps is waited for. Prompts
   * nobody.
   */
  chainQuestions(chainId: number): Promise<ChainAccess | null>
  /** What a wallet is asked: one that is asked to add a chain has it not. */
  onAsking(requestId: string, method: WalletMethod | null): void
  /**
   * Has the connected wallet use a chain now, and add it where it does not know it (`add`: EIP-3085's parameter, or null). It
   * may ask; what comes of it is told like a change of the account. Throws `walletNotConnected`.
   */
  useChain(chainId: number, add: JsonObject | null): Promise<void>
  /**
   * Has the connected wallet list a token (`asset`: EIP-747's parameter) on its chain, and waits for what the user says there;
   * whether it says that it does. Throws `walletNotConnected` and why it was not listed.
   */
  addToken(asset: JsonObject, chain: NonNullable<WalletRequest['chain']>): Promise<boolean>
  /** Whether a wallet's answer to this request is waited for here. */
  waitsFor(requestId: string): boolean
  /** True when the answer was to one of these. */
  answered(answer: WalletAnswer): Promise<boolean>
  /** Waits for none of them any more: the account is let go of, or another one is asked for. */
  dropAll(): void
}

/** How long a wallet that sleeps may take to say on which chain it is. */
const wakeMs = 16_000

type ChainPart = Pick<
  SideQuestions,
  'chainQuestions' | 'onAsking' | 'useChain' | 'waitsFor' | 'answered' | 'dropAll'
>
type TokenPart = Pick<SideQuestions, 'addToken' | 'waitsFor' | 'answered' | 'dropAll'>

/** Creates the questions beside; a dead worker's are over with it, and asked again by the user. */
export function createSideQuestions(ports: SidePorts): SideQuestions {
  const [chains, tokens] = [chainPart(ports), tokenPart(ports)]
  return {
    ...chains,
    ...tokens,
    waitsFor: (requestId) => chains.waitsFor(requestId) || tokens.waitsFor(requestId),
    answered: async (answer) => (await chains.answered(answer)) || tokens.answered(answer),
    dropAll() {
      chains.dropAll()
      tokens.dropAll()
    },
  }
}

async function connectedOne(
  account: SidePorts['account'],
): Promise<{ readonly wallet: WalletRef; readonly address: Account['address'] }> {
  const known = await account.get()
  if (!known?.wallet) throw new Problem('walletNotConnected')
  return { wallet: known.wallet, address: known.address }
}

/** Creates the memory, of one life of the background, of the chains that wallets were found not to have, and to have. */
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
    /** The next account may be in another wallet of the same name. */
    letGo: () => seen.clear(),
  }
}

function chainPart({ account, wallet, newId, settle }: SidePorts): ChainPart {
  const asks = new Map<string, ChainRequest>()
  const memory = createChainMemory()

  /** What came of asking the wallet to use a chain. */
  async function asked(answer: WalletAnswer, { chainId, wallet: of, address }: ChainRequest): Promise<void> {
    const known = await account.get()
    if (known === null || known.address !== address || !isSameWallet(known.wallet, of)) return
    const problem = answerProblem(answer)
    if (problem === null) memory.found(chainKey(of, chainId))
    await settle(problem === null ? { ...known, chainId } : known, problem)
  }

  return {
    async chainQuestions(chainId) {
      const known = (await account.get())?.wallet
      if (!known) return null
      // Says it at once, or once it is awake.
      const current = await wallet.read({ wallet: known, method: 'eth_chainId', params: [], waitMs: wakeMs })
      const permissions = await wallet.read({ wallet: known, method: 'wallet_getPermissions', params: [] })
      const key = chainKey(known, chainId)
      const access = chainAccess({ chainId, ...memory.of(key) }, current, permissions)
      if (access.questions.length === 0 && !access.mayAskMore) memory.found(key)
      return access
    },
    onAsking(requestId, method) {
      const waiting = asks.get(requestId)
      if (waiting !== undefined && method === 'wallet_addEthereumChain')
        memory.lacks(chainKey(waiting.wallet, waiting.chainId))
    },
    async useChain(chainId, add) {
      const known = await connectedOne(account)
      const requestId = newId()
      asks.set(requestId, { ...known, chainId })
      // The steps before it are all that is wanted: the method itself asks nobody.
      const request = { method: 'eth_chainId', params: [], account: known.address } as const
      try {
        await wallet.ask({ ...request, requestId, wallet: known.wallet, chain: { chainId, add } })
      } catch (thrown) {
        asks.delete(requestId)
        throw thrown
      }
    },
    waitsFor: (requestId) => asks.has(requestId),
    async answered(answer) {
      const waiting = asks.get(answer.requestId)
      if (waiting === undefined) return false
      asks.delete(answer.requestId)
      await asked(answer, waiting)
      return true
    },
    dropAll() {
      asks.clear()
      memory.letGo()
    },
  }
}

function tokenPart({ account, wallet, newId }: SidePorts): TokenPart {
  const asks = new Map<string, (answer: WalletAnswer) => void>()
  return {
    async addToken(asset, chain) {
      const known = await connectedOne(account)
      const requestId = newId()
      const answer = new Promise<WalletAnswer>((answered) => void asks.set(requestId, answered))
      const request = { method: 'wallet_watchAsset', params: [asset], account: known.address } as const
      try {
        await wallet.ask({ ...request, requestId, wallet: known.wallet, chain })
        const said = await answer
        const problem = answerProblem(said)
        if (problem !== null) throw problemFrom(problem)
        return said.kind === 'result' && said.result === true
      } finally {
        asks.delete(requestId)
      }
    },
    waitsFor: (requestId) => asks.has(requestId),
    async answered(answer) {
      const waiting = asks.get(answer.requestId)
      waiting?.(answer)
      return waiting !== undefined
    },
    dropAll() {
      for (const [requestId, drop] of asks) drop({ requestId, kind: 'lost' })
    },
  }
}

/** Tells whether both are one wallet: the same wallet in another site's page is another one: it has the connections of that site. */
export function isSameWallet(known: WalletRef | null, { connector, id, origin }: WalletRef): boolean {
  return known?.connector === connector && known.id === id && known.origin === origin
}

function chainKey({ connector, id, origin }: WalletRef, chainId: number): string {
  return `${connector} ${id} ${origin} ${chainId}`
}

/** Returns what stood in the way of a request; null where it was answered. */
export function answerProblem(answer: WalletAnswer): ProblemData | null {
  if (answer.kind === 'result') return null
  if (answer.kind === 'failure') return walletProblem(answer.failure).problem
  return answer.kind === 'unreached' ? unreachedProblem(answer) : new Problem('walletGone').data
}

/** What wallets are asked now, as their connectors tell it. */
export interface Askings {
  /** A wallet is asked this for a request from now on; null once it is asked nothing for it any more. */
  onAsking(requestId: string, method: WalletMethod | null, wallet?: WalletRef | null): void
  /** Ferry brought the page of the asked wallet to the front: the wallet may see the request only now. */
  onFronted(requestId: string): void
  /** Ferry reads what the wallet did of a request that it had when Ferry began; false once that was read. */
  onChecking(requestId: string, isChecking: boolean): void
  now(): readonly Asking[]
}

/** Keeps what wallets are asked, each since it left for its wallet; `changed` hears of every change. */
export function createAskings(clock: Clock, changed: (asking: readonly Asking[]) => void): Askings {
  let all: readonly Asking[] = []
  const known = (requestId: string) => all.find((one) => one.requestId === requestId)

  function put(requestId: string, asking: Asking | null): void {
    const others = all.filter((one) => one.requestId !== requestId)
    if (asking === null && others.length === all.length) return
    all = asking === null ? others : [...others, asking]
    changed(all)
  }

  return {
    onAsking(requestId, method, wallet) {
      const asking = { requestId, method, askedMs: clock.nowMs(), ...of(wallet) }
      const isChecking = known(requestId)?.isChecking === true
      put(requestId, method === null ? null : isChecking ? { ...asking, isChecking } : asking)
    },
    onFronted(requestId) {
      const asked = known(requestId) ?? { requestId, method: null }
      put(requestId, { ...asked, askedMs: clock.nowMs(), isFronted: true })
    },
    onChecking(requestId, isChecking) {
      const asked = known(requestId)
      const { isChecking: was = false, ...asking } = asked ?? {
        requestId,
        method: null,
        askedMs: clock.nowMs(),
      }
      if (isChecking) put(requestId, { ...asking, isChecking })
      else if (was) put(requestId, asking.method === null && asking.isFronted !== true ? null : asking)
    },
    now: () => all,
  }
}

/** Of a picture a view has no need here, and it may be large. */
function of(wallet: WalletRef | null | undefined): Pick<Asking, 'wallet'> {
  if (!wallet) return {}
  const { connector, id, name } = wallet
  return { wallet: { connector, id, name } }
}
