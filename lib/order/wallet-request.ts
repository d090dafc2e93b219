import { type AbiParameter, encodeAbiParameters, toFunctionSelector } from 'viem'
import { approveCall, invalidateNonceData } from '../base/ethereum.ts'
import { type Address, type Hex, sameHex } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { type FundsLocation, Problem } from '../base/problem.ts'
import { secondMs, shownOffsetMs } from '../base/time.ts'
import type { TransactionView } from '../chain/chain-port.ts'
import { isAllowedTarget } from '../checks/check-transaction.ts'
import { decodeCreateRequest, tupleOf } from '../checks/swap-request.ts'
import { walletTypedData } from '../checks/typed-data.ts'
import { chainConfig, type Deployment, type DeploymentChain, exitInboxes } from '../deployment/deployment.ts'
import { failedCheck } from '../review/preflight.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import { nativeDecimals } from '../service/token.ts'
import type { WalletRequest } from '../wallet/port.ts'
import { offersAtomicCalls, sendCallsParameter } from '../wallet/wallet-questions.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { InboxOrder, Order, SignedOrder } from './order.ts'
import { asksSend, isOfInbox, spenderOf, walletOf } from './order-facts.ts'
import type { WalletRequestRecord } from './order-parts.ts'

/** Returns the configuration of an order's origin chain; throws `chainNotPinned`, since nothing is signed or sent elsewhere. */
export function originConfig(deployment: Deployment, order: Order): DeploymentChain {
  const config = chainConfig(deployment, order.reviewed.request.originChainId)
  if (config === null) throw new Problem('chainNotPinned')
  return config
}

/** Returns the contract that an exit of an order calls: its inbox, or the Permit2 contract that its signature is for. */
function exitContract({ kind, terms }: Order): unknown {
  return kind === 'signed' ? terms.signTypedData.domain.verifyingContract : terms.txData?.to
}

/** Returns whether the file lists the contract that an exit of an order calls, in use or retired. */
export function isListed(order: Order, config: DeploymentChain): boolean {
  const contract = exitContract(order)
  const listed = order.kind === 'signed' ? [config.permit2] : exitInboxes(config)
  return typeof contract === 'string' && isAllowedTarget(contract, listed)
}

/** Throws `contractNotListed` where an update took the contract that an exit calls out of the file. */
export function requireListed(order: Order, config: DeploymentChain, money: FundsLocation): void {
  if (isListed(order, config)) return
  throw new Problem('contractNotListed', { money, facts: { contract: String(exitContract(order)) } })
}

/**
 * Returns the stored request in the wallet's words: built from the checked terms and the deployment file only. Throws `checkFailed` (T-1)
 * where an order of its kind asks nothing of the sort, (V-3) where nobody pinned would be allowed.
 */
export function walletRequestOf(
  deployment: Deployment,
  order: Order,
  record: WalletRequestRecord,
): WalletRequest {
  const config = originConfig(deployment, order)
  const ask = walletQuoteRequest(order.reviewed.request)
  const wallet = walletOf(order, record)
  if (wallet === null) throw new Problem('walletNotConnected')
  const common = {
    requestId: record.requestId,
    wallet,
    account: ask.userAddress,
    chain: { chainId: config.chainId, add: addChainParameter(config) },
  }
  if (record.purpose === 'sign') {
    if (order.kind !== 'signed') throw failedCheck('T-1')
    const text = JSON.stringify(walletTypedData(order.terms.signTypedData))
    return { ...common, method: 'eth_signTypedData_v4', params: [ask.userAddress, text] }
  }
  if (record.purpose === 'sendCalls') {
    const parameter = sendCallsParameter(
      // The wallet takes an id once, however often it is asked.
      order.callsId ?? record.requestId,
      ask.userAddress,
      config.chainId,
      accountCalls(deployment, order, record, config),
    )
    return { ...common, method: 'wallet_sendCalls', params: [parameter] }
  }
  const call = callOf(deployment, order, record, config)
  const transaction = {
    from: ask.userAddress,
    to: call.to,
    data: call.data,
    value: quantity(call.value),
    // A wallet that changed its chain meanwhile refuses it instead of sending it elsewhere.
    chainId: quantity(BigInt(config.chainId)),
  }
  return { ...common, method: 'eth_sendTransaction', params: [transaction] }
}

/** Returns whether approval and send may go to the wallet as one: it offers that, and was not found to do otherwise. */
export async function mayBatch(
  order: Order,
  { readWallet }: Pick<FlowPorts, 'readWallet'>,
): Promise<boolean> {
  if (order.wallet === null || order.oneByOne || order.terms.txData === null) return false
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const params = [userAddress, [`0x${originChainId.toString(16)}`]]
  const asked = await readWallet({ wallet: order.wallet, method: 'wallet_getCapabilities', params })
  return offersAtomicCalls(asked, originChainId)
}

/** Returns the transaction an order sends, from its checked deal; throws `checkFailed` (T-1) where it sends none. */
export function sendCall(order: Order): { to: Address; data: `0x${string}`; value: bigint } {
  const { txData } = order.terms
  if (txData === null) throw failedCheck('T-1')
  return { to: txData.to, data: txData.data, value: BigInt(txData.value) }
}

/** Returns what invalidates the nonce of an order's permit. */
export function cancelCallOf({ terms }: SignedOrder, config: DeploymentChain): ReturnType<typeof cancelCall> {
  return cancelCall(config.permit2, BigInt(terms.permitNonce))
}

/** Returns what a request to send would make the account do, one call after the other. */
export function accountCalls(
  deployment: Deployment,
  order: Order,
  record: WalletRequestRecord,
  config: DeploymentChain,
): readonly { to: Address; data: `0x${string}`; value: bigint }[] {
  if (record.purpose !== 'sendCalls') return [callOf(deployment, order, record, config)]
  return [callOf(deployment, order, { ...record, purpose: 'approve' }, config), sendCall(order)]
}

function callOf(
  deployment: Deployment,
  order: Order,
  record: WalletRequestRecord,
  config: DeploymentChain,
): { to: Address; data: `0x${string}`; value: bigint } {
  const { purpose, amountUnits } = record
  if (purpose === 'send') return sendCall(order)
  if (purpose === 'withdraw' && isOfInbox(order)) return withdrawCall(deployment, order)
  if (purpose === 'cancel' && order.kind === 'signed') return cancelCallOf(order, config)
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
 * Returns EIP-3085's parameter, used only when the wallet does not know the chain. A wallet keeps what it is told here,
 * so a coin that the package does not name is told to none: the user adds that chain in the wallet.
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
 * Returns Permit2's `invalidateUnorderedNonces(wordPos, mask)` for one nonce, as Ferry builds it itself: once it is
 * mined, a signature over that nonce can take nothing any more.
 */
export function cancelCall(
  permit2: Address,
  nonce: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  return { to: permit2, data: invalidateNonceData(nonce), value: 0n }
}

/**
 * Returns `withdrawFunds(Request)` of the inbox for an order that was sent to it: the very request of its calldata,
 * encoded again from the pinned types. Throws `checkFailed` (I-5) where the calldata is none.
 */
export function withdrawCall(
  deployment: Pick<Deployment, 'types'>,
  { terms: { requestType, txData } }: Pick<InboxOrder, 'terms'>,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  const pinned = deployment.types[requestType]
  const call = decodeCreateRequest(requestType, pinned, txData.data)
  if (call === null) throw failedCheck('I-5')
  const inputs: readonly AbiParameter[] = [tupleOf(pinned, 'Request', 'request')]
  const selector = toFunctionSelector({
    type: 'function',
    name: 'withdrawFunds',
    inputs,
    outputs: [],
    stateMutability: 'nonpayable',
  })
  const body = encodeAbiParameters(inputs, [call.witness])
  return { to: txData.to, data: `${selector}${body.slice(2)}`, value: 0n }
}

/** Every look at an order needs its deadline, and decoding the calldata is the costliest part of a look. */
const inboxDeadlines = new WeakMap<object, number | null>()

/** Returns until when only the solver may take such funds out, Unix seconds: the request's deadline. */
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
 * Returns whether it is too late for what the wallet is asked to send, by this machine's clock: its address, or its request at the
 * inbox, is over. A question does not lapse with that: who says yes to it later still pays.
 */
export function isSendOver(
  { terms, walletRequest }: Pick<Order, 'terms' | 'walletRequest'>,
  deployment: Pick<Deployment, 'types'>,
  nowMs: number,
): boolean {
  if (!asksSend(walletRequest)) return false
  const endSeconds = terms.deposit?.expirySeconds ?? inboxDeadlineSeconds(deployment, { terms })
  return endSeconds !== null && nowMs > endSeconds * secondMs - shownOffsetMs(terms.clockOffsetMs)
}

/** Returns whether a transaction is a call of the user's account, and of nobody else's. */
export function isOwnCall(
  { reviewed: { request: ask } }: Order,
  view: Exclude<TransactionView, { kind: 'unknown' }>,
  own: { readonly to: string; readonly data: string },
): boolean {
  return sameHex(view.from, ask.userAddress) && sameHex(view.to, own.to) && sameHex(view.data, own.data)
}

/** Returns whether a transaction is the call that was reviewed, of the account that was to make it. */
export function isReviewedCall(order: Order, view: Exclude<TransactionView, { kind: 'unknown' }>): boolean {
  const call = sendCall(order)
  return isOwnCall(order, view, call) && view.value === call.value
}
