import { approveCall, encodeCall, invalidateNonceData } from '../base/ethereum.ts'
import { type Address, isSameHex, nativeDecimals } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import type { FundsLocation } from '../base/problem-codes.ts'
import { limitOffsetMs, secondMs } from '../base/time.ts'
import type { TransactionView } from '../chain/chain-views.ts'
import type { AccountCall } from '../chain/effects.ts'
import { isAllowedTarget } from '../checks/check-transaction.ts'
import { decodeCreateRequest, tupleOf } from '../checks/swap-request.ts'
import { walletTypedData } from '../checks/typed-data.ts'
import { chainConfig, exitInboxes, requireChain } from '../deployment/deployment.ts'
import type { Deployment, DeploymentChain } from '../deployment/schema.ts'
import { isQuoteFresh } from '../quote/held-quote.ts'
import { spenderOf, usesInbox } from '../quote/order-kind.ts'
import { failedCheck } from '../review/preflight.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import type { WalletRequest } from '../wallet/port.ts'
import { offersAtomicCalls, sendCallsParameter } from '../wallet/wallet-capabilities.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { InboxOrder, Order, WalletRequestRecord } from './order.ts'
import { isSendRequest, walletOf } from './order-facts.ts'
import { hasRefusedCalls } from './refused-calls.ts'

/** Throws `chainNotPinned`, because nothing is signed or sent on other chains. */
export function originConfig(deployment: Deployment, order: Order): DeploymentChain {
  return requireChain(deployment, order.reviewed.request.originChainId)
}

function exitContract({ kind, terms }: Order): unknown {
  return kind === 'signed' ? terms.signTypedData.domain.verifyingContract : terms.txData?.to
}

/** Returns whether the deployment file lists the contract that an exit calls, as current or retired. */
export function isListed(order: Order, config: DeploymentChain): boolean {
  const contract = exitContract(order)
  const listed = order.kind === 'signed' ? [config.permit2] : exitInboxes(config)
  return typeof contract === 'string' && isAllowedTarget(contract, listed)
}

/** Returns the inbox that an order pays into, if the deployment file lists it. */
export function listedInboxOf(order: Order, deployment: Deployment): string | null {
  const config = chainConfig(deployment, order.reviewed.request.originChainId)
  return usesInbox(order) && config !== null && isListed(order, config) ? order.terms.txData.to : null
}

/** Throws `contractNotListed` if an update removed the exit's contract from the deployment file. */
export function requireListed(order: Order, config: DeploymentChain, money: FundsLocation): void {
  if (isListed(order, config)) return
  throw new Problem('contractNotListed', { money, facts: { contract: String(exitContract(order)) } })
}

/**
 * Returns the stored request in the wallet's format, built only from the checked terms and the deployment
 * file. Throws `checkFailed` (T-1) if the order's kind has no such request, and (V-3) if the spender is not
 * pinned.
 */
export function walletRequestOf(
  deployment: Deployment,
  order: Order,
  record: WalletRequestRecord,
): WalletRequest {
  const config = originConfig(deployment, order)
  const request = walletQuoteRequest(order.reviewed.request)
  const wallet = walletOf(order, record)
  if (wallet === null) throw new Problem('walletNotConnected')
  const common = {
    requestId: record.requestId,
    wallet,
    account: request.userAddress,
    chain: { chainId: config.chainId, add: addChainParameter(config) },
  }
  if (record.purpose === 'sign') {
    if (order.kind !== 'signed') throw failedCheck('T-1')
    const text = JSON.stringify(walletTypedData(order.terms.signTypedData))
    return { ...common, method: 'eth_signTypedData_v4', params: [request.userAddress, text] }
  }
  if (record.purpose === 'sendCalls') {
    const parameter = sendCallsParameter(
      // A wallet accepts an ID once, however often the request is sent.
      order.callsId ?? record.requestId,
      request.userAddress,
      config.chainId,
      accountCalls(deployment, order, record, config),
    )
    return { ...common, method: 'wallet_sendCalls', params: [parameter] }
  }
  const call = callOf(deployment, order, record, config)
  const transaction = {
    from: request.userAddress,
    to: call.to,
    data: call.data,
    value: quantity(call.value),
    // If the wallet changed its chain meanwhile, it rejects the request instead of sending it on another
    // chain.
    chainId: quantity(BigInt(config.chainId)),
  }
  return { ...common, method: 'eth_sendTransaction', params: [transaction] }
}

export async function canBatch(order: Order, ports: FlowPorts): Promise<boolean> {
  if (order.wallet === null || order.oneByOne || order.terms.txData === null) return false
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const params = [userAddress, [`0x${originChainId.toString(16)}`]]
  const requested = await ports.readWallet({ wallet: order.wallet, method: 'wallet_getCapabilities', params })
  return offersAtomicCalls(requested, originChainId) && !(await hasRefusedCalls(order.wallet, ports))
}

/** Returns the transaction of an order from its checked terms. Throws `checkFailed` (T-1) if it has none. */
export function sendCall(order: Order): AccountCall {
  const { txData } = order.terms
  if (txData === null) throw failedCheck('T-1')
  return { to: txData.to, data: txData.data, value: BigInt(txData.value) }
}

export function accountCalls(
  deployment: Deployment,
  order: Order,
  record: WalletRequestRecord,
  config: DeploymentChain,
): readonly AccountCall[] {
  if (record.purpose !== 'sendCalls') return [callOf(deployment, order, record, config)]
  return [callOf(deployment, order, { ...record, purpose: 'approve' }, config), sendCall(order)]
}

function callOf(
  deployment: Deployment,
  order: Order,
  record: WalletRequestRecord,
  config: DeploymentChain,
): AccountCall {
  const { purpose, amountUnits } = record
  if (purpose === 'send') return sendCall(order)
  if (purpose === 'withdraw' && usesInbox(order)) return withdrawCall(deployment, order)
  if (purpose === 'cancel' && order.kind === 'signed')
    return cancelCall(config.permit2, BigInt(order.terms.permitNonce))
  if (purpose !== 'approve' && purpose !== 'resetApproval' && purpose !== 'revoke') throw failedCheck('T-1')
  const spender = spenderOf(order, config)
  if (spender === null) throw failedCheck('V-3')
  return approveCall(
    walletQuoteRequest(order.reviewed.request).inputToken,
    spender,
    BigInt(amountUnits ?? '0'),
  )
}

/**
 * Returns EIP-3085's parameter, used only if the wallet does not know the chain. A wallet stores these values
 * permanently. So without a native currency in the deployment file the result is null, and the person adds
 * the chain in the wallet.
 */
export function addChainParameter(config: DeploymentChain): JsonObject | null {
  if (config.currency === undefined) return null
  return {
    chainId: quantity(BigInt(config.chainId)),
    chainName: config.name,
    nativeCurrency: { ...config.currency, decimals: nativeDecimals },
    rpcUrls: [...config.rpcUrls],
    ...(config.explorerUrl === null
      ? {}
      : { blockExplorerUrls: [config.explorerUrl.replace(/\/?#.*$/, '')] }),
  }
}

function quantity(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}

/**
 * Returns Permit2's `invalidateUnorderedNonces(wordPos, mask)` for one nonce, built by Ferry itself. Once it
 * is mined, a signature with that nonce can take nothing.
 */
export function cancelCall(permit2: Address, nonce: bigint): AccountCall {
  return { to: permit2, data: invalidateNonceData(nonce), value: 0n }
}

/**
 * Returns `withdrawFunds(Request)` of the inbox for an order that was sent to it. The request is the one in
 * its calldata, encoded again from the pinned types. Throws `checkFailed` (I-5) if the calldata is not a
 * request.
 */
export function withdrawCall(
  deployment: Pick<Deployment, 'types'>,
  { terms: { requestType, txData } }: Pick<InboxOrder, 'terms'>,
): AccountCall {
  const pinned = deployment.types[requestType]
  const call = decodeCreateRequest(requestType, pinned, txData.data)
  if (call === null) throw failedCheck('I-5')
  const data = encodeCall('withdrawFunds', [tupleOf(pinned, 'Request', 'request')], [call.witness])
  return { to: txData.to, data, value: 0n }
}

/**
 * Cached, because every read of an order needs the deadline, and decoding the calldata is its most expensive
 * part.
 */
const inboxDeadlines = new WeakMap<object, number | null>()

/** In Unix seconds. Until then, the person should leave such funds to the solver. */
export function inboxDeadlineSeconds(
  deployment: Pick<Deployment, 'types'>,
  { terms: { requestType, txData } }: Pick<Order, 'terms'>,
): number | null {
  if (requestType === null || txData === null) return null
  const known = inboxDeadlines.get(txData)
  if (known !== undefined) return known
  const call = decodeCreateRequest(requestType, deployment.types[requestType], txData.data)
  const basic = call?.witness.basicReq
  const deadline = typeof basic === 'object' && basic !== null && 'deadline' in basic ? basic.deadline : null
  const seconds = deadline === null ? null : Number(deadline)
  inboxDeadlines.set(txData, seconds)
  return seconds
}

/**
 * Returns whether the requested transaction would be too late, by this machine's clock: its deposit address
 * or its inbox request has expired. The wallet request itself does not expire, so a person who approves it
 * later still pays.
 */
export function isSendTooLate(
  { terms, walletRequest }: Order,
  deployment: Deployment,
  nowMs: number,
): boolean {
  if (!isSendRequest(walletRequest)) return false
  const endSeconds = terms.deposit?.expirySeconds ?? inboxDeadlineSeconds(deployment, { terms })
  return endSeconds !== null && nowMs > endSeconds * secondMs - limitOffsetMs(terms.clockOffsetMs)
}

/**
 * Returns whether a prompt would now come too late: the quote of a signature or transaction is not fresh any more, or
 * the transaction is too late. The person could not use it in time.
 */
export function isPromptTooLate(order: Order, deployment: Deployment, nowMs: number): boolean {
  const { walletRequest } = order
  const isOfQuote = walletRequest?.purpose === 'sign' || isSendRequest(walletRequest)
  return (isOfQuote && !isQuoteFresh(order.terms, nowMs)) || isSendTooLate(order, deployment, nowMs)
}

export function isOwnCall(
  { reviewed: { request } }: Order,
  view: Exclude<TransactionView, { kind: 'unknown' }>,
  own: { readonly to: string; readonly data: string },
): boolean {
  return (
    isSameHex(view.from, request.userAddress) && isSameHex(view.to, own.to) && isSameHex(view.data, own.data)
  )
}

export function isReviewedCall(order: Order, view: Exclude<TransactionView, { kind: 'unknown' }>): boolean {
  const call = sendCall(order)
  return isOwnCall(order, view, call) && view.value === call.value
}
