import { type Address, sameAddress, sameHex, zeroAddress } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import { affiliateFeeUnits, readAffiliateFee } from '../checks/affiliate-fee.ts'
import { member } from '../checks/check-report.ts'
import { requestOf } from '../checks/swap-request.ts'
import { chainConfig, type Deployment } from '../deployment/deployment.ts'
import type { OrderKind } from '../order/order.ts'
import type { OrderTerms } from '../order/order-parts.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { Token } from '../service/token.ts'
import { configuredToken } from '../tokens/configure-token.ts'
import type { Account, WalletRef } from '../wallet/port.ts'

export type ReviewFactName =
  | 'inputToken'
  | 'wrappedInput'
  | 'outputToken'
  | 'originChain'
  | 'destinationChain'
  | 'onTheWay'
  | 'recipient'
  | 'deadline'
  | 'delegate'
  | 'payload'
  | 'payloadGas'
  | 'transmitter'
  | 'feeTaker'
  | 'feeAmount'
  | 'refuel'
  | 'approvalSpender'
  | 'approvalAmount'
  | 'approvalToken'
  | 'approvalOwner'
  | 'depositAddress'
  | 'depositMemo'
  | 'refundAddress'

export interface ReviewFact {
  readonly name: ReviewFactName
  /**
   * Format of `value`: a full address or bytes, a chain id, Unix seconds, smallest units of the input token, or plain text.
   */
  readonly kind: 'hex' | 'chain' | 'seconds' | 'inputUnits' | 'text'
  readonly value: string
  /** True for the value that a user who set nothing expects: the fact is folded. Other facts are open. */
  readonly isUsual: boolean
  /** The wallet that named this account as the user's own, while the account is unproven. */
  readonly namedBy?: Pick<WalletRef, 'connector' | 'id' | 'name' | 'origin'>
}

interface FactInput {
  /** The connected account, while it is not proven to be the user's own. */
  readonly unproven?: Account | null
  readonly deployment: Deployment
  readonly reviewed: Pick<
    ReviewedTerms,
    'request' | 'inputToken' | 'outputToken' | 'onTheWay' | 'saidApproval'
  >
  readonly terms: Pick<OrderTerms, 'requestType' | 'signTypedData' | 'txData' | 'deposit'> & {
    readonly spender?: Address
  }
}

/**
 * Lists the values of the terms for the user to compare. The facts of a request are read from the signed or sent bytes
 * themselves. Ferry cannot read the calls of manual routes and deposits, so their facts come from the quote request.
 */
export function reviewFacts(input: FactInput): readonly ReviewFact[] {
  const request = requestOf(input.terms, input.deployment)
  const facts = [...endFacts(input), ...(request === null ? [] : requestFacts(input, request))]
  const asked = request === null ? askedFacts(input) : []
  return [...facts, ...asked, ...approvalFacts(input), ...depositFacts(input)]
}

function endFacts({ deployment, reviewed, unproven = null }: FactInput): readonly ReviewFact[] {
  const { request: ask, inputToken, outputToken, onTheWay } = reviewed
  const isConfigured = (chainId: number) => chainConfig(deployment, chainId) !== null
  const isKnown = (token: Token) => {
    const seen = configuredToken(deployment, token)
    return seen.isVerified && seen.imitates === undefined
  }
  const recipient = ask.receiverAddress
  const isOwn = sameAddress(recipient, ask.userAddress) && !sameAddress(recipient, unproven?.address)
  return [
    fact('inputToken', 'hex', ask.inputToken, isKnown(inputToken)),
    fact('originChain', 'chain', ask.originChainId, isConfigured(ask.originChainId)),
    ...(onTheWay === undefined
      ? []
      : [fact('onTheWay', 'hex', onTheWay.token.address, isKnown(onTheWay.token))]),
    fact('outputToken', 'hex', ask.outputToken, isKnown(outputToken)),
    fact('destinationChain', 'chain', ask.destinationChainId, isConfigured(ask.destinationChainId)),
    fact('recipient', 'hex', recipient, isOwn),
  ]
}

function requestFacts(input: FactInput, request: Json): readonly ReviewFact[] {
  const { request: ask } = input.reviewed
  const top = (name: string) => text(member(request, name))
  const basic = (name: string) => text(member(member(request, 'basicReq'), name))
  const delegate = basic('delegate')
  const fee = readAffiliateFee(top('affiliateFees'))
  const inputToken = basic('inputToken')
  return [
    ...(sameHex(inputToken, ask.inputToken) ? [] : present('wrappedInput', 'hex', inputToken, true)),
    ...present('deadline', 'seconds', basic('deadline'), true),
    ...refundFact('delegate', delegate, input),
    ...present('payload', 'hex', unless(top('destinationPayload'), '0x')),
    ...present('payloadGas', 'text', unless(top('minDestGas'), '0')),
    ...present('transmitter', 'hex', unless(top('exclusiveTransmitter'), zeroAddress)),
    ...(fee === null
      ? []
      : [
          fact('feeTaker', 'hex', fee.taker, false),
          fact('feeAmount', 'inputUnits', String(affiliateFeeUnits(fee, BigInt(ask.inputAmount))), false),
        ]),
    ...present('refuel', 'text', unless(basic('refuelAmount'), '0')),
  ]
}

/** Requested values that cannot be read from the transaction. */
function askedFacts({ deployment, reviewed: { request: ask } }: FactInput): readonly ReviewFact[] {
  const asked = ask.options ?? {}
  return [
    ...present('delegate', 'hex', asked.delegateAddress ?? null),
    ...present('payload', 'hex', asked.destinationPayload ?? null),
    ...present('payloadGas', 'text', asked.destinationGasLimit ?? null),
    ...present('transmitter', 'hex', asked.exclusiveTransmitter ?? null),
    ...present('feeTaker', 'hex', asked.feeTakerAddress ?? deployment.fee?.feeTakerAddress ?? null),
  ]
}

/** The approval that the service proposes, compared with Ferry's own; a differing fact is open. */
function approvalFacts({ deployment, reviewed, terms }: FactInput): readonly ReviewFact[] {
  const { request: ask, saidApproval: said } = reviewed
  if (said === undefined) return []
  const spender = terms.spender ?? terms.txData?.to ?? chainConfig(deployment, ask.originChainId)?.permit2
  const isToken = sameHex(said.tokenAddress, ask.inputToken)
  const isOwner = sameHex(said.userAddress, ask.userAddress)
  return [
    fact('approvalSpender', 'hex', said.spenderAddress, sameHex(said.spenderAddress, spender)),
    fact('approvalAmount', isToken ? 'inputUnits' : 'text', said.amount, said.amount === ask.inputAmount),
    ...(isToken ? [] : [fact('approvalToken', 'hex', said.tokenAddress, false)]),
    ...(isOwner ? [] : [fact('approvalOwner', 'hex', said.userAddress, false)]),
  ]
}

function depositFacts(input: FactInput): readonly ReviewFact[] {
  const { deposit } = input.terms
  if (deposit === undefined) return []
  const { address, memo, refundAddress } = deposit
  return [
    fact('depositAddress', 'hex', address, false),
    ...present('depositMemo', 'text', memo),
    ...refundFact('refundAddress', refundAddress, input),
  ]
}

/**
 * The account that gets or controls a refund: usual only for the user's own account. An unproven account is open, unless
 * the review shows it in full as the receiver already.
 */
function refundFact(
  name: 'delegate' | 'refundAddress',
  value: string | null,
  { reviewed: { request: ask }, unproven = null }: FactInput,
): readonly ReviewFact[] {
  if (!sameAddress(value, unproven?.address) || sameAddress(value, ask.receiverAddress)) {
    return present(name, 'hex', value, sameAddress(value, ask.userAddress))
  }
  const namedBy = unproven?.wallet == null ? {} : { namedBy: unproven.wallet }
  return present(name, 'hex', value).map((one) => ({ ...one, ...namedBy }))
}

function fact(
  name: ReviewFactName,
  kind: ReviewFact['kind'],
  value: string | number,
  isUsual: boolean,
): ReviewFact {
  return { name, kind, value: String(value), isUsual }
}

function present(
  name: ReviewFactName,
  kind: ReviewFact['kind'],
  value: string | null,
  isUsual = false,
): readonly ReviewFact[] {
  return value === null ? [] : [fact(name, kind, value, isUsual)]
}

/** The value, or null for the one that means "not set". */
function unless(value: string | null, nothing: string): string | null {
  return value === null || value.toLowerCase() === nothing ? null : value
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

type CheckGroup = 'bytes' | 'contracts' | 'receiver' | 'balance'

/** The checks of a review: those that passed, and those that were not possible. */
export interface ReviewChecks {
  readonly checks: readonly { readonly group: CheckGroup; readonly count: number }[]
  readonly notMade: readonly Exclude<CheckGroup, 'balance'>[]
}

interface Checked {
  readonly kind: OrderKind
  readonly terms: Pick<OrderTerms, 'deposit' | 'txData'>
  readonly passed: readonly string[]
  readonly chainChecks: readonly string[]
}

const contractCodes: ReadonlySet<string> = new Set(['D-4', 'V-3', 'W-5', 'I-1', 'M-1', 'M-7'])

/**
 * Groups the checks. Ferry cannot read a manual route's call, and the service moves a deposit on as it likes. Neither says
 * where the money ends, so for them the receiver is listed as not checked, never counted.
 */
export function reviewChecks({ kind, terms, passed, chainChecks }: Checked): ReviewChecks {
  const contractCount = passed.filter((code) => contractCodes.has(code)).length + chainChecks.length
  const contracts = { group: 'contracts', count: contractCount } as const
  const balance = { group: 'balance', count: 1 } as const
  // A payment from elsewhere has no balance to read.
  if (kind === 'deposit') {
    return { checks: terms.txData === null ? [] : [balance], notMade: ['contracts', 'receiver'] }
  }
  if (kind === 'manual') return { checks: [contracts, balance], notMade: ['bytes', 'receiver'] }
  const bytes = { group: 'bytes', count: passed.length } as const
  return { checks: [bytes, contracts, { group: 'receiver', count: 1 }, balance], notMade: [] }
}
