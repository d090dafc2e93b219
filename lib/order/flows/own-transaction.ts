import { type Address, type Hex, isAddress, isSameHex, nativeAddress } from '../../base/hex.ts'
import type { PaymentView, TransactionView } from '../../chain/chain-views.ts'
import { isAfterCreation, type PaymentQuery } from '../../chain/evidence.ts'
import { acceptAnyHost, countBackingHosts } from '../../chain/quorum.ts'
import { isTrackedByReceipt } from '../../quote/order-kind.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, OrderTransaction } from '../order.ts'
import { isSentByAnother } from '../order-store.ts'
import { hasQuorum, readShownTransaction, stateOfView, usesContractAccount } from '../transaction-reads.ts'
import { isReviewedCall, sendCall } from '../wallet-request.ts'

type KnownView = Exclude<TransactionView, { kind: 'unknown' }>

/**
 * Returns the role of a transaction for the order whose wallet named it. `differs`: it is not the reviewed one (M13).
 * An account with code may wrap the call in any transaction by any sender. So only the effects of the mined
 * transaction show whether it belongs to the order.
 */
export async function classifyTransaction(
  order: Order,
  hash: Hex,
  view: KnownView,
  ports: FlowPorts,
  witnesses?: RequiredHosts,
): Promise<{ readonly state: 'sent' | 'mined' | 'failed'; readonly differs: boolean }> {
  const state = stateOfView(view)
  if (isReviewedCall(order, view)) return { state, differs: false }
  if (!(await usesContractAccount(order, ports))) return { state, differs: true }
  if (state === 'mined') {
    const owner = await readOwner(order, hash, view, ports, witnesses)
    // Its effects cannot be read yet.
    return owner === null ? { state: 'sent', differs: false } : { state, differs: owner === 'other' }
  }
  // A failed wrapper may be followed by another one with the same call. Only the account's own transaction is
  // used up (R3).
  const isOwn = isSameHex(view.from, order.reviewed.request.userAddress)
  return { state: isOwn ? state : 'sent', differs: false }
}

/** How many hosts must report it: enough of them (`hasQuorum`) to prove or end something, any one to follow it. */
type RequiredHosts = 'enough' | 'any'

/**
 * Returns whose transaction it is; null while its effects cannot be read. It belongs to the order in one of
 * two cases:
 * - Its call is the reviewed call.
 * - The account acts through code, and either the reviewed contract names our request in it, or it had the
 *   reviewed effects after the order was created.
 */
export async function readOwner(
  order: Order,
  hash: Hex,
  view: KnownView,
  ports: FlowPorts,
  witnesses: RequiredHosts = 'any',
): Promise<'order' | 'other' | null> {
  if (isReviewedCall(order, view)) return 'order'
  if (view.kind !== 'mined' || !view.succeeded || !(await usesContractAccount(order, ports))) return 'other'
  const { requestHash, deposit } = order.terms
  const isNamed = requestHash !== null && deposit === undefined
  const read: ReadPayment = async (query) => {
    const { originChainId } = order.reviewed.request
    const seen = await ports.chain.payment(originChainId, { hash, ...query })
    const isShown =
      witnesses === 'any' || hasQuorum(originChainId, { sources: countBackingHosts(seen) }, ports)
    return isShown ? acceptAnyHost(seen) : null
  }
  const isOurs = isNamed
    ? await isRequestNamed(order, requestHash, read)
    : await hasReviewedEffects(order, view, read)
  if (isOurs === null) return null
  return isOurs ? 'order' : 'other'
}

/**
 * Returns whose transaction has used an account's nonce. `order`: enough hosts show the order's own call, and no
 * other order sent it. `other`: two hosts show a different one at the required depth, so whatever had that
 * nonce can never be mined. Null before that.
 */
export async function readNonceUser(
  order: Order,
  user: Pick<OrderTransaction, 'chainId' | 'hash'> & Pick<KnownView, 'from' | 'nonce'>,
  ports: FlowPorts,
): Promise<'order' | 'other' | null> {
  const { hash } = user
  const { view, isFinal } = await readShownTransaction(user, ports)
  if (view.kind === 'unknown' || !isSameHex(view.from, user.from) || view.nonce !== user.nonce) return null
  const owner = await readOwner(order, hash, view, ports, 'enough')
  if (owner === 'order' && !(await isSentByAnother(order, hash, ports))) return 'order'
  return owner === null || !isFinal ? null : 'other'
}

/** Reads the payments of the transaction. Null if too few hosts report it. */
type ReadPayment = (query: WithoutHash<PaymentQuery>) => Promise<PaymentView | null>
type WithoutHash<Wish> = Wish extends PaymentQuery ? Omit<Wish, 'hash'> : never

async function isRequestNamed(order: Order, requestHash: Hex, read: ReadPayment): Promise<boolean | null> {
  const { inputToken } = walletQuoteRequest(order.reviewed.request)
  const { to } = sendCall(order)
  const payment = await read({ token: inputToken, receiver: to, contracts: [to], requestHash })
  return payment === null ? null : payment.names === 'ours'
}

/**
 * Returns whether a transaction took the reviewed amount from the account and reached the reviewed contract.
 * For a swap on one chain, it must also have paid the receiver. Null while its effects cannot be read.
 */
async function hasReviewedEffects(order: Order, view: KnownView, read: ReadPayment): Promise<boolean | null> {
  const { originChainId, userAddress, inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  const { terms, reviewed } = order
  const call = sendCall(order)
  const isCoin = isSameHex(inputToken, nativeAddress)
  const receiver = terms.deposit === undefined ? undefined : terms.deposit.address.toLowerCase()
  if (receiver !== undefined && !isAddress(receiver)) return false
  const parties =
    receiver === undefined ? { payer: userAddress } : { receiver, ...(isCoin ? {} : { payer: userAddress }) }
  const payment = await read({ token: inputToken, ...parties, contracts: [call.to], requestHash: null })
  if (payment === null) return null
  if (!isAfterCreation(order, originChainId, payment)) return false
  const units = unitsOf(payment)
  // A native balance also pays for gas, and a route may take a native fee.
  const isTaken = isCoin && receiver === undefined ? units >= call.value : units === BigInt(inputAmount)
  // A deposit address is used once. A router may pull the funds straight into a pool and emit no event of its
  // own.
  const isRouted = receiver !== undefined || payment.touches || containsCall(view, call)
  if (!isTaken || !isRouted) return false
  if (!isTrackedByReceipt(order)) return true
  const paid = await read({
    ...{ contracts: [], requestHash: null },
    token: reviewed.request.outputToken as Address,
    receiver: reviewed.request.receiverAddress as Address,
  })
  return paid === null ? null : unitsOf(paid) >= BigInt(terms.minAmountOut)
}

function unitsOf({ parts }: PaymentView): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n)
}

function containsCall({ data }: KnownView, call: { readonly to: Address; readonly data: Hex }): boolean {
  const bytes = call.data.slice(2).toLowerCase()
  return bytes !== '' && data.includes(bytes) && data.includes(call.to.slice(2).toLowerCase())
}
