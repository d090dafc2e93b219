/** Whose statement something is: the service's, in an answer of its own, or what Ferry saw, counted or decided. */
export const speakers = ['service', 'ferry'] as const
export type Speaker = (typeof speakers)[number]

/** A problem as plain data: what crosses contexts, is stored with an order and is shown. */
export interface ProblemData {
  readonly code: ProblemCode
  readonly money: FundsLocation
  /** Only what the service said is shown as its statement. */
  readonly saidBy: Speaker
  /** Safe values for the texts: symbols, amounts, chain names, paths; never a signature, a body or somebody's address. */
  readonly facts: { readonly [name: string]: string }
  /** `server-req-id` of the answer that failed (interface 7). */
  readonly serverRequestId: string | null
  /** Earliest moment to try again, counted from now; null where trying again is no use. */
  readonly retryAfterMs: number | null
}

interface ProblemOptions {
  readonly money?: FundsLocation
  /** Absent: `ferry`. */
  readonly saidBy?: Speaker
  readonly facts?: { readonly [name: string]: string }
  readonly serverRequestId?: string | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** The one error class: a code with texts, where the money is, what to do next. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly data: ProblemData

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const facts = options.facts ?? {}
    const detail = Object.entries(facts).map(([key, value]) => `${key}=${value}`)
    super([code, ...detail].join(' '), { cause: options.cause })
    this.data = {
      code,
      money: options.money ?? 'nothingSent',
      saidBy: options.saidBy ?? 'ferry',
      facts,
      serverRequestId: options.serverRequestId ?? null,
      retryAfterMs: options.retryAfterMs ?? null,
    }
  }
}

/** Returns the data of any thrown value: a `Problem`'s own, else `internal` with the error's class name only. */
export function problemData(thrown: unknown): ProblemData {
  if (thrown instanceof Problem) return thrown.data
  const kind = thrown instanceof Error ? thrown.name : typeof thrown
  return new Problem('internal', { money: 'unknown', facts: { kind } }).data
}

/** Returns a `Problem` made again from data that crossed a context. */
export function problemFrom(data: ProblemData): Problem {
  return new Problem(data.code, data)
}

/** Returns a thrown value as a problem about the answer with this id (interface 7). An id that it has already stays. */
export function withServerRequestId(thrown: unknown, serverRequestId: string | null): Problem {
  const data = problemData(thrown)
  if (thrown instanceof Problem && (data.serverRequestId !== null || serverRequestId === null)) return thrown
  return new Problem(data.code, { ...data, serverRequestId, cause: thrown })
}

/** Every reason Ferry can give for not going on; each has its texts in `_locales` (`problem_<code>`, `problem_<code>_next`). */
export const problemCodes = [
  // what was typed
  'amountNotNumber',
  'amountTooManyDecimals',
  'amountTooLarge',
  'receiverInvalid',
  'addressInvalid',
  'addressOtherChain',
  'receiverLookalike',
  'accountLookalike',
  'receiverNotPicked',
  'slippageInvalid',
  'sameToken',
  'optionInvalid',
  'payloadNeedsGas',
  'feeNeedsBoth',
  'feeIsOperators',
  'refundAddressMissing',
  'memoNotStellar',
  'autoIsOff',
  'wrappedThroughInbox',
  'nothingAsked',
  'depositOnly',
  'depositReceiverMissing',
  // the service
  'serviceUnreachable',
  'serviceTimeout',
  'serviceRefused',
  'serviceFailed',
  'serviceNotJson',
  'serviceBadShape',
  'serviceTooLarge',
  'serviceAskTooLong',
  'serviceRedirected',
  'serviceOriginNotAllowed',
  'serviceBusy',
  'noRoute',
  'quoteExpired',
  'quoteIndicative',
  'routeGone',
  'routeNotHere',
  'routeNotBuilt',
  'quoteContradicts',
  'requestTooLarge',
  'aborted',
  // the checks
  'checkFailed',
  'lossNotAgreed',
  'notAgreed',
  'chainNotPinned',
  'destinationNotPinned',
  'serviceClockOff',
  'ownClockOff',
  // the wallet
  'walletNone',
  'walletNotConnected',
  'walletRejected',
  'walletBusy',
  'walletGone',
  'walletTabGone',
  'walletSilent',
  'walletLocked',
  'walletOffline',
  'walletUnauthorized',
  'walletWrongAccount',
  'walletWrongChain',
  'walletUnknownChain',
  'walletUnsupported',
  'walletNoGas',
  'walletBlindSigning',
  'walletFailed',
  'walletSeveral',
  'walletDouble',
  'extensionInvalid',
  'extensionSilent',
  'signatureWrong',
  'signatureRefused',
  // the chain
  'rpcUnreachable',
  'balanceTooLow',
  'gasTooLow',
  'nativeFeeTooHigh',
  'approvalFailed',
  'approvalTooSmall',
  'allowanceInUse',
  'allowanceGone',
  'revokeUnknown',
  'revokeFailed',
  'callsFailed',
  'transactionFailed',
  'transactionReplaced',
  'transactionDropped',
  'transactionUnsure',
  'sendTooLate',
  'transactionDiffers',
  'worseQuote',
  'earlierSignature',
  'offerChanged',
  // what a transaction would do
  'takesMore',
  'takesOther',
  'lendsMore',
  'paysLess',
  'wouldFail',
  'notSimulated',
  // the swap's own end
  'swapExpired',
  'swapCancelled',
  'swapRefunded',
  'swapRefundReported',
  'swapRefundUnread',
  'submitRefused',
  'cancelNotSent',
  'cancelTooLate',
  'withdrawNotSent',
  'reviewExpired',
  // pages
  'proposalGone',
  'siteInvalid',
  // this browser
  'hostsNotAllowed',
  'storageFailed',
  'storageVolatile',
  'orderNotFound',
  'orderRestored',
  'payInNotShown',
  'contractNotListed',
  'badMessage',
  'notAllowed',
  'internal',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** Where the money is when a problem is shown; each has its text in `_locales` (`money_<place>`). */
export const moneyPlaces = [
  'nothingSent',
  'approvedOnly',
  'signedUnused',
  'signatureLives',
  'signatureUsed',
  'untaken',
  'depositUnseen',
  'unmoved',
  'onItsWay',
  'atOrigin',
  'refunded',
  'refundReported',
  'refundedThere',
  'refundThereReported',
  'refundEitherReported',
  'refundUnread',
  'delivered',
  'unknown',
] as const

export type FundsLocation = (typeof moneyPlaces)[number]
