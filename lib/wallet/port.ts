import type { Address } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { Problem, type ProblemCode, type ProblemData } from '../base/problem.ts'

/** The methods a wallet may be asked, and no other. */
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

/** What a wallet may be asked without prompting anybody (EIP-5792). */
type WalletReadMethod = 'wallet_getCapabilities' | 'wallet_getCallsStatus'

/** What is read off a wallet: it prompts nobody and outlives nothing. */
export interface WalletRead {
  readonly wallet: WalletRef
  readonly method: WalletReadMethod | 'eth_chainId' | 'wallet_getPermissions'
  readonly params: readonly unknown[]
  /** How long an answer is waited for; three seconds where it is absent. One that sleeps takes longer. */
  readonly waitMs?: number
}

/** A question of a wallet's own before it is on a chain. */
export type ChainQuestion = 'addChain' | 'useChain'

/** What a wallet is asked now for a request, and since when: from when it left for the wallet, or its page came to the front. */
export interface Asking extends Pick<WalletRequest, 'requestId'> {
  /** Null for what asks nobody and is not answered, and for what was asked before the background died. */
  readonly method: WalletMethod | null
  readonly askedMs: number
  /** Ferry brought the wallet's page to the front, since nothing came. */
  readonly isFronted?: true
  /** Ferry began while the wallet had it, and reads what the wallet did. */
  readonly isChecking?: true
  readonly wallet?: Pick<WalletRef, 'connector' | 'id' | 'name'>
}

/** One request to a wallet. For money methods the wallet must be on `chainId` with `account` selected before it is asked. */
export interface WalletRequest {
  /** Fresh; the answer carries it back and is worth nothing without it (R8). */
  readonly requestId: string
  readonly wallet: WalletRef | null
  readonly method: WalletMethod
  readonly params: readonly unknown[]
  /** The chain the wallet has to be on, with what is needed to add it; null where it does not matter. */
  readonly chain: {
    readonly chainId: number
    /** `wallet_addEthereumChain`'s parameter, used only after 4902. */
    readonly add: JsonObject | null
  } | null
  /** The account that has to answer; null while connecting. */
  readonly account: string | null
  /** Prompts nobody: where the way does not know that it was asked it is `lost`. */
  readonly isHeardOnly?: true
}

/** EIP-1193 error as received, shortened; `code` null where the wallet gave none. */
export interface WalletFailure {
  readonly code: number | null
  readonly message: string
  /** A step before the request failed (its account, its chain): the request itself was never put to the wallet. */
  readonly isBefore?: true
}

/** What came back for a request id: possibly late, possibly after the worker died, possibly never. */
export type WalletAnswer =
  | {
      readonly requestId: string
      readonly kind: 'result'
      readonly result: unknown
      readonly wallet: WalletRef | null
    }
  | { readonly requestId: string; readonly kind: 'failure'; readonly failure: WalletFailure }
  /** The way to the wallet is gone while it was asked: the outcome is unknown, not a refusal. */
  | { readonly requestId: string; readonly kind: 'lost' }
  /** The wallet was never reached: nothing was asked. */
  | {
      readonly requestId: string
      readonly kind: 'unreached'
      readonly reason:
        | 'noWallet'
        | 'noPage'
        | 'noTab'
        | 'severalWallets'
        | 'doubleWallet'
        | 'wrongAccount'
        | 'wrongChain'
    }

/** What a wallet says by itself. */
export type WalletEvent =
  | { readonly kind: 'accounts'; readonly wallet: WalletRef; readonly accounts: readonly string[] }
  | { readonly kind: 'chain'; readonly wallet: WalletRef; readonly chainId: number }
  | { readonly kind: 'disconnect'; readonly wallet: WalletRef }
  /** A request waits for a wallet whose worker was stopped; told again at each try, and once when it is over. */
  | {
      readonly kind: 'waking'
      readonly wallet: WalletRef
      readonly requestId: string
      readonly isWaking: boolean
    }

/**
 * A way to reach wallets. `ask` resolves when the request is on its way, never with the answer. Asking again with the
 * same id never prompts twice: it gives the answer once more, or `lost` where nobody can know it any more.
 */
export interface Wallet {
  /** Rejects with a `Problem` when nothing could be asked. */
  ask(request: WalletRequest): Promise<void>
  /** The wallet's answer, unchecked; null when it refuses, is not there, or does not say in time. */
  read(read: WalletRead): Promise<unknown>
  /** Brings the place where the wallet asks to the front; false when there is none. */
  show(wallet: WalletRef | null): Promise<boolean>
}

/** Listeners the background hands to each way, registered before its first await. */
export interface WalletListeners {
  answered(answer: WalletAnswer): void
  happened(event: WalletEvent): void
  /** A wallet is asked this for a request from now on; null once it is asked nothing for it any more. */
  onAsking(requestId: string, method: WalletMethod | null, wallet?: WalletRef | null): void
}

/** Tells whether anybody still waits for a request: it may have been stopped while the wallet woke or was busy. */
export type IsWanted = (requestId: string) => Promise<boolean>

const codes: { readonly [code: string]: ProblemCode } = {
  '4001': 'walletRejected',
  '4100': 'walletUnauthorized',
  '4200': 'walletUnsupported',
  '4900': 'walletGone',
  '4901': 'walletOffline',
  '4902': 'walletUnknownChain',
  '-32601': 'walletUnsupported',
}

/** Words of wallets; the last two are of their node or device as well. Nodes say "rejected: already known", "context canceled" and "database is locked" of what they have. */
const words: readonly (readonly [RegExp, ProblemCode])[] = [
  [/\b(wallet|vault|keyring|controller|device) (is )?locked\b|\bunlock (your|the)\b/i, 'walletLocked'],
  [
    /\b(user|owner) (has )?(reject|den(y|ied)|declin|cancel|refus)|\b(reject|deni|declin|cancel|refus)\w* by (the )?(user|owner)\b/i,
    'walletRejected',
  ],
  [/unrecogni[sz]ed chain|unknown chain/i, 'walletUnknownChain'],
  [/\bblind[ -]?sign/i, 'walletBlindSigning'],
  [/\binsufficient (funds|balance)\b/i, 'walletNoGas'],
  [/disconnected|lost connection|port closed|context invalidated/i, 'walletGone'],
]

/** A question of the wallet's that is open; nodes give these codes as well, and call transactions pending. */
function isBusy({ code, message }: WalletFailure): boolean {
  const isOfWallet = code === null || code === -32002 || code === -32001
  if (!isOfWallet || /\b(transaction|tx|pool|nonce)\b/i.test(message)) return false
  return /\b(already|is) pending\b|\balready processing\b/i.test(message)
}

/**
 * The whole of what some wallets say, without a code, of a request that the user rejected or whose window they closed.
 * Nodes say more than that ("rejected: already known"), and say it with a code.
 */
const bareRejections = [
  /^(the |user )?(request |transaction |signature |message |operation |action )?(rejected|declined|denied|cancell?ed|refused)[.!]?$/i,
  /^(user closed (the )?(popup|window|modal)|(popup|window|modal) (was )?closed)[.!]?$/i,
]

function isBareRejection({ code, message }: WalletFailure): boolean {
  return code === null && bareRejections.some((one) => one.test(message.trim()))
}

/** Whether a wallet says that it lacks a chain: by its code, or in words under the code of any error. */
export function isUnknownChain(failure: WalletFailure): boolean {
  return meaningOf(failure) === 'walletUnknownChain'
}

function meaningOf(failure: WalletFailure): ProblemCode | undefined {
  const { code, message } = failure
  if (isBusy(failure)) return 'walletBusy'
  if (isBareRejection(failure)) return 'walletRejected'
  // The method of a node, which a wallet that knows its own has tried.
  const isNodes = code === -32601 && /sendRawTransaction/i.test(message)
  const byCode = code === null || isNodes ? undefined : codes[String(code)]
  const byWords = words.find(([pattern]) => pattern.test(message))?.[1]
  // A wallet that is locked says so in words; its code is that of an account it may not show.
  return byWords === 'walletLocked' && byCode === 'walletUnauthorized' ? byWords : (byCode ?? byWords)
}

/** Shown with the wallet's own words under the technical details. */
const quoted: ReadonlySet<ProblemCode> = new Set(['walletFailed', 'walletNoGas', 'walletBlindSigning'])

/** Said before anything is signed. */
const noes = /^wallet(Rejected|Unauthorized|Locked|Busy|Unsupported)$/

/**
 * Returns what a wallet's failure means. Judged by code first, then by words, since wallets answer a rejection with
 * -32603 too. `certain` is false where the request may have been done all the same: a wallet hands on what its node
 * said, also to the second try of one that the node has.
 */
export function walletProblem(failure: WalletFailure): {
  readonly problem: ProblemData
  readonly certain: boolean
} {
  const { code, message, isBefore } = failure
  const means = meaningOf(failure) ?? 'walletFailed'
  const facts = { code: String(code ?? ''), message: message.slice(0, 200) }
  const problem = new Problem(means, quoted.has(means) ? { facts } : {})
  return { problem: problem.data, certain: isBefore === true || code === 4902 || noes.test(means) }
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

/** Returns the problem of a request that never got to the wallet: nothing was asked. */
export function unreachedProblem(answer: Extract<WalletAnswer, { kind: 'unreached' }>): ProblemData {
  return new Problem(unreachedCodes[answer.reason]).data
}

/** How a wallet is reached; stored with each order, so that a late answer finds its way. */
export interface WalletRef {
  readonly connector: 'page' | 'extension' | 'loopback'
  /** EIP-6963 `rdns` (page), extension id or endpoint; self-attested, so never proof of anything. */
  readonly id: string
  readonly name: string
  /** The origin the wallet shows as the asking site. */
  readonly origin: string
  /** A checked `data:` image, or null for a drawn one. */
  readonly iconUrl: string | null
}

/** Which wallet the user wants. `id` null: the only one on the wallet page. */
export interface WalletChoice {
  readonly connector: WalletRef['connector']
  readonly id: string | null
  /** The tab of another site than the wallet page that it is in; the wallet's connection then belongs to that site. */
  readonly tab?: PickedTab
}

/** A tab the user picked, while it shows this site. */
export interface PickedTab {
  readonly tabId: number
  readonly origin: string
}

/** A wallet the user can choose, as it was found. */
export interface WalletOffer extends WalletChoice {
  readonly name: string
  /** What the wallet will show as the one that asks. */
  readonly origin: string
  readonly iconUrl: string | null
  /**
   * `there` answers; `waking` answered some time before and is dialled now; `closed` is known once its page is open; `needsPermission` the user has to let Ferry reach it first;
   * `double` cannot be told from another that claims to be the same, so it cannot be chosen.
   */
  readonly state: 'there' | 'waking' | 'closed' | 'needsPermission' | 'double'
  /** The one that was connected last. */
  readonly isLast: boolean
}

/** The account that Ferry works for now. */
export interface Account {
  readonly address: Address
  readonly chainId: number | null
  /** Null for one that is only watched: its address was pasted, and nobody can be asked. */
  readonly wallet: WalletRef | null
  /** Its wallet names no account now: it is locked, or does not let Ferry in. It is asked to connect when it is needed. */
  readonly isLocked?: true
}
