import { type Address, isSameAddress, isSameHex, zeroAddress } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import type { NameAfter } from '../base/text.ts'
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

/** Each has its text (`fact_<name>`). */
export type ReviewFactName = NameAfter<'fact_'>

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

/** A fact, or null if the terms do not have its value. */
type Fact = ReviewFact | null

/**
 * Lists the values of the terms for the user to compare. The facts of a request are read from the signed or sent bytes
 * themselves. Ferry cannot read the calls of manual routes and deposits, so their facts come from the quote request.
 */
export function reviewFacts(input: FactInput): readonly ReviewFact[] {
  const request = readRequest(input.terms, input.deployment)
  return [
    ...endFacts(input),
    ...(request === null ? requestedFacts(input) : requestFacts(input, request)),
    ...approvalFacts(input),
    ...depositFacts(input),
  ].filter((one) => one !== null)
}

function endFacts({ deployment, reviewed, unproven = null }: FactInput): readonly Fact[] {
  const { request, inputToken, outputToken, intermediateSwap } = reviewed
  const isConfigured = (chainId: number) => chainConfig(deployment, chainId) !== null
  const isKnown = (token: Token) => {
    const seen = configureToken(deployment, token)
    return seen.isVerified && seen.imitates === undefined
  }
  const recipient = request.receiverAddress
  const isOwn = isSameAddress(recipient, request.userAddress) && !isSameAddress(recipient, unproven?.address)
  const between = intermediateSwap?.token
  return [
    fact('inputToken', 'hex', request.inputToken, isKnown(inputToken)),
    fact('originChain', 'chain', request.originChainId, isConfigured(request.originChainId)),
    between === undefined ? null : fact('intermediateSwap', 'hex', between.address, isKnown(between)),
    fact('outputToken', 'hex', request.outputToken, isKnown(outputToken)),
    fact('destinationChain', 'chain', request.destinationChainId, isConfigured(request.destinationChainId)),
    fact('recipient', 'hex', recipient, isOwn),
  ]
}

function requestFacts(input: FactInput, request: Json): readonly Fact[] {
  const { inputToken, inputAmount } = input.reviewed.request
  const top = (name: string, nothing?: string) => text(member(request, name), nothing)
  const basic = (name: string, nothing?: string) => text(member(member(request, 'basicReq'), name), nothing)
  const fee = readAffiliateFee(top('affiliateFees'))
  return [
    fact('wrappedInput', 'hex', basic('inputToken', inputToken.toLowerCase()), true),
    fact('deadline', 'seconds', basic('deadline'), true),
    refundFact('delegate', basic('delegate'), input),
    fact('payload', 'hex', top('destinationPayload', '0x')),
    fact('payloadGas', 'text', top('minDestGas', '0')),
    fact('transmitter', 'hex', top('exclusiveTransmitter', zeroAddress)),
    fact('feeTaker', 'hex', fee?.taker),
    fact(
      'feeAmount',
      'inputUnits',
      fee === null ? null : String(affiliateFeeUnits(fee, BigInt(inputAmount))),
    ),
    fact('refuel', 'text', basic('refuelAmount', '0')),
  ]
}

function requestedFacts({ deployment, reviewed: { request } }: FactInput): readonly Fact[] {
  const requested = request.options ?? {}
  return [
    fact('delegate', 'hex', requested.delegateAddress),
    fact('payload', 'hex', requested.destinationPayload),
    fact('payloadGas', 'text', requested.destinationGasLimit),
    fact('transmitter', 'hex', requested.exclusiveTransmitter),
    fact('feeTaker', 'hex', requested.feeTakerAddress ?? deployment.fee?.feeTakerAddress),
  ]
}

/** The approval that the service proposes, compared with Ferry's own; a differing fact is open. */
function approvalFacts({ deployment, reviewed, terms }: FactInput): readonly Fact[] {
  const { request, proposedApproval: approval } = reviewed
  if (approval === undefined) return []
  const { amount, spenderAddress, tokenAddress, userAddress } = approval
  const spender = terms.spender ?? terms.txData?.to ?? chainConfig(deployment, request.originChainId)?.permit2
  const isToken = isSameHex(tokenAddress, request.inputToken)
  return [
    fact('approvalSpender', 'hex', spenderAddress, isSameHex(spenderAddress, spender)),
    fact('approvalAmount', isToken ? 'inputUnits' : 'text', amount, amount === request.inputAmount),
    fact('approvalToken', 'hex', isToken ? null : tokenAddress),
    fact('approvalOwner', 'hex', isSameHex(userAddress, request.userAddress) ? null : userAddress),
  ]
}

function depositFacts(input: FactInput): readonly Fact[] {
  const { deposit } = input.terms
  if (deposit === undefined) return []
  return [
    fact('depositAddress', 'hex', deposit.address),
    fact('depositMemo', 'text', deposit.memo),
    fact('recipientMemo', 'text', input.reviewed.request.options?.depositDestinationMemo),
    refundFact('refundAddress', deposit.refundAddress, input),
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
): Fact {
  if (!isSameAddress(value, unproven?.address) || isSameAddress(value, request.receiverAddress)) {
    return fact(name, 'hex', value, isSameAddress(value, request.userAddress))
  }
  const open = fact(name, 'hex', value)
  return open === null || unproven?.wallet == null ? open : { ...open, namedBy: unproven.wallet }
}

function fact(
  name: ReviewFactName,
  kind: ReviewFact['kind'],
  value: string | number | null | undefined,
  isUsual = false,
): Fact {
  return value == null ? null : { name, kind, value: String(value), isUsual }
}

/** Null for a value that is missing, or that means nothing. */
function text(value: Json | undefined, nothing?: string): string | null {
  const isText = typeof value === 'string' || typeof value === 'number'
  return isText && String(value).toLowerCase() !== nothing ? String(value) : null
}

type CheckGroup = 'bytes' | 'contracts' | 'receiver' | 'balance'

export interface ReviewChecks {
  readonly checks: readonly { readonly group: CheckGroup; readonly count: number }[]
  readonly notPossible: readonly (Exclude<CheckGroup, 'balance'> | 'decimals')[]
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
  const decimals = chainChecks.includes('L3') ? [] : (['decimals'] as const)
  // A payment from elsewhere has no balance to read.
  if (kind === 'deposit') {
    const checks = terms.txData === null ? [] : [balance]
    return { checks, notPossible: ['contracts', 'receiver', ...decimals] }
  }
  if (kind === 'manual') {
    return { checks: [contracts, balance], notPossible: ['bytes', 'receiver', ...decimals] }
  }
  const bytes = { group: 'bytes', count: passed.length } as const
  return { checks: [bytes, contracts, { group: 'receiver', count: 1 }, balance], notPossible: [] }
}
