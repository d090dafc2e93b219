import * as v from 'valibot'
import { type Address, isAddress, lowerHex } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { idShape } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { type Decoded, objectShape, onlyTrue, textShape } from '../base/shapes.ts'

/** The only methods that Ferry requests from a wallet. */
export const walletMethods = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
] as const

export type WalletMethod = (typeof walletMethods)[number]

/** Methods that a wallet answers without a prompt (EIP-5792). */
type WalletReadMethod = 'wallet_getCapabilities' | 'wallet_getCallsStatus'

/** A read from a wallet: it prompts no user and is lost with the worker. */
export interface WalletRead {
  readonly wallet: WalletRef
  readonly method: WalletReadMethod | 'eth_chainId'
  readonly params: readonly unknown[]
  /** How long to wait for an answer, default three seconds; a sleeping wallet takes longer. */
  readonly waitMs?: number
}

export type ChainPrompt = 'addChain' | 'useChain'

/** An open wallet request. `requestedMs` is when it was sent, or when its page came to the front. */
export interface OpenRequest extends Pick<WalletRequest, 'requestId'> {
  /** Null for a request without a prompt or an answer, and for one from before the background restarted. */
  readonly method: WalletMethod | null
  readonly requestedMs: number
  /** Ferry brought the wallet's page to the front, since no answer came. */
  readonly isFronted?: true
  /** At its start Ferry found this request with the wallet, and reads what the wallet did. */
  readonly isChecking?: true
  readonly wallet?: Pick<WalletRef, 'connector' | 'id' | 'name'>
}

/** For money methods the wallet must be on `chainId` with `account` selected before the request. */
export interface WalletRequest {
  /** Fresh; an answer counts only with this id (R8). */
  readonly requestId: string
  readonly wallet: WalletRef | null
  readonly method: WalletMethod
  readonly params: readonly unknown[]
  /** The chain that the wallet has to be on, with the parameter to add it; null where the chain does not matter. */
  readonly chain: {
    readonly chainId: number
    /** The parameter of `wallet_addEthereumChain`, used only after 4902. */
    readonly add: JsonObject | null
  } | null
  /** The account that has to answer; null while connecting. */
  readonly account: string | null
  /** Prompts no user. Where the connector does not know the request, the answer is `lost`. */
  readonly onlyReplaysAnswer?: true
}

/** EIP-1193 error as received, shortened; `code` is null where the wallet gave none. */
export interface WalletFailure {
  readonly code: number | null
  readonly message: string
  /** A step before the request failed (its account, its chain): the request itself was never sent to the wallet. */
  readonly failedBeforeRequest?: true
}

const unreachedCodes = {
  noWallet: 'walletNone',
  noPage: 'walletGone',
  noTab: 'walletTabGone',
  severalWallets: 'walletSeveral',
  doubleWallet: 'walletDouble',
  wrongAccount: 'walletWrongAccount',
  wrongChain: 'walletWrongChain',
} as const

/** Why a request was never sent. */
export type UnreachedReason = keyof typeof unreachedCodes

/** The answer to a request id. It may be late, may come after the worker was stopped, or may never come. */
export type WalletAnswer =
  | {
      readonly requestId: string
      readonly kind: 'result'
      readonly result: unknown
      readonly wallet: WalletRef | null
    }
  | { readonly requestId: string; readonly kind: 'failure'; readonly failure: WalletFailure }
  /** The connection was lost while the request was open: the result is unknown, not a refusal. */
  | { readonly requestId: string; readonly kind: 'lost' }
  /** The wallet was never reached: no request was sent. */
  | {
      readonly requestId: string
      readonly kind: 'unreached'
      readonly reason: UnreachedReason
    }

export type WalletEvent =
  | { readonly kind: 'accounts'; readonly wallet: WalletRef; readonly accounts: readonly string[] }
  | { readonly kind: 'chain'; readonly wallet: WalletRef; readonly chainId: number }
  | { readonly kind: 'disconnect'; readonly wallet: WalletRef }
  /** A request waits for a wallet whose worker was stopped; reported at each try, and one time when the wait is over. */
  | {
      readonly kind: 'waking'
      readonly wallet: WalletRef
      readonly requestId: string
      readonly isWaking: boolean
    }

/** Whether a request is still needed: it may have been stopped while the wallet woke or was busy. */
export type IsRequestNeeded = (requestId: string) => Promise<boolean>

/**
 * The last step before the method itself: whether the request may be sent. For a transaction of a swap (`send`, `sendCalls`)
 * the order first stores that it is being sent; an approval and a signature may be sent again.
 */
export type ClaimSend = (requestId: string) => Promise<boolean>

const codes: { readonly [code: string]: ProblemCode } = {
  '4001': 'walletRejected',
  '4100': 'walletWrongAccount',
  '4200': 'walletUnsupported',
  '4900': 'walletGone',
  '4901': 'walletFailed',
  '4902': 'walletWrongChain',
  '-32601': 'walletUnsupported',
}

/**
 * Error texts of wallets; the last two also come from their node or device. Nodes write "rejected: already known", "context
 * canceled" and "database is locked" about transactions that they have.
 */
const messagePatterns: readonly (readonly [RegExp, ProblemCode])[] = [
  [/\b(wallet|vault|keyring|controller|device) (is )?locked\b|\bunlock (your|the)\b/i, 'walletWrongAccount'],
  [
    /\b(user|owner) (has )?(reject|den(y|ied)|declin|cancel|refus)|\b(reject|deni|declin|cancel|refus)\w* by (the )?(user|owner)\b/i,
    'walletRejected',
  ],
  [/unrecogni[sz]ed chain|unknown chain/i, 'walletWrongChain'],
  [/\bblind[ -]?sign/i, 'walletBlindSigning'],
  [/\binsufficient (funds|balance)\b/i, 'gasTooLow'],
  [/disconnected|lost connection|port closed|context invalidated/i, 'walletGone'],
]

/** Whether the wallet has an open prompt. Nodes give these codes too, and call transactions pending. */
function isBusy({ code, message }: WalletFailure): boolean {
  const isOfWallet = code === null || code === -32002 || code === -32001
  if (!isOfWallet || /\b(transaction|tx|pool|nonce)\b/i.test(message)) return false
  return /\b(already|is) pending\b|\balready processing\b/i.test(message)
}

/**
 * The whole text, without a code, of some wallets for a request that the user rejected or whose window they closed. Nodes
 * write more ("rejected: already known"), and add a code.
 */
const bareRejections = [
  /^(the |user )?(request |transaction |signature |message |operation |action )?(rejected|declined|denied|cancell?ed|refused)[.!]?$/i,
  /^(user closed (the )?(popup|window|modal)|(popup|window|modal) (was )?closed)[.!]?$/i,
]

function isBareRejection({ code, message }: WalletFailure): boolean {
  return code === null && bareRejections.some((one) => one.test(message.trim()))
}

export function isUnknownChain(failure: WalletFailure): boolean {
  return problemCodeOf(failure) === 'walletWrongChain'
}

function problemCodeOf(failure: WalletFailure): ProblemCode | undefined {
  const { code, message } = failure
  if (isBusy(failure)) return 'walletBusy'
  if (isBareRejection(failure)) return 'walletRejected'
  // The node or bundler lacks a method. The wallet supports the requested one, and called its node for it.
  const isNodes = code === -32601 && /send(RawTransaction|UserOperation)/i.test(message)
  const byCode = code === null || isNodes ? undefined : codes[String(code)]
  const byMessage = messagePatterns.find(([pattern]) => pattern.test(message))?.[1]
  return byCode ?? byMessage
}

/** Codes of several causes, which the wallet's own text tells apart. */
const codesWithText: ReadonlySet<ProblemCode> = new Set([
  'walletFailed',
  'walletWrongAccount',
  'walletWrongChain',
  'walletBlindSigning',
  'gasTooLow',
])

/** Failures that come before anything is signed. */
const certainRefusals = /^wallet(Rejected|WrongAccount|Busy|Unsupported)$/

/**
 * Returns the meaning of a wallet's failure. The code decides first, then the text, because wallets answer a rejection with
 * -32603 too. `certain` is false where the request may have been executed anyway: a wallet also forwards the error of
 * its node when it sends a transaction that the node already has.
 */
export function classifyWalletFailure(failure: WalletFailure): {
  readonly problem: ProblemData
  readonly certain: boolean
} {
  const { code, message, failedBeforeRequest } = failure
  const means = problemCodeOf(failure) ?? 'walletFailed'
  const facts = { code: String(code ?? ''), message: message.slice(0, 200) }
  const problem = new Problem(means, codesWithText.has(means) ? { facts } : {})
  return {
    problem: problem.data,
    certain: failedBeforeRequest === true || code === 4902 || certainRefusals.test(means),
  }
}

export function unreachedProblem(answer: Extract<WalletAnswer, { kind: 'unreached' }>): ProblemData {
  return new Problem(unreachedCodes[answer.reason]).data
}

const connectorShape = v.picklist(['page', 'extension', 'loopback'])

/** The connector and id of a wallet; stored with each order, so that a late answer can be assigned. */
export const walletRefShape = objectShape({
  connector: connectorShape,
  /** EIP-6963 `rdns` (page), extension id or endpoint; self-attested, so it never proves anything. */
  id: v.string(),
  name: v.string(),
  /** The origin that the wallet shows as the requesting site. */
  origin: v.string(),
  /** A checked `data:` image, or null for a placeholder. */
  iconUrl: v.nullable(v.string()),
})

export type WalletRef = Decoded<typeof walletRefShape>

/** The same wallet in another site's page is a different one, because connections belong to a site. */
export function isSameWallet(known: WalletRef | null, { connector, id, origin }: WalletRef): boolean {
  return known?.connector === connector && known.id === id && known.origin === origin
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const pickedTabShape = v.strictObject({
  tabId: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  origin: v.pipe(textShape(300), v.check(isOrigin, 'an origin')),
})

/** A tab that the user picked; valid while it shows this site. */
export type PickedTab = Decoded<typeof pickedTabShape>

export const walletChoiceShape = v.strictObject({
  connector: connectorShape,
  /** Null: the only one on the wallet page. */
  id: v.nullable(idShape),
  /** Only if it shows another site than the wallet page; the wallet's connection then belongs to that site. */
  tab: v.exactOptional(pickedTabShape),
})

/** The wallet that the user chose. */
export type WalletChoice = Decoded<typeof walletChoiceShape>

export interface DetectedWallet extends WalletChoice {
  readonly name: string
  readonly origin: string
  readonly iconUrl: string | null
  /**
   * `there`: answers. `waking`: answered earlier, and is being connected. `closed`: known once its page is open.
   * `needsPermission`: the user has to grant Ferry access first. `double`: another wallet claims the same identity, so it
   * cannot be chosen.
   */
  readonly state: 'there' | 'waking' | 'closed' | 'needsPermission' | 'double'
  readonly isLastUsed: boolean
}

export const accountShape = objectShape({
  /** Lower case. */
  address: v.custom<Address>((value) => isAddress(value) && value === lowerHex(value), 'address'),
  chainId: v.nullable(v.number()),
  /** Null for a watched account: its address was pasted, and it has no wallet. */
  wallet: v.nullable(walletRefShape),
  /** The wallet names no account now: it is locked, or has ended Ferry's permission. */
  isLocked: onlyTrue,
})

export type Account = Decoded<typeof accountShape>
