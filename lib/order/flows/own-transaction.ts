import { type Address, type Hex, isAddress, nativeAddress, sameHex } from '../../base/hex.ts'
import type { PaymentView, TransactionView } from '../../chain/chain-port.ts'
import { isAfterCreation, type PaymentWish } from '../../chain/evidence.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { isReceiptOnly } from '../order-facts.ts'
import { actsThroughCode, stateOfView } from '../reads.ts'
import { isReviewedCall, sendCall } from '../wallet-request.ts'

type KnownView = Exclude<TransactionView, { kind: 'unknown' }>

/** What a transaction is to an order whose wallet named it. `differs`: it is not what was reviewed (M13). */
export interface ClassifiedTransaction {
  readonly state: 'sent' | 'mined' | 'failed'
  readonly differs: boolean
}

/**
 * Compares a transaction that the wallet named with what was reviewed. Around the call of an account with code there may be
 * any transaction of anybody, so only what a mined one did tells whether it is the order's.
 */
export async function classifyTransaction(
  order: Order,
  hash: Hex,
  view: KnownView,
  ports: FlowPorts,
): Promise<ClassifiedTransaction> {
  const state = stateOfView(view)
  if (isReviewedCall(order, view)) return { state, differs: false }
  if (!(await actsThroughCode(order, ports))) return { state, differs: true }
  if (state === 'mined') return { state, differs: !(await isOurs(order, hash, view, ports)) }
  // One that failed around the call may be followed by another that carries it; only the account's own is used up (R3).
  const isOwn = sameHex(view.from, order.reviewed.request.userAddress)
  return { state: isOwn ? state : 'sent', differs: false }
}

/**
 * Tells whether a transaction is the order's: its call is the reviewed call; or the account acts through code, and either the
 * reviewed contract names our request in it, or it moved the exact input from the account to that contract after the order
 * was made. `witnesses` is how many hosts have to show that; what is only followed needs one.
 */
export async function isOurs(
  order: Order,
  hash: Hex,
  view: KnownView,
  ports: Pick<FlowPorts, 'chain'>,
  witnesses = 1,
): Promise<boolean> {
  if (isReviewedCall(order, view)) return true
  if (view.kind !== 'mined' || !view.succeeded || !(await actsThroughCode(order, ports))) return false
  const { requestHash, deposit } = order.terms
  const isNamed = requestHash !== null && deposit === undefined
  const read: ReadPayment = async (wish) => {
    const { payment, sources } = await ports.chain.payment(order.reviewed.request.originChainId, {
      hash,
      ...wish,
    })
    return sources >= witnesses ? payment : null
  }
  return isNamed ? namesRequest(order, requestHash, read) : hasReviewedEffects(order, read)
}

/** Reads what the transaction paid; null where too few hosts show it. */
type ReadPayment = (wish: Omit<PaymentWish, 'hash'>) => Promise<PaymentView | null>

async function namesRequest(order: Order, requestHash: Hex, read: ReadPayment): Promise<boolean> {
  const { inputToken } = walletQuoteRequest(order.reviewed.request)
  const { to } = sendCall(order)
  const payment = await read({ token: inputToken, receiver: to, contracts: [to], requestHash })
  return payment?.names === 'ours'
}

/** Tells whether a transaction took the exact input from the account, and on one chain also paid the receiver. */
async function hasReviewedEffects(order: Order, read: ReadPayment): Promise<boolean> {
  const { originChainId, userAddress, inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  const { terms, reviewed } = order
  const { to } = sendCall(order)
  const isCoin = sameHex(inputToken, nativeAddress)
  const takers = terms.deposit === undefined ? [to, terms.spender] : [terms.deposit.address.toLowerCase()]
  let takenUnits = 0n
  for (const receiver of new Set(takers)) {
    if (!isAddress(receiver)) continue
    // Coin moves without an event: it is read off the balance of a deposit address, which is single use, else of the account.
    const payer = isCoin && terms.deposit !== undefined ? {} : { payer: userAddress }
    const payment = await read({ token: inputToken, receiver, ...payer, contracts: [to], requestHash: null })
    if (payment === null || !isAfterCreation(order, originChainId, payment)) return false
    if (isCoin && terms.deposit === undefined && !payment.touches) return false
    takenUnits += payment.parts.reduce((sum, { units }) => sum + units, 0n)
    if (isCoin) break
  }
  if (takenUnits !== BigInt(inputAmount)) return false
  if (!isReceiptOnly(order)) return true
  const payment = await read({
    ...{ contracts: [], requestHash: null },
    token: reviewed.request.outputToken as Address,
    receiver: reviewed.request.receiverAddress as Address,
  })
  const paidUnits = payment?.parts.reduce((sum, { units }) => sum + units, 0n) ?? 0n
  return paidUnits >= BigInt(terms.minAmountOut)
}
