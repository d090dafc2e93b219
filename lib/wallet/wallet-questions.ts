import { type Hex, isHash, lowerHex } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import type { ChainQuestion, WalletMethod, WalletRef } from './port.ts'

/** Returns which question of a wallet's own this is; null for a method that a swap is about. */
export function chainQuestionOf(method: WalletMethod | undefined): ChainQuestion | null {
  if (method === 'wallet_addEthereumChain') return 'addChain'
  return method === 'wallet_switchEthereumChain' ? 'useChain' : null
}

const permittedChains = 'endowment:permitted-chains'
const chainCaveat = 'restrictNetworkSwitching'

/** What a wallet is known to ask before it is on a chain, in its order, and whether it may ask more than that. */
export interface ChainAccess {
  readonly questions: readonly ChainQuestion[]
  readonly mayAskMore: boolean
}

/** Whether a wallet was found not to have a chain, or was seen on it. */
type ChainKnown = { readonly [name in 'isLacking' | 'isSeen']: boolean } & { readonly chainId: number }

/**
 * Returns what a wallet would ask the user before a site may use a chain, by what it says of itself: its `eth_chainId` and its
 * `wallet_getPermissions` (EIP-2255, with MetaMask's word for chains). No wallet says unasked whether it has a chain; of one
 * that does not say what a site may use, only its source tells that it follows the site.
 */
export function chainAccess(
  { id }: Pick<WalletRef, 'id'>,
  { chainId, isLacking, isSeen }: ChainKnown,
  current: unknown,
  permissions: unknown,
): ChainAccess {
  const none = { questions: [], mayAskMore: false }
  if ((typeof current === 'string' || typeof current === 'number') && Number(current) === chainId) return none
  const permission = partsOf(permissions).find((one) => one.parentCapability === permittedChains)
  const caveat = partsOf(permission?.caveats).find((one) => one.type === chainCaveat)
  const before: readonly ChainQuestion[] = isLacking ? ['addChain'] : []
  const isSure = isLacking || isSeen
  if (!Array.isArray(caveat?.value)) {
    return { questions: before, mayAskMore: !isSure || !followers.has(wordsOf(id)) }
  }
  const isPermitted = caveat.value.some((one: unknown) => typeof one === 'string' && Number(one) === chainId)
  return isPermitted ? none : { questions: [...before, 'useChain'], mayAskMore: !isSure }
}

function partsOf(list: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}

/** What a wallet's window is about, as its own words tell it apart. */
export type AskedKind =
  | 'connect'
  | 'addChain'
  | 'useChain'
  | 'approve'
  | 'revoke'
  | 'sign'
  | 'send'
  | 'calls'
  | 'transfer'

type Words = { readonly [Kind in AskedKind]?: string }

/**
 * What wallets write above their questions in English, read from their published sources (`README.md` names them). A
 * wallet that changed its words or speaks another language shows others: these are told as a hint, never relied on.
 */
const words = {
  metaMask: {
    connect: 'Connect this website with MetaMask',
    useChain: 'Review permissions',
    approve: 'Spending cap request',
    revoke: 'Remove permission',
    sign: 'Signature request',
    send: 'Transaction request',
    calls: 'Transaction request',
  },
  rabby: {
    connect: 'Connect to Dapp',
    addChain: 'Add Custom Network to Rabby',
    approve: 'Token Approval',
    revoke: 'Revoke Token Approval',
    sign: 'Sign Typed Data',
    send: 'Contract Call',
    transfer: 'Send Token',
  },
  frame: {
    connect: 'Account Access',
    addChain: 'Add Chain',
    approve: 'Token Approval',
    revoke: 'Token Approval',
    sign: 'Sign Data',
  },
  rainbow: {
    sign: 'Message Signing Request',
    approve: 'Transaction Request',
    revoke: 'Transaction Request',
    send: 'Transaction Request',
    transfer: 'Transaction Request',
  },
} as const satisfies { readonly [wallet: string]: Words }

/** Wallets that go where the site goes, without a question, once they have the chain. */
const followers: ReadonlySet<Words | null> = new Set([words.rabby, words.frame, words.rainbow])

/** By EIP-6963 `rdns`, extension id or endpoint: names that each wallet gives itself, which prove nothing. */
const known: { readonly [id: string]: Words } = {
  'io.metamask': words.metaMask,
  'io.metamask.flask': words.metaMask,
  nkbihfbeogaeaoehlefnkodbefgpgknn: words.metaMask,
  pbbkamfgmaedccnfkmjcofcecjhfgldn: words.metaMask,
  ljfoeinjpaedjfecbmggjgodbgkmjkjk: words.metaMask,
  ejbalbakoplchlghecdalmeeeajnimhm: words.metaMask,
  'webextension@metamask.io': words.metaMask,
  'webextension-beta@metamask.io': words.metaMask,
  'webextension-flask@metamask.io': words.metaMask,
  'io.rabby': words.rabby,
  'sh.frame': words.frame,
  'ws://127.0.0.1:1248': words.frame,
  'me.rainbow': words.rainbow,
}

/** Returns what a wallet writes above such a question; null for one that is not known, or has no heading for it. */
export function walletWords({ id }: Pick<WalletRef, 'id'>, kind: AskedKind): string | null {
  return wordsOf(id)?.[kind] ?? null
}

function wordsOf(id: string): Words | null {
  return (Object.hasOwn(known, id) && known[id]) || null
}

/**
 * Returns what a wallet takes a request for. A deposit is a plain transfer, which no wallet calls what it calls a contract's
 * transaction, and several calls as one have words of their own; whatever else is sent is a transaction like any other.
 */
export function askedKind(purpose: string, orderKind: string | null): AskedKind {
  if (purpose === 'approve' || purpose === 'sign') return purpose
  if (purpose === 'resetApproval' || purpose === 'revoke') return 'revoke'
  if (purpose === 'sendCalls') return 'calls'
  return purpose === 'send' && orderKind === 'deposit' ? 'transfer' : 'send'
}

/** Wallets in pages that are known to be extensions, by their `rdns`. */
const pageExtensions: ReadonlySet<string> = new Set([
  'io.metamask',
  'io.metamask.flask',
  'io.rabby',
  'me.rainbow',
  'com.ambire.wallet',
  'com.coinbase.wallet',
  'com.trustwallet.app',
  'com.okex.wallet',
  'app.phantom',
])

/** Tells whether a wallet has an icon in the browser's toolbar, as far as it is known. */
export function isInToolbar({ connector, id }: Pick<WalletRef, 'connector' | 'id'>): boolean {
  return connector === 'extension' || (connector === 'page' && pageExtensions.has(id))
}

const programs = new Map([['ws://127.0.0.1:1248', 'Frame']])

/** Returns whose door an endpoint of this computer is, before anybody may knock; null where nobody is known for it. */
export function programName(endpoint: string): string | null {
  return programs.get(endpoint) ?? null
}

/** A call of an account, smallest unit of the chain's own currency. */
export interface WalletCall {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
}

/** What a wallet says became of calls. `hash`: the last of the transactions that carried them. */
export interface CallsOutcome {
  readonly kind: 'waiting' | 'done' | 'failed' | 'unknown'
  readonly hash: Hex | null
}

/** EIP-5792's bound. */
const idLimit = 4_096

/**
 * Tells whether a wallet carries several calls out as one, or not at all, for an account on a chain: `atomic.status` is
 * `supported`. `ready` is not enough: the wallet would first have to change what the account is, which no swap is a
 * reason for.
 */
export function offersAtomicCalls(capabilities: unknown, chainId: number): boolean {
  return entriesOf(capabilities).some(([key, of]) => {
    if (!/^0x[0-9a-fA-F]{1,16}$/.test(key) || Number(key) !== chainId) return false
    return fieldOf(fieldOf(of, 'atomic'), 'status') === 'supported'
  })
}

/** Returns `wallet_sendCalls`' parameter; the wallet takes an id once and refuses it afterwards. */
export function sendCallsParameter(
  id: string,
  from: Hex,
  chainId: number,
  calls: readonly WalletCall[],
): JsonObject {
  return {
    version: '2.0.0',
    id,
    from,
    chainId: `0x${chainId.toString(16)}`,
    atomicRequired: true,
    calls: calls.map(({ to, data, value }): Json => ({ to, data, value: `0x${value.toString(16)}` })),
  }
}

/** Returns the id that `wallet_sendCalls` answers with, in its present form or as a plain text; null for anything else. */
export function callsIdOf(result: unknown): string | null {
  const id = typeof result === 'string' ? result : fieldOf(result, 'id')
  return typeof id === 'string' && id !== '' && id.length <= idLimit ? id : null
}

/** Reads `wallet_getCallsStatus`' answer; what is malformed, or of another chain, is unknown. */
export function callsOutcome(status: unknown, chainId: number): CallsOutcome {
  const on = fieldOf(status, 'chainId')
  if (on !== undefined && Number(on) !== chainId) return { kind: 'unknown', hash: null }
  const receipts = fieldOf(status, 'receipts')
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const hash = fieldOf(last, 'transactionHash')
  return { kind: kindOf(fieldOf(status, 'status')), hash: isHash(hash) ? lowerHex(hash) : null }
}

function kindOf(code: unknown): CallsOutcome['kind'] {
  if (code === 'PENDING') return 'waiting'
  if (code === 'CONFIRMED') return 'done'
  if (typeof code !== 'number') return 'unknown'
  if (code >= 100 && code < 200) return 'waiting'
  if (code >= 200 && code < 300) return 'done'
  // 6xx: some of the calls, which nobody promised can happen.
  return code >= 400 && code < 600 ? 'failed' : 'unknown'
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined
}
