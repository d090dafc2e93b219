import { keccak256, toHex } from 'viem'
import { type Hex, lowerHex } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { WalletAnswer, WalletFailure, WalletRead, WalletRequest } from '../../lib/wallet/port.ts'
import { person, stranger } from './chains.ts'
import type { Call, FakeChain } from './fake-chain.ts'
import type { ManualClock } from './manual-clock.ts'
import { isRefusal, type Mood, refusals } from './fake-wallet-behaviours.ts'
import { callsOf, lowered } from './wallet-calls.ts'

export interface FakeWallet {
  /** The behaviours of the next requests; `yes` when empty. */
  readonly moods: Mood[]
  /** The requests that it prompted the person with, each once. */
  readonly prompts: WalletRequest[]
  /** The typed data texts that it signed. */
  readonly signed: string[]
  /** Its `atomic` capability for several calls in one (EIP-5792); null: it reports none. */
  atomic: 'supported' | 'ready' | 'unsupported' | null
  /** Reports the calls that it accepted as failed, without a transaction. */
  namesFailed: boolean
  /** The calls that it accepted, by their id, with their transaction if there is one. */
  readonly bundles: Map<string, { hash: Hex | null; status: number }>
  waitMs: number
  /** The delay of a `late` answer. */
  lateMs: number
  /** The requests that it still shows. */
  unanswered(): readonly WalletRequest[]
  read(read: WalletRead): Promise<unknown>
  ask(request: WalletRequest): Promise<void>
  /** The person decides a silent request after all. */
  decide(requestId: string, mood: Mood): Promise<void>
}

/** The error for calls with an id that it already accepted (EIP-5792). */
const duplicateId: WalletFailure = { code: 5720, message: 'Duplicate ID' }

/** The connection to the wallet in one life of the background. It ends with that life. */
export interface WalletWay {
  isDead(): boolean
  /** Checked as the last step before the wallet prompts. */
  mayPut(requestId: string): Promise<boolean>
}

/** The time until the wallet can show the request itself. */
const beforeMs = 20 * secondMs

/** A wallet with one key. For a repeated request id it shows no prompt: it repeats its answer, or `lost`. */
export function createFakeWallet(
  clock: ManualClock,
  chain: FakeChain,
  deliver: (answer: WalletAnswer) => void,
  wayNow: () => WalletWay,
): FakeWallet {
  /** The connections of requests that are not shown yet. */
  const before = new Map<string, WalletWay>()
  /** Requests whose caller stopped waiting. They are decided with the next request. */
  const beside: WalletRequest[] = []
  const known = new Map<string, { answer: WalletAnswer | null; isLost: boolean }>()

  async function act(request: WalletRequest, key = person): Promise<unknown> {
    if (request.method === 'eth_signTypedData_v4') {
      const text = String(request.params[1])
      wallet.signed.push(text)
      return key.signTypedData(JSON.parse(text))
    }
    const calls = callsOf(request)
    if (request.method === 'wallet_sendCalls') return take(request, calls)
    return chain.send(calls[0] as Call)
  }

  /** Accepts calls once: a known id is refused (EIP-5792). */
  function take(request: WalletRequest, calls: readonly Call[]): { id: string } | typeof duplicateId {
    const { id } = request.params[0] as { id: string }
    if (wallet.bundles.has(id)) return duplicateId
    wallet.bundles.set(id, { hash: chain.carry(calls, (calls[0] as Call).from), status: 200 })
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
    return chain.carry(callsOf(request), lowerHex(stranger.address))
  }

  async function answerOf(request: WalletRequest, mood: Mood): Promise<WalletAnswer | null> {
    const { requestId, wallet: ref } = request
    const result = (value: unknown) => ({ requestId, kind: 'result', result: value, wallet: ref }) as const
    const said = (value: unknown): WalletAnswer =>
      value === duplicateId ? { requestId, kind: 'failure', failure: duplicateId } : result(value)
    if (isRefusal(mood)) return { requestId, kind: 'failure', failure: refusals[mood] }
    switch (mood) {
      case 'yes':
      case 'twice':
      case 'hidden':
      case 'late':
      case 'kept':
      case 'beside':
      case 'before':
        return said(await act(request))
      case 'lower':
        return said(await act(lowered(request)))
      case 'stranger':
        return result(await act(request, stranger))
      case 'oldV': {
        const signature = String(await act(request))
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
        await act(request)
        return { requestId, kind: 'failure', failure: { code: -32603, message: 'Internal JSON-RPC error.' } }
      case 'unreached':
        return { requestId, kind: 'unreached', reason: 'noPage' }
      case 'noChain':
        return { requestId, kind: 'unreached', reason: 'wrongChain' }
      case 'gone':
        return { requestId, kind: 'lost' }
      case 'deaf':
        await act(request)
        return null
      case 'lowerDeaf':
        await act(lowered(request))
        return null
      case 'silent':
        return null
    }
  }

  async function put(request: WalletRequest, mood: Mood): Promise<void> {
    wallet.prompts.push(request)
    for (const open of beside.splice(0)) await answerOf(open, 'beside')
    await decide(request, mood)
  }

  /**
   * Shows a request after the wallet started. It does not show one that was stopped before, or whose
   * background has died.
   */
  function putLater(request: WalletRequest): void {
    const { requestId } = request
    const unreached = { requestId, kind: 'unreached', reason: 'noPage' } as const
    const way = wayNow()
    known.set(requestId, { answer: unreached, isLost: false })
    before.set(requestId, way)
    clock.after(beforeMs, async () => {
      before.delete(requestId)
      if (way.isDead()) return
      // The check failed, so the order was not stored and the wallet must not prompt (R1).
      const may = await way.mayPut(requestId).catch(() => false)
      if (may) await put(request, 'before')
      else deliver(unreached)
    })
  }

  async function decide(request: WalletRequest, mood: Mood): Promise<void> {
    const { requestId } = request
    const isCut = mood === 'kept' || mood === 'beside'
    if (!isCut && mood !== 'hidden' && mood !== 'late')
      return tell(request, mood, await answerOf(request, mood))
    known.set(requestId, { answer: null, isLost: isCut })
    if (isCut) clock.after(wallet.waitMs, () => deliver({ requestId, kind: 'lost' }))
    if (mood === 'beside') beside.push(request)
    else
      clock.after(mood === 'hidden' ? 10 * secondMs : wallet.lateMs, async () => {
        const answer = await answerOf(request, mood)
        if (!isCut) tell(request, mood, answer)
      })
  }

  function tell(request: WalletRequest, mood: Mood, answer: WalletAnswer | null): void {
    known.set(request.requestId, { answer, isLost: mood === 'deaf' || mood === 'lowerDeaf' })
    if (answer === null) return
    clock.after(wallet.waitMs, () => deliver(answer))
    if (mood === 'twice') clock.after(wallet.waitMs * 2, () => deliver(answer))
  }

  const wallet: FakeWallet = {
    unanswered: () =>
      wallet.prompts.filter(({ requestId }) => {
        const { answer, isLost } = known.get(requestId) ?? { answer: null, isLost: true }
        return answer === null && !isLost
      }),
    moods: [],
    prompts: [],
    signed: [],
    atomic: null,
    namesFailed: false,
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
      const { hash, status } = wallet.namesFailed ? { hash: null, status: 500 } : bundle
      const view = hash === null ? null : await chain.reader.transaction(0, hash)
      const isWaiting = status === 200 && view?.kind !== 'mined'
      const receipts = hash === null || isWaiting ? [] : [{ transactionHash: hash, status: '0x1' }]
      return { version: '2.0.0', id: params[0], atomic: true, status: isWaiting ? 100 : status, receipts }
    },
    async ask(request) {
      const { requestId } = request
      if (before.get(requestId)?.isDead() === false) return
      const asked = known.get(requestId)
      if (asked !== undefined) {
        const answer = asked.isLost ? ({ requestId, kind: 'lost' } as const) : asked.answer
        if (answer !== null) clock.after(wallet.waitMs, () => deliver(answer))
        return
      }
      if (request.isHeardOnly === true) {
        clock.after(wallet.waitMs, () => deliver({ requestId, kind: 'lost' }))
        return
      }
      const mood = wallet.moods.shift() ?? 'yes'
      if (mood === 'before') putLater(request)
      else await put(request, mood)
    },
    async decide(requestId, mood) {
      const request = wallet.prompts.find((one) => one.requestId === requestId)
      if (request === undefined) throw new Error('the wallet was never asked that')
      await decide(request, mood)
    },
  }
  return wallet
}
