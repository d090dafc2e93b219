import { isAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { clocksOf, secondMs } from '../base/time.ts'
import { checkDeposit, transferCall } from '../checks/check-cross.ts'
import { checkTypedData } from '../checks/check-permit.ts'
import { type CheckCode, type CheckReport, canonicalUint } from '../checks/check-report.ts'
import { checkInboxTransaction, checkManualTransaction } from '../checks/check-transaction.ts'
import {
  decodeCreateRequest,
  delegateOf,
  isOtherOnTheWay,
  onTheWayOf,
  requestOf,
} from '../checks/swap-request.ts'
import { requestHashOf } from '../checks/typed-data.ts'
import type { Deployment, DeploymentChain } from '../deployment/deployment.ts'
import {
  leastGoingOn,
  storedAutoRoute,
  storedDepositRoute,
  storedManualRoute,
  storedQuote,
} from '../quote/held-quote.ts'
import { coveredBy } from '../review/agreement.ts'
import { termQuestions, usedHashes } from '../review/terms-input.ts'
import { type WalletQuoteRequest, walletQuoteRequest } from '../service/quote-request.ts'
import { allowanceOf, asksRevoke, countsOnAllowance, isAboutAllowance } from './allowances.ts'
import type { Order } from './order.ts'
import { spenderOf } from './order-facts.ts'
import type { WalletRequestRecord } from './order-parts.ts'
import { isOverOrStopping } from './order-state.ts'
import { accountOf } from './reads.ts'
import { isListed, originConfig } from './wallet-request.ts'

/** What a stored order is weighed against before its wallet is asked. */
export interface StoredCheck {
  readonly deployment: Deployment
  readonly nowMs: number
  /** The origin's latest block by each of its hosts, Unix seconds; none where nothing with a deadline is asked for. */
  readonly chainSeconds: readonly number[]
  /** The other open orders. */
  readonly others: readonly Order[]
}

/**
 * Throws the `Problem` in the way of asking a wallet for what is stored. The checks of the review are made once more on
 * the stored terms, from the deployment file alone: what was changed in the store after the review, by whomever, is never put before
 * a wallet. How long a quote still lives was looked at by the task before; `orderRestored` where the order itself comes
 * from a copy.
 */
export function requireStored(order: Order, record: WalletRequestRecord, input: StoredCheck): void {
  const { purpose } = record
  if (order.restored === true && purpose !== 'withdraw') throw new Problem('orderRestored')
  const config = originConfig(input.deployment, order)
  if (purpose === 'cancel') requireCancel(order, config)
  else if (purpose === 'withdraw') requireInbox(order, config, input)
  else if (purpose === 'revoke') requireRevoke(order, record, config, input)
  else {
    if (purpose !== 'sign' && purpose !== 'send') requireApproval(order, record, config, input)
    // What is signed after an approval is quoted anew, and weighed then.
    const isLater = order.kind === 'signed' && purpose !== 'sign'
    if (!isLater) {
      holds(reportOn(order, config, input))
      requireOnTheWay(order, input)
      requireDelegate(order, input)
    }
    if (order.kind === 'deposit') requireTransfer(order, config)
    requireAgreed(order)
  }
}

function reportOn(
  order: Order,
  chain: DeploymentChain,
  { deployment, nowMs, chainSeconds, others }: StoredCheck,
): CheckReport {
  const { reviewed } = order
  const { clockOffsetMs } = order.terms
  const nowSeconds = Math.floor(nowMs / secondMs)
  const clocks = clocksOf({ nowMs, clockOffsetMs, chainSeconds })
  const common = {
    ask: walletQuoteRequest(reviewed.request),
    quote: storedQuote(reviewed),
    chain,
    deployment,
    nowSeconds,
    clocks,
    floorUnits: leastGoingOn(reviewed),
    usedRequestHashes: usedHashes(others),
  }
  if (order.kind === 'manual') {
    const expirySeconds = nowSeconds + assumedSeconds
    return checkManualTransaction({
      ...common,
      route: storedManualRoute(order),
      txData: order.terms.txData,
      spender: order.terms.spender ?? null,
      expirySeconds,
    })
  }
  if (order.kind === 'deposit') {
    const deposit = { ...order.terms.deposit, expirySeconds: nowSeconds + assumedSeconds }
    return checkDeposit({ ...common, route: storedDepositRoute(order, deposit), deposit })
  }
  const route = storedAutoRoute(order, nowSeconds + assumedSeconds)
  return order.kind === 'signed'
    ? checkTypedData({ ...common, route, usedNonces: usedNonces(order, others) })
    : checkInboxTransaction({ ...common, route })
}

/** The swap on the way is the one that was shown, and brings no less. */
function requireOnTheWay({ terms, reviewed }: Order, { deployment }: StoredCheck): void {
  if (isOtherOnTheWay(reviewed.onTheWay, onTheWayOf(terms, deployment))) throw broken('W-12')
}

/** The delegate is the one that was shown. */
function requireDelegate({ terms, reviewed }: Order, { deployment }: StoredCheck): void {
  const delegate = delegateOf(requestOf(terms, deployment), reviewed.request.userAddress)
  if (delegate !== (reviewed.delegate ?? null)) throw broken('W-4')
}

/** Every question that the stored terms raise has its yes stored; what a price raised was asked with the price of then. */
function requireAgreed(order: Order): void {
  const open = termQuestions(order).find((question) => !coveredBy(question, order.agreed))
  if (open !== undefined) throw new Problem('notAgreed', { facts: { question: open.code } })
}

/** The life of a quote was looked at by the task that led here; a second answer a moment later is of no use. */
const assumedSeconds = 600

/** The nonce was signed for, and may be used. */
const signedFor: ReadonlySet<Order['state']> = new Set([
  'signed',
  'submitting',
  'submitted',
  'pending',
  'stopping',
  'unknown_outcome',
])

function usedNonces({ reviewed }: Order, others: readonly Order[]): ReadonlySet<string> {
  const { originChainId, userAddress } = reviewed.request
  return new Set(
    others
      .filter(({ state, reviewed: { request: ask } }) => {
        return signedFor.has(state) && ask.originChainId === originChainId && ask.userAddress === userAddress
      })
      .flatMap((other) => other.terms.permitNonce ?? []),
  )
}

/** Exactly the input and what other orders of this account and token may need, to a pinned spender. */
function requireApproval(
  order: Order,
  { purpose, amountUnits }: WalletRequestRecord,
  config: DeploymentChain,
  { others }: StoredCheck,
): void {
  const ask = walletQuoteRequest(order.reviewed.request)
  if (spenderOf(order, config) === null) throw broken('V-3')
  const units = canonicalUint(amountUnits)
  const ownUnits = BigInt(ask.inputAmount)
  const mostUnits = others
    .filter((other) => isSameMoney(other, ask))
    .reduce((sum, other) => sum + BigInt(other.reviewed.request.inputAmount), ownUnits)
  const isExact = units !== null && units >= ownUnits && units <= mostUnits
  if (purpose === 'resetApproval' ? units !== 0n : !isExact) throw broken('V-2')
}

function isSameMoney({ reviewed: { request: ask } }: Order, own: WalletQuoteRequest): boolean {
  return (
    ask.originChainId === own.originChainId &&
    ask.userAddress === own.userAddress &&
    sameHex(ask.inputToken, own.inputToken)
  )
}

/** The nonce that is invalidated is the one that was signed, at the Permit2 that it was signed for. */
function requireCancel(order: Order, config: DeploymentChain): void {
  const { terms, kind } = order
  const signed = canonicalUint(terms.signTypedData?.values.nonce)
  if (kind !== 'signed' || signed === null || String(signed) !== terms.permitNonce) throw broken('V-6')
  if (!isListed(order, config)) throw broken('D-4')
}

/**
 * Nothing at all, to a pinned spender, once the swap is over and no other one counts on it; of two that were asked at once
 * the earlier goes first.
 */
function requireRevoke(
  order: Order,
  { amountUnits, askedMs }: WalletRequestRecord,
  config: DeploymentChain,
  { others }: StoredCheck,
): void {
  const key = allowanceOf(order)
  const spender = spenderOf(order, config)
  if (key === null || spender === null || !sameHex(spender, key.spender)) throw broken('V-3')
  if (amountUnits !== '0') throw broken('V-2')
  if (!isOverOrStopping(order)) throw new Problem('allowanceInUse')
  if (others.some((other) => countsOnAllowance(other) && isAboutAllowance(other, key))) {
    throw new Problem('allowanceInUse')
  }
  const isEarlier = (other: Order) => {
    const since = other.walletRequest?.askedMs ?? askedMs
    return since < askedMs || (since === askedMs && other.id < order.id)
  }
  if (
    others.some((other) => asksRevoke(other) && accountOf(other) === accountOf(order) && isEarlier(other))
  ) {
    throw new Problem('walletBusy')
  }
}

/** A pinned or retired inbox, and a request of its own calldata that refunds nobody else. */
function requireInbox(order: Order, config: DeploymentChain, { deployment }: StoredCheck): void {
  const { terms, reviewed } = order
  const { requestType, requestHash, txData } = terms
  if (txData === null || requestType === null || !isListed(order, config)) throw broken('I-1')
  const pinned = deployment.types[requestType]
  const call = decodeCreateRequest(requestType, pinned, txData.data)
  if (call === null) throw broken('I-5')
  if (!sameHex(call.refundAddress, reviewed.request.userAddress)) throw broken('I-6')
  if (!sameHex(requestHashOf(pinned, call.witness), requestHash)) throw broken('X-3')
}

/** A deposit's transfer is the one that Ferry itself would build now. */
function requireTransfer({ terms, reviewed }: Order, { chainId }: DeploymentChain): void {
  const { deposit, txData } = terms
  const { inputToken } = walletQuoteRequest(reviewed.request)
  if (deposit === undefined || txData === null || !isAddress(deposit.address) || deposit.memo !== null) {
    throw broken('P-1')
  }
  const own = transferCall(chainId, inputToken, deposit.address, BigInt(deposit.amount))
  const isOwn = sameHex(own.to, txData.to) && sameHex(own.data, txData.data) && own.value === txData.value
  if (!isOwn || (txData.chainId ?? chainId) !== chainId) throw broken('P-3')
}

function holds(report: CheckReport): void {
  if (!report.ok) throw broken(report.code, report.path)
}

function broken(reason: CheckCode, path = 'stored order'): Problem {
  return new Problem('checkFailed', { facts: { reason, path } })
}
