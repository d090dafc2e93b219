import { sameHex } from '../base/hex.ts'
import { walletAsk } from '../swap/ask.ts'
import { isAfterCreation, isEnough } from '../swap/evidence.ts'
import type { Order } from '../swap/order.ts'
import { pinsOf } from '../swap/pins.ts'
import { isOurs } from './own-transaction.ts'
import type { FlowPorts } from './ports.ts'

/**
 * Whether the origin shows that the person's money went into this order: a payment to them proves nothing of a swap that
 * was never begun. `oneSource` where only one endpoint says so.
 */
export async function provenPayIn(order: Order, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  if (order.kind === 'signed') return takenByGateway(order, ports)
  // A deposit from elsewhere is anybody's transaction.
  if (order.wallet === null) return 'yes'
  return (await isSentByPerson(order, ports)) ? 'yes' : 'no'
}

/** The permit's nonce is used, and a transaction of the reviewed gateway after the order was made used it. */
async function takenByGateway(order: Order, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  const { originChainId, userAddress, inputToken } = walletAsk(order.reviewed.ask)
  const { sourceTransactionHash: hash, deal } = order
  const spender = deal.signTypedData?.values.spender
  const gateway = pinsOf(ports.deployment, originChainId)?.gateways.find(
    (one) => typeof spender === 'string' && sameHex(one, spender),
  )
  if (hash === null || gateway === undefined) return 'no'
  const nonce = await ports.chain.nonceEvidence(originChainId, userAddress, BigInt(deal.permitNonce ?? '0'))
  if (!nonce.used) return 'no'
  const { payment, sources } = await ports.chain.payment(originChainId, {
    hash,
    token: inputToken,
    receiver: gateway,
    contracts: [gateway],
    requestHash: deal.requestHash,
  })
  if (payment === null || !payment.touches || payment.names === 'others') return 'no'
  if (!isAfterCreation(order, originChainId, payment)) return 'no'
  return isEnough({ sources }) && isEnough(nonce) ? 'yes' : 'oneSource'
}

/** One of the transactions that are known, or that the service names, is mined and is the reviewed one. */
async function isSentByPerson(order: Order, ports: FlowPorts): Promise<boolean> {
  const { originChainId } = order.reviewed.ask
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  if (sends.some(({ state }) => state === 'mined')) return true
  const named = order.sourceTransactionHash === null ? [] : [order.sourceTransactionHash]
  for (const hash of new Set([...sends.map((one) => one.hash), ...named])) {
    const view = await ports.chain.transaction(originChainId, hash)
    if (view.kind === 'mined' && view.succeeded && (await isOurs(order, hash, view, ports))) return true
  }
  return false
}
