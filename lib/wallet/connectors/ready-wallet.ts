import { isAddress } from '../../base/hex.ts'
import { type Rejection, readRejection } from '../../base/page-provider.ts'
import type { Wait } from '../../base/time.ts'
import type { IsWanted, WalletEvent, WalletFailure, WalletMethod, WalletRef, WalletRequest } from '../port.ts'
import { Disconnected } from './stream-pool.ts'

const unknownChain = 4902

/** Asks a wallet one thing; rejects with whatever the wallet rejects with. */
export type AskWallet = (method: WalletMethod, params: readonly unknown[]) => Promise<unknown>

/**
 * Brings a wallet to the account and onto the chain a request needs, before the method itself is asked. Null when it is
 * there, else why it is not; rejects with what the wallet rejected with.
 */
export async function readyWallet(
  { account, chain }: Pick<WalletRequest, 'account' | 'chain'>,
  ask: AskWallet,
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

  async function switchChain(chainId: number): Promise<void> {
    const params = [{ chainId: `0x${chainId.toString(16)}` }]
    try {
      await ask('wallet_switchEthereumChain', params)
    } catch (thrown) {
      if (walletFailure(thrown).code !== unknownChain || !chain?.add) throw thrown
      await ask('wallet_addEthereumChain', [chain.add])
      await ask('wallet_switchEthereumChain', params)
    }
  }

  if (account !== null && !(await hasAccount(account))) return 'wrongAccount'
  if (chain !== null && !(await isOnChain(chain.chainId))) {
    await switchChain(chain.chainId)
    if (!(await isOnChain(chain.chainId))) return 'wrongChain'
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

/** Tells that a step is put to the user once it was not answered at once, and that it is over; what is answered sooner asked nobody. */
export async function whenAsked<T>(
  answer: Promise<T>,
  wait: Wait,
  tell: (isAsked: boolean) => void,
): Promise<T> {
  let isAnswered = false
  let isTold = false
  void wait(windowMs).then(() => {
    if (isAnswered) return
    isTold = true
    tell(true)
  })
  try {
    return await answer
  } finally {
    isAnswered = true
    if (isTold) tell(false)
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
