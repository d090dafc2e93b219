import { type Address, isSameAddress, isSameHex, zeroAddress } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import { affiliateFeeUnits, readAffiliateFee } from '../checks/affiliate-fee.ts'
import { member } from '../checks/check-report.ts'
import { readRequest } from '../checks/swap-request.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { OrderTerms } from '../quote/terms.ts'
import type { Token } from '../service/token.ts'
import { configureToken } from '../tokens/configure-token.ts'
import type { Account, WalletRef } from '../wallet/port.ts'
import type { CheckedTerms } from './terms-input.ts'

export type ReviewFactName =
  | 'inputToken'
  | 'wrappedInput'
  | 'outputToken'
  | 'originChain'
  | 'destinationChain'
  | 'intermediateSwap'
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
    'request' | 'inputToken' | 'outputToken' | 'intermediateSwap' | 'proposedApproval'
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
  const request = readRequest(input.terms, input.deployment)
  const facts = [...endFacts(input), ...(request === null ? [] : requestFacts(input, request))]
  const requested = request === null ? requestedFacts(input) : []
  return [...facts, ...requested, ...approvalFacts(input), ...depositFacts(input)]
}

function endFacts({ deployment, reviewed, unproven = null }: FactInput): readonly ReviewFact[] {
  const { request, inputToken, outputToken, intermediateSwap } = reviewed
  const isConfigured = (chainId: number) => chainConfig(deployment, chainId) !== null
  const isKnown = (token: Token) => {
    const seen = configureToken(deployment, token)
    return seen.isVerified && seen.imitates === undefined
  }
  const recipient = request.receiverAddress
  const isOwn = isSameAddress(recipient, request.userAddress) && !isSameAddress(recipient, unproven?.address)
  return [
    fact('inputToken', 'hex', request.inputToken, isKnown(inputToken)),
    fact('originChain', 'chain', request.originChainId, isConfigured(request.originChainId)),
    ...(intermediateSwap === undefined
      ? []
      : [fact('intermediateSwap', 'hex', intermediateSwap.token.address, isKnown(intermediateSwap.token))]),
    fact('outputToken', 'hex', request.outputToken, isKnown(outputToken)),
    fact('destinationChain', 'chain', request.destinationChainId, isConfigured(request.destinationChainId)),
    fact('recipient', 'hex', recipient, isOwn),
  ]
}

function requestFacts(input: FactInput, request: Json): readonly ReviewFact[] {
  const { request: quoteRequest } = input.reviewed
  const top = (name: string) => text(member(request, name))
  const basic = (name: string) => text(member(member(request, 'basicReq'), name))
  const delegate = basic('delegate')
  const fee = readAffiliateFee(top('affiliateFees'))
  const inputToken = basic('inputToken')
  return [
    ...(isSameHex(inputToken, quoteRequest.inputToken)
      ? []
      : optionalFact('wrappedInput', 'hex', inputToken, true)),
    ...optionalFact('deadline', 'seconds', basic('deadline'), true),
    ...refundFact('delegate', delegate, input),
    ...optionalFact('payload', 'hex', nullIf(top('destinationPayload'), '0x')),
    ...optionalFact('payloadGas', 'text', nullIf(top('minDestGas'), '0')),
    ...optionalFact('transmitter', 'hex', nullIf(top('exclusiveTransmitter'), zeroAddress)),
    ...(fee === null
      ? []
      : [
          fact('feeTaker', 'hex', fee.taker, false),
          fact(
            'feeAmount',
            'inputUnits',
            String(affiliateFeeUnits(fee, BigInt(quoteRequest.inputAmount))),
            false,
          ),
        ]),
    ...optionalFact('refuel', 'text', nullIf(basic('refuelAmount'), '0')),
  ]
}

function requestedFacts({ deployment, reviewed: { request } }: FactInput): readonly ReviewFact[] {
  const requested = request.options ?? {}
  return [
    ...optionalFact('delegate', 'hex', requested.delegateAddress ?? null),
    ...optionalFact('payload', 'hex', requested.destinationPayload ?? null),
    ...optionalFact('payloadGas', 'text', requested.destinationGasLimit ?? null),
    ...optionalFact('transmitter', 'hex', requested.exclusiveTransmitter ?? null),
    ...optionalFact('feeTaker', 'hex', requested.feeTakerAddress ?? deployment.fee?.feeTakerAddress ?? null),
  ]
}

/** The approval that the service proposes, compared with Ferry's own; a differing fact is open. */
function approvalFacts({ deployment, reviewed, terms }: FactInput): readonly ReviewFact[] {
  const { request, proposedApproval: approval } = reviewed
  if (approval === undefined) return []
  const spender = terms.spender ?? terms.txData?.to ?? chainConfig(deployment, request.originChainId)?.permit2
  const isToken = isSameHex(approval.tokenAddress, request.inputToken)
  const isOwner = isSameHex(approval.userAddress, request.userAddress)
  return [
    fact('approvalSpender', 'hex', approval.spenderAddress, isSameHex(approval.spenderAddress, spender)),
    fact(
      'approvalAmount',
      isToken ? 'inputUnits' : 'text',
      approval.amount,
      approval.amount === request.inputAmount,
    ),
    ...(isToken ? [] : [fact('approvalToken', 'hex', approval.tokenAddress, false)]),
    ...(isOwner ? [] : [fact('approvalOwner', 'hex', approval.userAddress, false)]),
  ]
}

function depositFacts(input: FactInput): readonly ReviewFact[] {
  const { deposit } = input.terms
  if (deposit === undefined) return []
  const { address, memo, refundAddress } = deposit
  return [
    fact('depositAddress', 'hex', address, false),
    ...optionalFact('depositMemo', 'text', memo),
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
  { reviewed: { request }, unproven = null }: FactInput,
): readonly ReviewFact[] {
  if (!isSameAddress(value, unproven?.address) || isSameAddress(value, request.receiverAddress)) {
    return optionalFact(name, 'hex', value, isSameAddress(value, request.userAddress))
  }
  const namedBy = unproven?.wallet == null ? {} : { namedBy: unproven.wallet }
  return optionalFact(name, 'hex', value).map((one) => ({ ...one, ...namedBy }))
}

function fact(
  name: ReviewFactName,
  kind: ReviewFact['kind'],
  value: string | number,
  isUsual: boolean,
): ReviewFact {
  return { name, kind, value: String(value), isUsual }
}

function optionalFact(
  name: ReviewFactName,
  kind: ReviewFact['kind'],
  value: string | null,
  isUsual = false,
): readonly ReviewFact[] {
  return value === null ? [] : [fact(name, kind, value, isUsual)]
}

function nullIf(value: string | null, nothing: string): string | null {
  return value === null || value.toLowerCase() === nothing ? null : value
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

type CheckGroup = 'bytes' | 'contracts' | 'receiver' | 'balance'

export interface ReviewChecks {
  readonly checks: readonly { readonly group: CheckGroup; readonly count: number }[]
  readonly notPossible: readonly Exclude<CheckGroup, 'balance'>[]
}

const contractCodes: ReadonlySet<string> = new Set(['D-4', 'V-3', 'W-5', 'I-1', 'M-1', 'M-7'])

/**
 * Groups the checks. Ferry cannot read a manual route's call, and the service moves a deposit on as it likes. Neither says
 * where the money ends, so for them the receiver is listed as not checked, never counted.
 */
export function reviewChecks(
  { kind, terms, passed }: CheckedTerms,
  chainChecks: readonly string[],
): ReviewChecks {
  const contractCount = passed.filter((code) => contractCodes.has(code)).length + chainChecks.length
  const contracts = { group: 'contracts', count: contractCount } as const
  const balance = { group: 'balance', count: 1 } as const
  // A payment from elsewhere has no balance to read.
  if (kind === 'deposit') {
    return { checks: terms.txData === null ? [] : [balance], notPossible: ['contracts', 'receiver'] }
  }
  if (kind === 'manual') return { checks: [contracts, balance], notPossible: ['bytes', 'receiver'] }
  const bytes = { group: 'bytes', count: passed.length } as const
  return { checks: [bytes, contracts, { group: 'receiver', count: 1 }, balance], notPossible: [] }
}
