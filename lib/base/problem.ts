/** Who states a problem: `service` in one of its answers, or `ferry` from its own reads, counts and decisions. */
export const problemSources = ['service', 'ferry'] as const
export type ProblemSource = (typeof problemSources)[number]

/** A problem as plain data: sent between contexts, stored with an order, and displayed. */
export interface ProblemData {
  readonly code: ProblemCode
  readonly money: FundsLocation
  /** Screens attribute a statement to the service only if this is `service`. */
  readonly reportedBy: ProblemSource
  /** Never a signature, a response body or a person's address. */
  readonly facts: { readonly [name: string]: string }
  /** `server-req-id` of the failed answer (interface 7). */
  readonly serverRequestId: string | null
  /** Milliseconds from now until a retry makes sense. Null if a retry cannot help. */
  readonly retryAfterMs: number | null
}

interface ProblemOptions {
  readonly money?: FundsLocation
  /** Defaults to `ferry`. */
  readonly reportedBy?: ProblemSource
  readonly facts?: { readonly [name: string]: string }
  readonly serverRequestId?: string | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** The only error class: a code with texts, the place of the money, and the next step. */
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
      reportedBy: options.reportedBy ?? 'ferry',
      facts,
      serverRequestId: options.serverRequestId ?? null,
      retryAfterMs: options.retryAfterMs ?? null,
    }
  }
}

/** For anything but a `Problem`: `internal`, with only the error's class name. */
export function toProblemData(thrown: unknown): ProblemData {
  if (thrown instanceof Problem) return thrown.data
  const kind = thrown instanceof Error ? thrown.name : typeof thrown
  return new Problem('internal', { money: 'unknown', facts: { kind } }).data
}

export function restoreProblem(data: ProblemData): Problem {
  return new Problem(data.code, data)
}

/** Adds the id of the failed answer to a thrown value (interface 7). An id that is already set stays. */
export function withServerRequestId(thrown: unknown, serverRequestId: string | null): Problem {
  const data = toProblemData(thrown)
  if (thrown instanceof Problem && (data.serverRequestId !== null || serverRequestId === null)) return thrown
  return new Problem(data.code, { ...data, serverRequestId, cause: thrown })
}

/** Every reason why Ferry stops. Each has its texts in `_locales` (`problem_<code>`, `problem_<code>_next`). */
export const problemCodes = [
  // input
  'amountInvalid',
  'addressInvalid',
  'addressLookalike',
  'nameNotFound',
  'nameChanged',
  'receiverNotPicked',
  'optionInvalid',
  'optionMissing',
  'refundAddressMissing',
  'wrappedThroughInbox',
  'routesOff',
  'depositReceiverMissing',
  // the service
  'serviceUnreachable',
  'serviceTimeout',
  'serviceRefused',
  'serviceFailed',
  'serviceIntercepted',
  'serviceAnswerInvalid',
  'serviceRequestTooLong',
  'serviceOriginNotAllowed',
  'serviceBusy',
  'noRoute',
  'routeUnusable',
  'quoteExpired',
  'aborted',
  // the checks
  'checkFailed',
  'consentMissing',
  'chainNotPinned',
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
  'walletWrongAccount',
  'walletWrongChain',
  'walletUnsupported',
  'walletBlindSigning',
  'walletFailed',
  'walletSeveral',
  'walletDouble',
  'extensionNotFound',
  'signatureWrong',
  // the chain
  'rpcUnreachable',
  'balanceTooLow',
  'gasTooLow',
  'approvalFailed',
  'allowanceInUse',
  'allowanceGone',
  'revokeNotSent',
  'callsFailed',
  'transactionFailed',
  'transactionDropped',
  'transactionUnsure',
  'sendTooLate',
  'stoppedUnread',
  'transactionDiffers',
  'worseQuote',
  'earlierSignature',
  // effects of a transaction
  'takesMore',
  'paysLess',
  'wouldFail',
  'notSimulated',
  // end of a swap
  'swapNotDelivered',
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
  'contractNotListed',
  'badMessage',
  'notAllowed',
  'internal',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** Where the money is when a problem is displayed. Each has its text in `_locales` (`money_<place>`). */
export const fundsLocations = [
  'nothingSent',
  'approvedOnly',
  'signedUnused',
  'signatureLives',
  'signatureUsed',
  'neverExecuted',
  'depositNotObserved',
  'unmoved',
  'inTransit',
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

export type FundsLocation = (typeof fundsLocations)[number]
