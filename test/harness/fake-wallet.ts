import { keccak256, toHex } from 'viem'
import { type Hex, lowerHex } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { WalletAnswer, WalletFailure, WalletRead, WalletRequest } from '../../lib/wallet/port.ts'
import { person, stranger } from './chains.ts'
import type { Call, FakeChain } from './fake-chain.ts'
import { type FakeWalletBehaviour, isRejection, rejections } from './fake-wallet-behaviours.ts'
import type { ManualClock } from './manual-clock.ts'
import { callsOf, lowerApproval } from './wallet-calls.ts'

export interface FakeWallet {
  /** The behaviours of the next requests; `yes` when empty. */
  readonly behaviours: FakeWalletBehaviour[]
  /** The requests that it prompted the person with, each once. */
  readonly prompts: WalletRequest[]
  readonly signed: string[]
  /** Its `atomic` capability for several calls in one (EIP-5792); null: it reports none. */
  atomic: 'supported' | 'ready' | 'unsupported' | null
  reportsCallsFailed: boolean
  /** The calls that it accepted, by their id, with their transaction if there is one. */
  readonly bundles: Map<string, { hash: Hex | null; status: number }>
  waitMs: number
  lateMs: number
  /** The requests that it still shows. */
  unanswered(): readonly WalletRequest[]
  read(read: WalletRead): Promise<unknown>
  handleRequest(request: WalletRequest): Promise<void>
  /** The person decides a silent request after all. */
  decide(requestId: string, behaviour: FakeWalletBehaviour): Promise<void>
}

/** The error for calls with an id that it already accepted (EIP-5792). */
const duplicateId: WalletFailure = { code: 5720, message: 'Duplicate ID' }

/** The connection to the wallet in one life of the background. It ends with that life. */
export interface WalletConnection {
  isDead(): boolean
  /** Checked as the last step before the wallet prompts. */
  claimSend(requestId: string): Promise<boolean>
}

/** The time until the wallet can show the request itself. */
const startMs = 20 * secondMs

/** A wallet with one key. For a repeated request id it shows no prompt: it repeats its answer, or `lost`. */
export function createFakeWallet(
  clock: ManualClock,
  chain: FakeChain,
  deliver: (answer: WalletAnswer) => void,
  currentConnection: () => WalletConnection,
): FakeWallet {
  const connectionsOfUnshown = new Map<string, WalletConnection>()
  /** Requests whose caller stopped waiting. They are decided with the next request. */
  const abandonedRequests: WalletRequest[] = []
  const known = new Map<string, { answer: WalletAnswer | null; isLost: boolean }>()

  async function carryOut(request: WalletRequest, key = person): Promise<unknown> {
    if (request.method === 'eth_signTypedData_v4') {
      const text = String(request.params[1])
      wallet.signed.push(text)
      return key.signTypedData(JSON.parse(text))
    }
    const calls = callsOf(request)
    if (request.method === 'wallet_sendCalls') return acceptCalls(request, calls)
    return chain.send(calls[0] as Call)
  }

  /** Accepts calls once: a known id is refused (EIP-5792). */
  function acceptCalls(request: WalletRequest, calls: readonly Call[]): { id: string } | typeof duplicateId {
    const { id } = request.params[0] as { id: string }
    if (wallet.bundles.has(id)) return duplicateId
    wallet.bundles.set(id, { hash: chain.sendThroughAccount(calls, (calls[0] as Call).from), status: 200 })
    return { id }
  }

  /** Takes calls that are never carried out. */
  function never(request: WalletRequest): { id: string } {
    const { id } = request.params[0] as { id: string }
    wallet.bundles.set(id, { hash: null, status: 100 })
    return { id }
  }

  /** Another account's transaction carries the call of a contract account. */
  function relay(request: WalletRequest): Hex {
    return chain.sendThroughAccount(callsOf(request), lowerHex(stranger.address))
  }

  async function answerOf(
    request: WalletRequest,
    behaviour: FakeWalletBehaviour,
  ): Promise<WalletAnswer | null> {
    const { requestId, wallet: ref } = request
    const result = (value: unknown) => ({ requestId, kind: 'result', result: value, wallet: ref }) as const
    const said = (value: unknown): WalletAnswer =>
      value === duplicateId ? { requestId, kind: 'failure', failure: duplicateId } : result(value)
    if (isRejection(behaviour)) return { requestId, kind: 'failure', failure: rejections[behaviour] }
    switch (behaviour) {
      case 'yes':
      case 'twice':
      case 'hidden':
      case 'late':
      case 'kept':
      case 'withNext':
      case 'before':
        return said(await carryOut(request))
      case 'lower':
        return said(await carryOut(lowerApproval(request)))
      case 'stranger':
        return result(await carryOut(request, stranger))
      case 'oldV': {
        const signature = String(await carryOut(request))
        return result(`${signature.slice(0, 130)}0${signature.endsWith('1b') ? 0 : 1}`)
      }
      case 'relayed':
        return result(relay(request))
      case 'queued':
        clock.after(120 * secondMs, () => relay(request))
        return result(keccak256(toHex(`what the owners agree on: ${requestId}`)))
      case 'unsent':
        if (request.method === 'wallet_sendCalls') return result(never(request))
        return result(keccak256(toHex(`what no node is ever sent: ${requestId}`)))
      case 'garbage':
        return result({ hash: 'not a hash' })
      case 'unclear':
        await carryOut(request)
        return { requestId, kind: 'failure', failure: { code: -32603, message: 'Internal JSON-RPC error.' } }
      case 'unreached':
        return { requestId, kind: 'unreached', reason: 'noPage' }
      case 'noChain':
        return { requestId, kind: 'unreached', reason: 'wrongChain' }
      case 'gone':
        return { requestId, kind: 'lost' }
      case 'deaf':
        await carryOut(request)
        return null
      case 'lowerDeaf':
        await carryOut(lowerApproval(request))
        return null
      case 'silent':
        return null
    }
  }

  async function showPrompt(request: WalletRequest, behaviour: FakeWalletBehaviour): Promise<void> {
    wallet.prompts.push(request)
    for (const open of abandonedRequests.splice(0)) await answerOf(open, 'withNext')
    await decide(request, behaviour)
  }

  /**
   * Shows a request after the wallet started. It does not show one that was stopped before, or whose
   * background has died.
   */
  function showPromptAfterStart(request: WalletRequest): void {
    const { requestId } = request
    const unreached = { requestId, kind: 'unreached', reason: 'noPage' } as const
    const way = currentConnection()
    known.set(requestId, { answer: unreached, isLost: false })
    connectionsOfUnshown.set(requestId, way)
    clock.after(startMs, async () => {
      connectionsOfUnshown.delete(requestId)
      if (way.isDead()) return
      // The check failed, so the order was not stored and the wallet must not prompt (R1).
      const may = await way.claimSend(requestId).catch(() => false)
      if (may) await showPrompt(request, 'before')
      else deliver(unreached)
    })
  }

  async function decide(request: WalletRequest, walletBehaviour: FakeWalletBehaviour): Promise<void> {
    const { requestId } = request
    const hasMoreTerms = walletBehaviour === 'kept' || walletBehaviour === 'withNext'
    if (!hasMoreTerms && walletBehaviour !== 'hidden' && walletBehaviour !== 'late')
      return deliverAnswer(request, walletBehaviour, await answerOf(request, walletBehaviour))
    known.set(requestId, { answer: null, isLost: hasMoreTerms })
    if (hasMoreTerms) clock.after(wallet.waitMs, () => deliver({ requestId, kind: 'lost' }))
    if (walletBehaviour === 'withNext') abandonedRequests.push(request)
    else
      clock.after(walletBehaviour === 'hidden' ? 10 * secondMs : wallet.lateMs, async () => {
        const answer = await answerOf(request, walletBehaviour)
        if (!hasMoreTerms) deliverAnswer(request, walletBehaviour, answer)
      })
  }

  function deliverAnswer(
    request: WalletRequest,
    behaviour: FakeWalletBehaviour,
    answer: WalletAnswer | null,
  ): void {
    known.set(request.requestId, { answer, isLost: behaviour === 'deaf' || behaviour === 'lowerDeaf' })
    if (answer === null) return
    clock.after(wallet.waitMs, () => deliver(answer))
    if (behaviour === 'twice') clock.after(wallet.waitMs * 2, () => deliver(answer))
  }

  const wallet: FakeWallet = {
    unanswered: () =>
      wallet.prompts.filter(({ requestId }) => {
        const { answer, isLost } = known.get(requestId) ?? { answer: null, isLost: true }
        return answer === null && !isLost
      }),
    behaviours: [],
    prompts: [],
    signed: [],
    atomic: null,
    reportsCallsFailed: false,
    bundles: new Map(),
    waitMs: secondMs,
    lateMs: 4 * minuteMs,
    async read({ method, params }) {
      if (method === 'wallet_getCapabilities') {
        const [, [chainId = '0x0'] = []] = params as [string, readonly string[]]
        return wallet.atomic === null ? null : { [chainId]: { atomic: { status: wallet.atomic } } }
      }
      const bundle = wallet.bundles.get(String(params[0]))
      if (bundle === undefined) return null
      const { hash, status } = wallet.reportsCallsFailed ? { hash: null, status: 500 } : bundle
      const view = hash === null ? null : await chain.reader.transaction(0, hash)
      const isWaiting = status === 200 && view?.kind !== 'mined'
      const receipts = hash === null || isWaiting ? [] : [{ transactionHash: hash, status: '0x1' }]
      return { version: '2.0.0', id: params[0], atomic: true, status: isWaiting ? 100 : status, receipts }
    },
    async handleRequest(request) {
      const { requestId } = request
      if (connectionsOfUnshown.get(requestId)?.isDead() === false) return
      const requested = known.get(requestId)
      if (requested !== undefined) {
        const answer = requested.isLost ? ({ requestId, kind: 'lost' } as const) : requested.answer
        if (answer !== null) clock.after(wallet.waitMs, () => deliver(answer))
        return
      }
      if (request.onlyReplaysAnswer === true) {
        clock.after(wallet.waitMs, () => deliver({ requestId, kind: 'lost' }))
        return
      }
      const behaviour = wallet.behaviours.shift() ?? 'yes'
      if (behaviour === 'before') showPromptAfterStart(request)
      else if (
        await currentConnection()
          .claimSend(requestId)
          .catch(() => false)
      )
        await showPrompt(request, behaviour)
      else deliver({ requestId, kind: 'unreached', reason: 'noPage' })
    },
    async decide(requestId, walletBehaviour) {
      const request = wallet.prompts.find((one) => one.requestId === requestId)
      if (request === undefined) throw new Error('the wallet was never asked that')
      await decide(request, walletBehaviour)
    },
  }
  return wallet
}
