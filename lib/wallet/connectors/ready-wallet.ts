import { isAddress } from '../../base/hex.ts'
import { type Rejection, readRejection } from '../../base/page-provider.ts'
import type { Wait } from '../../base/time.ts'
import {
  type IsWanted,
  isUnknownChain,
  type WalletEvent,
  type WalletFailure,
  type WalletListeners,
  type WalletMethod,
  type WalletRef,
  type WalletRequest,
} from '../port.ts'
import { Disconnected } from './stream-pool.ts'

/** Asks a wallet one thing; rejects with whatever the wallet rejects with. */
type AskWallet = (method: WalletMethod, params: readonly unknown[]) => Promise<unknown>

/** How the steps before a request reach its wallet. */
export interface WalletSteps {
  readonly ask: AskWallet
  readonly wait: Wait
  /** Calls back at each `chainChanged` of the wallet; returns the end of that. */
  readonly onChainChanged: (changed: () => void) => () => void
}

/** How long a wallet may name its old chain after it took a switch. */
const chainSettlesMs = 3_000
const readChainEveryMs = 300

/**
 * Brings a wallet to the account and onto the chain a request needs, before the method itself is asked. Null when it is
 * there, else why it is not; rejects with what the wallet rejected with.
 */
export async function readyWallet(
  { account, chain }: Pick<WalletRequest, 'account' | 'chain'>,
  { ask, wait, onChainChanged }: WalletSteps,
): Promise<'wrongAccount' | 'wrongChain' | null> {
  async function hasAccount(wanted: string): Promise<boolean> {
    let accounts = await ask('eth_accounts', [])
    // None at all means that we are not authorised there yet.
    if (Array.isArray(accounts) && accounts.length === 0) accounts = await ask('eth_requestAccounts', [])
    return (
      Array.isArray(accounts) && accounts.some((each) => `${each}`.toLowerCase() === wanted.toLowerCase())
    )
  }

  async function isOnChain(chainId: number): Promise<boolean> {
    const said = await ask('eth_chainId', [])
    // Wallets say it in hex, in digits and as a number; `true` and `[1]` would be one as well.
    return (typeof said === 'string' || typeof said === 'number') && Number(said) === chainId
  }

  async function isSoonOnChain(chainId: number): Promise<boolean> {
    for (let waitedMs = 0; waitedMs <= chainSettlesMs; waitedMs += readChainEveryMs) {
      if (await isOnChain(chainId)) return true
      await wait(readChainEveryMs)
    }
    return false
  }

  /** Requests the chain. Some wallets switch and never answer: a change that `eth_chainId` confirms counts as the answer. */
  async function requestChain(chainId: number): Promise<void> {
    const answer = ask('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
    let end: () => void = () => undefined
    const isThere = new Promise<void>((done) => {
      end = onChainChanged(() => {
        // A read that fails confirms nothing: the answer, or another change, is waited for.
        void isOnChain(chainId).then(
          (is) => is && done(),
          () => undefined,
        )
      })
    })
    await Promise.race([answer, isThere]).finally(end)
  }

  async function switchChain(chainId: number): Promise<void> {
    try {
      await requestChain(chainId)
    } catch (thrown) {
      if (!chain?.add || !isUnknownChain(walletFailure(thrown))) throw thrown
      await ask('wallet_addEthereumChain', [chain.add])
      await requestChain(chainId)
    }
  }

  if (account !== null && !(await hasAccount(account))) return 'wrongAccount'
  if (chain !== null && !(await isOnChain(chain.chainId))) {
    await switchChain(chain.chainId)
    if (!(await isSoonOnChain(chain.chainId))) return 'wrongChain'
  }
  return null
}

/** Returns a request's parameters as wallets take them: those of EIP-747 alone come by name, and stand in its list as one object. */
export function takenParams({
  method,
  params,
}: Pick<WalletRequest, 'method' | 'params'>): readonly unknown[] | object {
  return method === 'wallet_watchAsset' ? Object(params[0]) : params
}

const accountsLimit = 1_000

/** Returns an EIP-1193 event in the port's terms; null for one with a malformed value. */
export function walletEvent(
  wallet: WalletRef,
  name: 'accountsChanged' | 'chainChanged' | 'disconnect',
  value: unknown,
): WalletEvent | null {
  if (name === 'disconnect') return { kind: 'disconnect', wallet }
  if (name === 'accountsChanged') {
    if (!Array.isArray(value) || value.length > accountsLimit || !value.every(isAddress)) return null
    return { kind: 'accounts', wallet, accounts: value.map((address) => address.toLowerCase()) }
  }
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(chainId) && chainId > 0 ? { kind: 'chain', wallet, chainId } : null
}

/** Returns code and words of whatever a wallet rejected with. */
export function walletFailure(thrown: unknown): WalletFailure {
  return plainFailure(readRejection(thrown))
}

/** Codes that a wallet alone gives (EIP-1193, EIP-5792); all others may be those of its node. */
const isOfWallet = (code: number): boolean => code >= 4000 && code < 6000

/**
 * Returns a wallet's own code where it is nested in -32603, since that is the real one; that of a node says what went
 * wrong there, and nothing of the user.
 */
export function plainFailure({ code: outer, inner, message }: Rejection): WalletFailure {
  const nested = Number(inner ?? Number.NaN)
  const code = outer === -32603 && isOfWallet(nested) ? nested : Number(outer ?? Number.NaN)
  return { code: Number.isSafeInteger(code) ? code : null, message }
}

/** Throws `Disconnected` where nobody waits any more, or nobody can say: nothing is put to the wallet then. */
export async function requireWanted(isWanted: IsWanted, requestId: string): Promise<void> {
  const is = await isWanted(requestId).catch((cause: unknown) => {
    throw new Disconnected('nobody could say whether it is wanted', { cause })
  })
  if (!is) throw new Disconnected('it was stopped')
}

/** A wallet that never answers must not keep the next swap waiting for ever. */
export const silentMs = 60_000
/** What is answered sooner was answered without a window: no user is that quick. */
const windowMs = 300

/** A request whose turn has come, until the next one may be begun. */
interface Turn {
  readonly requestId: string
  readonly over: Promise<unknown>
}

/** Creates a queue of one request at a time for each wallet, or page; `first` is what the very first one there waits for. */
export function createQueue<Key>(
  { wait, isWanted }: { readonly wait: Wait; readonly isWanted: IsWanted },
  /** What a wallet's window takes to close after an answer. Some refuse, or never show, what comes before. */
  quietMs: number,
  first: (key: Key) => Promise<unknown> = () => Promise.resolve(),
): (key: Key, requestId: string, work: () => Promise<void>) => void {
  const turns = new Map<Key, Turn>()

  /** Waits for the one before. What was stopped may have been forgotten by the wallet: nothing waits for its answer. */
  async function after({ requestId, over }: Turn): Promise<void> {
    const isStopped = await isWanted(requestId).then(
      (is) => !is,
      () => false,
    )
    await (isStopped ? Promise.race([over, wait(quietMs)]) : over)
  }

  return (key, requestId, work) => {
    const last = turns.get(key)
    const begun = last === undefined ? first(key) : after(last)
    const done = begun.then(() => Promise.race([work(), wait(silentMs)]))
    const settled = (): Promise<void> => wait(quietMs)
    // However this one ends, the next one is begun.
    turns.set(key, { requestId, over: done.then(settled, settled) })
  }
}

/** Passes a result on once the window that a user may have answered in is closed; rejects at once. */
export async function whenQuiet<T>(answer: Promise<T>, wait: Wait, quietMs: number): Promise<T> {
  const quick = answer.then(
    () => true,
    () => true,
  )
  const isQuick = Promise.race([quick, wait(windowMs).then(() => false)])
  const result = await answer
  if (!(await isQuick)) await wait(quietMs)
  return result
}

/** What one request has open in its wallet, as the screens show it. */
export interface OpenSteps {
  /** A step that is not answered at once is put to the user: it is open until it is answered, or another one is. */
  step<T>(method: WalletMethod, answer: Promise<T>): Promise<T>
  /** The request itself is with the wallet from now on. */
  put(method: WalletMethod): void
}

/** Creates the open steps of a request; what is answered sooner than a window opens asked nobody. */
export function createOpenSteps(
  { requestId, wallet }: { readonly requestId: string; readonly wallet: WalletRef },
  { onAsking }: Pick<WalletListeners, 'onAsking'>,
  wait: Wait,
): OpenSteps {
  let last: object = {}
  return {
    async step(method, answer) {
      const self = {}
      let isTold = false
      let isAnswered = false
      last = self
      void wait(windowMs).then(() => {
        if (isAnswered || last !== self) return
        isTold = true
        onAsking(requestId, method, wallet)
      })
      try {
        return await answer
      } finally {
        isAnswered = true
        // A switch that is answered late, after the chain was read, ends nothing that came after it.
        if (isTold && last === self) onAsking(requestId, null, wallet)
      }
    },
    put(method) {
      last = {}
      onAsking(requestId, method, wallet)
    },
  }
}

/** Those who hear of each `chainChanged` of a wallet, by the wallet's id. */
export function createChainChanges() {
  const heard = new Map<string, Set<() => void>>()
  return {
    /** Calls back at each change; returns the end of that. */
    on(id: string, changed: () => void): () => void {
      const all = heard.get(id) ?? new Set()
      heard.set(id, all.add(changed))
      return () => void all.delete(changed)
    },
    tell(id: string): void {
      for (const changed of heard.get(id) ?? []) changed()
    },
  }
}

/** Below the 30 s after which a worker without events dies, for as long as a user may take. */
const holdMs = 20_000
const holdBeats = 45

/** Keeps the worker from dying of idleness while it is needed: any call of the extension API (`beat`) puts that off. */
export function createHold(
  { wait, beat }: { readonly wait: Wait; readonly beat: () => Promise<unknown> },
  isNeeded: () => boolean,
): () => Promise<void> {
  let isHeld = false
  return async () => {
    if (isHeld) return
    isHeld = true
    for (let beats = 0; beats < holdBeats && isNeeded(); beats += 1) {
      await wait(holdMs)
      // Whatever came of the call, the worker was not idle; the next one is made all the same.
      await beat().catch(() => undefined)
    }
    isHeld = false
  }
}
