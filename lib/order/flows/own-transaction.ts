import { type Address, type Hex, sameHex } from '../../base/hex.ts'
import type { TransactionView } from '../../chain/chain-port.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { isReceiptOnly } from '../order-kinds.ts'
import { sendCall } from '../wallet-request.ts'

type KnownView = Exclude<TransactionView, { kind: 'unknown' }>

/** What a transaction is to an order whose wallet named it. `differs`: it is not what was reviewed (M13). */
export interface Judged {
  readonly state: 'sent' | 'mined' | 'failed'
  readonly differs: boolean
}

/**
 * Compares a transaction with what was reviewed. An account with code is called by it: who sends the transaction around
 * that call, and where to, is its wallet's affair, so what counts is what came of it on chain.
 */
export async function judged(order: Order, hash: Hex, view: KnownView, ports: FlowPorts): Promise<Judged> {
  const state = view.kind === 'waiting' ? 'sent' : view.succeeded ? 'mined' : 'failed'
  if (isReviewedCall(order, view)) return { state, differs: false }
  if (!(await actsThroughCode(order, ports))) return { state, differs: true }
  if (state === 'mined') return { state, differs: !(await showsDeal(order, hash, ports)) }
  // One that failed around the call may be followed by another that carries it; only the account's own is used up (R3).
  const isOwn = sameHex(view.from, walletAsk(order.reviewed.ask).userAddress)
  return { state: isOwn ? state : 'sent', differs: false }
}

/** Returns whether a transaction nobody named is ours beyond doubt. */
export async function isOurs(
  order: Order,
  hash: Hex,
  view: KnownView,
  ports: Pick<FlowPorts, 'chain'>,
): Promise<boolean> {
  if (isReviewedCall(order, view)) return true
  if (view.kind !== 'mined' || !view.succeeded || !(await actsThroughCode(order, ports))) return false
  return showsDeal(order, hash, ports)
}

/** Returns whether the account's calls may come in transactions of others: it is a contract, or its wallet was given calls. */
export async function actsThroughCode(order: Order, ports: Pick<FlowPorts, 'chain'>): Promise<boolean> {
  if (order.callsId) return true
  const { originChainId, userAddress } = walletAsk(order.reviewed.ask)
  return (await ports.chain.codeAt(originChainId, userAddress)) !== '0x'
}

function isReviewedCall(order: Order, view: KnownView): boolean {
  const call = sendCall(order)
  // The same call by somebody else moves their money, not this user's.
  if (!sameHex(view.from, walletAsk(order.reviewed.ask).userAddress)) return false
  return sameHex(view.to, call.to) && sameHex(view.data, call.data) && view.value === call.value
}

/** Whether a mined transaction did what was reviewed: the money that came, or the contract's own word about the request. */
async function showsDeal(order: Order, hash: Hex, { chain }: Pick<FlowPorts, 'chain'>): Promise<boolean> {
  const { deal, reviewed } = order
  const { originChainId, outputToken, receiverAddress, inputToken, inputAmount } = reviewed.ask
  const paid = async (token: string, receiver: string, units: string): Promise<boolean> => {
    const found = await chain.deliveredUnits(originChainId, hash, token as Address, receiver as Address)
    return found !== null && found >= BigInt(units)
  }
  if (isReceiptOnly(order)) return paid(outputToken, receiverAddress, deal.minAmountOut)
  if (deal.deposit !== undefined) return paid(inputToken, deal.deposit.address, inputAmount)
  return chain.tells(originChainId, hash, sendCall(order).to, deal.requestHash)
}
