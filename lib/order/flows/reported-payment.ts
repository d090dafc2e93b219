import { type Address, hashOrNull } from '../../base/hex.ts'
import { chainConfig, reportingContracts } from '../../deployment/deployment.ts'
import { isSuccess, statusCodes } from '../../service/status-codes.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { usesRetiredContract } from '../order-facts.ts'
import { isRefundWatchOver } from './ends.ts'
import { type Proof, pendingProof, proofWithPayIn, provenPayment, unreadableProof } from './proven-payment.ts'
import { namesRefund, proofOfRefund } from './refund-proof.ts'

/**
 * Reads the payment of the reported end, and then one of the other kind that the service named before or after it: the chain
 * decides. A refund is read before a delivery, unless a delivery is reported: one in the output token would pass as a delivery
 * too. After a reported failure, a named delivery counts only once it is verified. Null if there is no payment to read.
 */
export async function proofOfPayment(order: Order, ports: FlowPorts): Promise<Proof | null> {
  const isRefunded = order.statusCode === statusCodes.refunded || namesRefund(order)
  if (isSuccess(order.statusCode)) {
    const delivery = await proofOfDelivery(order, ports)
    if (delivery.proof === 'verified' || !isRefunded) return delivery
    const refund = await proofOfRefund(order, ports)
    // An unreadable chain settles the order, so not while Ferry looks for a named refund on the other one.
    const isLooking = delivery.proof === 'unreadable' && !isRefundWatchOver(order, ports.clock.nowMs())
    return refund.proof === 'verified' || isLooking ? refund : delivery
  }
  const refund = isRefunded ? await proofOfRefund(order, ports) : null
  // Without a promised amount, any payment would count as one that only a hash names.
  const isDeliveryNamed = order.destinationTransactionHash !== null && order.terms.minAmountOut !== '0'
  if (refund?.proof === 'verified' || !isDeliveryNamed) return refund
  const delivery = await proofOfDelivery(order, ports)
  return delivery.proof === 'verified' ? delivery : refund
}

async function proofOfDelivery(order: Order, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress, outputToken } = order.reviewed.request
  const hash = hashOrNull(order.destinationTransactionHash)
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null) return unreadableProof
  if (hash === null) return pendingProof
  const found = await provenPayment(
    order,
    {
      kind: 'delivery',
      chainId: destinationChainId,
      hash,
      token: outputToken as Address,
      receiver: receiverAddress as Address,
      leastUnits: BigInt(order.terms.minAmountOut),
      confirmations: config.confirmations,
      contracts: reportingContracts(config, usesRetiredContract(order, ports.deployment)),
    },
    ports,
  )
  return proofWithPayIn(order, found, ports)
}
