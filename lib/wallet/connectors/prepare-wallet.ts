import { isAddress } from '../../base/hex.ts'
import { type Rejection, readRejection } from '../../base/page-provider.ts'
import type { Wait } from '../../base/time.ts'
import {
  type IsRequestNeeded,
  isUnknownChain,
  type WalletEvent,
  type WalletFailure,
  type WalletListeners,
  type WalletMethod,
  type WalletRef,
  type WalletRequest,
} from '../port.ts'
import { Disconnected } from './stream-pool.ts'

type RequestWallet = (method: WalletMethod, params: readonly unknown[]) => Promise<unknown>

export interface WalletSteps {
  readonly request: RequestWallet
  readonly wait: Wait
  readonly onChainChanged: (changed: () => void) => () => void
}

/** How long a wallet may still report its old chain after a switch. */
const chainSettlesMs = 3_000
const readChainEveryMs = 300

/** Returns null when account and chain are right, else the reason; rejects with the wallet's rejection. */
export async function prepareWallet(
  { account, chain }: Pick<WalletRequest, 'account' | 'chain'>,
  { request, wait, onChainChanged }: WalletSteps,
): Promise<'wrongAccount' | 'wrongChain' | null> {
  async function hasAccount(wanted: string): Promise<boolean> {
    let accounts = await request('eth_accounts', [])
    // No account at all means that Ferry is not authorised yet.
    if (Array.isArray(accounts) && accounts.length === 0) accounts = await request('eth_requestAccounts', [])
    return (
      Array.isArray(accounts) && accounts.some((each) => `${each}`.toLowerCase() === wanted.toLowerCase())
    )
  }

  async function isOnChain(chainId: number): Promise<boolean> {
    const said = await request('eth_chainId', [])
    // Wallets answer in hex, in digits or as a number; `true` and `[1]` would convert to a number too.
    return (typeof said === 'string' || typeof said === 'number') && Number(said) === chainId
  }

  async function waitUntilOnChain(chainId: number): Promise<boolean> {
    for (let waitedMs = 0; waitedMs <= chainSettlesMs; waitedMs += readChainEveryMs) {
      if (await isOnChain(chainId)) return true
      await wait(readChainEveryMs)
    }
    return false
  }

  /** Some wallets switch and never answer: a change that `eth_chainId` confirms counts as the answer. */
  async function requestChain(chainId: number): Promise<void> {
    const answer = request('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
    let end: () => void = () => undefined
    const isThere = new Promise<void>((done) => {
      end = onChainChanged(() => {
        // A failed read confirms nothing: wait for the answer, or for another change.
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
      await request('wallet_addEthereumChain', [chain.add])
      await requestChain(chainId)
    }
  }

  if (account !== null && !(await hasAccount(account))) return 'wrongAccount'
  if (chain !== null && !(await isOnChain(chain.chainId))) {
    await switchChain(chain.chainId)
    if (!(await waitUntilOnChain(chain.chainId))) return 'wrongChain'
  }
  return null
}

/** Only EIP-747 has named parameters, which the list holds as one object. */
export function toWalletParams({
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

export function walletFailure(thrown: unknown): WalletFailure {
  return unwrapRejection(readRejection(thrown))
}

/** Codes of wallets only (EIP-1193, EIP-5792); all others may come from the node. */
const isOfWallet = (code: number): boolean => code >= 4000 && code < 6000

/**
 * Returns the wallet's own code where it is nested in -32603, because that is the real one. A nested code of a node
 * describes the node's error, not the user's decision.
 */
export function unwrapRejection({ code: outer, inner, message }: Rejection): WalletFailure {
  const nested = Number(inner ?? Number.NaN)
  const code = outer === -32603 && isOfWallet(nested) ? nested : Number(outer ?? Number.NaN)
  return { code: Number.isSafeInteger(code) ? code : null, message }
}

/** Throws `Disconnected`, also where it cannot determine whether the request is wanted. */
export async function requireNeeded(isNeeded: IsRequestNeeded, requestId: string): Promise<void> {
  const is = await isNeeded(requestId).catch((cause: unknown) => {
    throw new Disconnected('cannot read whether the request is still needed', { cause })
  })
  if (!is) throw new Disconnected('it was stopped')
}

/** A wallet that never answers must not block the next swap for longer. */
export const walletAnswerTimeoutMs = 60_000
/** A faster answer came without a window: no user is that quick. */
const windowOpenMs = 300

interface Turn {
  readonly requestId: string
  readonly over: Promise<unknown>
}

/** Creates a queue with one request at a time for each wallet or page; `first` delays the first request of each. */
export function createQueue<Key>(
  { wait, isNeeded }: { readonly wait: Wait; readonly isNeeded: IsRequestNeeded },
  /**
   * How long a wallet's window takes to close after an answer. Some wallets refuse earlier requests, or never show them.
   */
  windowCloseMs: number,
  first: (key: Key) => Promise<unknown> = () => Promise.resolve(),
): (key: Key, requestId: string, work: () => Promise<void>) => void {
  const turns = new Map<Key, Turn>()

  /**
   * Waits for the request before. If that one was stopped, the wallet may have forgotten it, so do not wait for its answer.
   */
  async function after({ requestId, over }: Turn): Promise<void> {
    const isStopped = await isNeeded(requestId).then(
      (is) => !is,
      () => false,
    )
    await (isStopped ? Promise.race([over, wait(windowCloseMs)]) : over)
  }

  return (key, requestId, work) => {
    const last = turns.get(key)
    const begun = last === undefined ? first(key) : after(last)
    const done = begun.then(() => Promise.race([work(), wait(walletAnswerTimeoutMs)]))
    const settled = (): Promise<void> => wait(windowCloseMs)
    // The next request starts whatever the result of this one.
    turns.set(key, { requestId, over: done.then(settled, settled) })
  }
}

/**
 * Delays a result until the wallet's window is closed, unless the answer came too fast for a window. A rejection is not delayed.
 */
export async function afterWindowClosed<T>(answer: Promise<T>, wait: Wait, quietMs: number): Promise<T> {
  const quick = answer.then(
    () => true,
    () => true,
  )
  const isQuick = Promise.race([quick, wait(windowOpenMs).then(() => false)])
  const result = await answer
  if (!(await isQuick)) await wait(quietMs)
  return result
}

export interface PromptTracker {
  /** Reports a step without an immediate answer as open, until it is answered or the next one is sent. */
  step<T>(method: WalletMethod, answer: Promise<T>): Promise<T>
  markSent(method: WalletMethod): void
}

/** Creates the open steps of a request. An answer faster than a window can open involved no user. */
export function createPromptTracker(
  { requestId, wallet }: { readonly requestId: string; readonly wallet: WalletRef },
  { onOpenRequest }: Pick<WalletListeners, 'onOpenRequest'>,
  wait: Wait,
): PromptTracker {
  let last: object = {}
  return {
    async step(method, answer) {
      const self = {}
      let isReported = false
      let isAnswered = false
      last = self
      void wait(windowOpenMs).then(() => {
        if (isAnswered || last !== self) return
        isReported = true
        onOpenRequest(requestId, method, wallet)
      })
      try {
        return await answer
      } finally {
        isAnswered = true
        // A switch answered late, after the chain was read, must not end a newer step.
        if (isReported && last === self) onOpenRequest(requestId, null, wallet)
      }
    },
    markSent(method) {
      last = {}
      onOpenRequest(requestId, method, wallet)
    },
  }
}

export function createChainChanges() {
  const listeners = new Map<string, Set<() => void>>()
  return {
    on(id: string, changed: () => void): () => void {
      const all = listeners.get(id) ?? new Set()
      listeners.set(id, all.add(changed))
      return () => void all.delete(changed)
    },
    notify(id: string): void {
      for (const changed of listeners.get(id) ?? []) changed()
    },
  }
}

/** Below the 30 s after which an idle worker is stopped; repeated for as long as a user may take. */
const holdMs = 20_000
const maxKeepAliveCalls = 45

/** Keeps the worker alive while it is needed: each call of the extension API (`beat`) postpones its end. */
export function createKeepAlive(
  { wait, beat }: { readonly wait: Wait; readonly beat: () => Promise<unknown> },
  isNeeded: () => boolean,
): () => Promise<void> {
  let isHeld = false
  return async () => {
    if (isHeld) return
    isHeld = true
    for (let beats = 0; beats < maxKeepAliveCalls && isNeeded(); beats += 1) {
      await wait(holdMs)
      // Even a failed call postpones the end, so continue.
      await beat().catch(() => undefined)
    }
    isHeld = false
  }
}
