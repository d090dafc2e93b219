import { isAddress, isSameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { resolveClocks, secondMs } from '../base/time.ts'
import { checkDeposit, transferCall } from '../checks/check-cross.ts'
import { checkTypedData } from '../checks/check-permit.ts'
import { type CheckCode, type CheckReport, canonicalUint } from '../checks/check-report.ts'
import { checkInboxTransaction, checkManualTransaction } from '../checks/check-transaction.ts'
import {
  decodeCreateRequest,
  hasIntermediateSwapChanged,
  readDelegate,
  readIntermediateSwap,
  readRequest,
} from '../checks/swap-request.ts'
import { requestHashOf } from '../checks/typed-data.ts'
import type { Deployment, DeploymentChain } from '../deployment/schema.ts'
import { spenderOf } from '../quote/order-kind.ts'
import { isCoveredBy } from '../review/consents.ts'
import { termConsents, usedHashes } from '../review/terms-input.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import { allowanceOf, isForAllowance, reliesOnAllowance } from './allowances.ts'
import type { Order, WalletRequestRecord } from './order.ts'
import { hasRequestFor, requireNotRestored } from './order-facts.ts'
import { isOverOrStopping } from './order-state.ts'
import { accountOf, requestedNonces } from './order-store.ts'
import { isListed, originConfig } from './wallet-request.ts'

export interface StoredCheck {
  readonly deployment: Deployment
  readonly nowMs: number
  /** Latest block time by each endpoint of the origin chain. Empty if the request has no deadline. */
  readonly chainSeconds: readonly number[]
  readonly others: readonly Order[]
}

/**
 * Throws the `Problem` that forbids a wallet request for the stored order. Repeats the checks of the review
 * on the stored terms, using only the deployment file. So a change in the store after the review never
 * reaches a wallet. `canPrompt` checks the quote's remaining time, as the last step before the prompt.
 */
export function requireStored(order: Order, record: WalletRequestRecord, input: StoredCheck): void {
  requireNotRestored(order)
  const { purpose } = record
  const config = originConfig(input.deployment, order)
  if (purpose === 'cancel') requireCancel(order, config)
  else if (purpose === 'withdraw') requireInbox(order, config, input)
  else if (purpose === 'revoke') requireRevoke(order, record, config, input)
  else {
    if (purpose !== 'sign' && purpose !== 'send') requireApproval(order, record, config, input)
    // The terms of a signed swap are checked before its signature.
    const isLater = order.kind === 'signed' && purpose !== 'sign'
    if (!isLater) {
      const report = checkTerms(order, config, input)
      if (!report.ok) throw failedStoredCheck(report.code, report.path)
      requireDisplayedParts(order, input)
    }
    if (order.kind === 'deposit') requireTransfer(order, config)
    requireConsents(order)
  }
}

function checkTerms(
  order: Order,
  chain: DeploymentChain,
  { deployment, nowMs, chainSeconds, others }: StoredCheck,
): CheckReport {
  const { reviewed } = order
  const { clockOffsetMs, minAmountOut } = order.terms
  const nowSeconds = Math.floor(nowMs / secondMs)
  const expirySeconds = nowSeconds + assumedQuoteSeconds
  const clocks = resolveClocks({ nowMs, clockOffsetMs, chainSeconds })
  const input = { token: reviewed.inputToken, amount: reviewed.request.inputAmount }
  // The distance between promise and minimum was checked with the quote. Here only the stored minimum counts.
  const output = { token: reviewed.outputToken, minAmountOut, effectiveAmount: null }
  const common = {
    request: walletQuoteRequest(reviewed.request),
    quote: { ...reviewed.request, input, destinationExec: null },
    chain,
    deployment,
    nowSeconds,
    clocks,
    floorUnits: BigInt(reviewed.minAmountOut),
    usedRequestHashes: usedHashes(others),
  }
  if (order.kind === 'manual') {
    const { txData, spender = null } = order.terms
    return checkManualTransaction({ ...common, route: { output }, txData, spender, expirySeconds })
  }
  if (order.kind === 'deposit') {
    const { requestHash } = order.terms
    const route = { requestHash, output: minAmountOut === '0' ? null : output }
    return checkDeposit({ ...common, route, deposit: { ...order.terms.deposit, expirySeconds } })
  }
  const { refuel = null } = order.terms
  const known = { quoteExpirySeconds: expirySeconds, slippagePercent: null, refuel, output }
  if (order.kind !== 'signed')
    return checkInboxTransaction({ ...common, route: { ...order.terms, ...known, userOp: 'tx' } })
  const route = { ...order.terms, ...known, userOp: 'sign' } as const
  return checkTypedData({ ...common, route, usedNonces: requestedNonces(order, others) })
}

/** W-12, W-4: the intermediate swap and the delegate are the displayed ones, with no lower minimum. */
function requireDisplayedParts({ terms, reviewed }: Order, { deployment }: StoredCheck): void {
  const request = readRequest(terms, deployment)
  if (hasIntermediateSwapChanged(reviewed.intermediateSwap, readIntermediateSwap(request)))
    throw failedStoredCheck('W-12')
  const delegate = readDelegate(request, reviewed.request.userAddress)
  if (delegate !== (reviewed.delegate ?? null)) throw failedStoredCheck('W-4')
}

/**
 * Every consent that the stored terms require is stored. One that a price requires was given with
 * the price at that time.
 */
function requireConsents(order: Order): void {
  const open = termConsents(order).find((required) => !isCoveredBy(required, order.consents))
  if (open !== undefined) throw new Problem('consentMissing', { facts: { consent: open.code } })
}

/** Life assumed for quotes, whose remaining time is not checked here (`requireStored`). */
const assumedQuoteSeconds = 600

/**
 * V-2, V-3: the spender is pinned, and the amount is at least the input. At most, it also covers the other
 * orders of this account and token.
 */
function requireApproval(
  order: Order,
  { purpose, amountUnits }: WalletRequestRecord,
  config: DeploymentChain,
  { others }: StoredCheck,
): void {
  const request = walletQuoteRequest(order.reviewed.request)
  if (spenderOf(order, config) === null) throw failedStoredCheck('V-3')
  const units = canonicalUint(amountUnits)
  const ownUnits = BigInt(request.inputAmount)
  const mostUnits = others
    .filter(
      ({ reviewed: { request: other } }) =>
        other.originChainId === request.originChainId &&
        other.userAddress === request.userAddress &&
        isSameHex(other.inputToken, request.inputToken),
    )
    .reduce((sum, other) => sum + BigInt(other.reviewed.request.inputAmount), ownUnits)
  const isExact = units !== null && units >= ownUnits && units <= mostUnits
  if (purpose === 'resetApproval' ? units !== 0n : !isExact) throw failedStoredCheck('V-2')
}

/** V-6, D-4: the nonce to cancel is the signed one, at the Permit2 contract that it was signed for. */
function requireCancel(order: Order, config: DeploymentChain): void {
  const { terms, kind } = order
  const signed = canonicalUint(terms.signTypedData?.values.nonce)
  if (kind !== 'signed' || signed === null || String(signed) !== terms.permitNonce)
    throw failedStoredCheck('V-6')
  if (!isListed(order, config)) throw failedStoredCheck('D-4')
}

/**
 * V-2, V-3: sets the allowance to zero, for a pinned spender, after the swap is over. No other order may rely
 * on the allowance. Of two simultaneous revocations of one account, the earlier goes first.
 */
function requireRevoke(
  order: Order,
  { amountUnits, requestedMs }: WalletRequestRecord,
  config: DeploymentChain,
  { others }: StoredCheck,
): void {
  const key = allowanceOf(order)
  const spender = spenderOf(order, config)
  if (key === null || spender === null || !isSameHex(spender, key.spender)) throw failedStoredCheck('V-3')
  if (amountUnits !== '0') throw failedStoredCheck('V-2')
  if (!isOverOrStopping(order)) throw new Problem('allowanceInUse')
  if (others.some((other) => reliesOnAllowance(other) && isForAllowance(other, key))) {
    throw new Problem('allowanceInUse')
  }
  const isEarlier = (other: Order) => {
    const since = other.walletRequest?.requestedMs ?? requestedMs
    return since < requestedMs || (since === requestedMs && other.id < order.id)
  }
  if (
    others.some(
      (other) => hasRequestFor(other, 'revoke') && accountOf(other) === accountOf(order) && isEarlier(other),
    )
  ) {
    throw new Problem('walletBusy')
  }
}

/** The inbox is pinned or retired, and the calldata's own request pays refunds only to the account. */
function requireInbox(order: Order, config: DeploymentChain, { deployment }: StoredCheck): void {
  const { terms, reviewed } = order
  const { requestType, requestHash, txData } = terms
  if (txData === null || requestType === null || !isListed(order, config)) throw failedStoredCheck('I-1')
  const pinned = deployment.types[requestType]
  const call = decodeCreateRequest(requestType, pinned, txData.data)
  if (call === null) throw failedStoredCheck('I-5')
  if (!isSameHex(call.refundAddress, reviewed.request.userAddress)) throw failedStoredCheck('I-6')
  if (!isSameHex(requestHashOf(pinned, call.witness), requestHash)) throw failedStoredCheck('X-3')
}

/** P-1, P-3: the transfer of a deposit is exactly what Ferry would build now. */
function requireTransfer({ terms, reviewed }: Order, { chainId }: DeploymentChain): void {
  const { deposit, txData } = terms
  const { inputToken } = walletQuoteRequest(reviewed.request)
  if (deposit === undefined || txData === null || !isAddress(deposit.address) || deposit.memo !== null) {
    throw failedStoredCheck('P-1')
  }
  const own = transferCall(chainId, inputToken, deposit.address, BigInt(deposit.amount))
  const isOwn = isSameHex(own.to, txData.to) && isSameHex(own.data, txData.data) && own.value === txData.value
  if (!isOwn || (txData.chainId ?? chainId) !== chainId) throw failedStoredCheck('P-3')
}

function failedStoredCheck(reason: CheckCode, path = 'stored order'): Problem {
  return new Problem('checkFailed', { facts: { reason, path } })
}
