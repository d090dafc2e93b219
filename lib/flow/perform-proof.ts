import { type Address, type Hex, isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { depositEndsMs, lateWatchMs } from '../swap/deposit-phase.ts'
import type { Order } from '../swap/order.ts'
import { moneyHasLeft } from '../swap/order-way.ts'
import { pinsOf } from '../swap/pins.ts'
import { permitIsDead } from '../swap/quote-life.ts'
import { isSuccess } from '../swap/status.ts'
import type { FlowEvent } from './event.ts'
import { nonceEndOf } from './perform-cancel.ts'
import { depositUnits } from './perform-deposit.ts'
import type { FlowPorts } from './ports.ts'
import { nonceEvidence } from './reads.ts'

/** Whether the chain agrees with a reported end: the payment for a success, the refund's payment, or the dead permit. */
export async function performProof(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (isSuccess(order.statusCode)) return proofOfDelivery(order, ports)
  const refundHash = order.refundTransactionHash ?? withdrawalOf(order)
  if (order.statusCode === 7 || refundHash !== null) return proofOfRefund(order, refundHash, ports)
  if (order.cancelling !== undefined && (await nonceEndOf(order, ports)).end === 'cancelled') {
    return unusedProof
  }
  if (order.kind === 'signed' && permitIsDead(order, ports.clock.nowMs())) {
    return nonceEvidence(order, ports)
  }
  if (order.kind === 'native' || order.kind === 'inbox') return proofByInbox(order, ports)
  if (order.kind === 'deposit' && !moneyHasLeft(order)) {
    const units = await depositUnits(order, ports)
    if (units !== null && units > 0n) return { kind: 'depositSeen', units: units.toString() }
    // Whoever was told to pay may still do so for a while.
    return units === 0n && isPastLate(order, ports) ? unusedProof : notYet
  }
  return notYet
}

/** The person's own withdrawal, where there is one. */
function withdrawalOf(order: Order): Hex | null {
  return order.transactions.findLast(({ purpose }) => purpose === 'withdraw')?.hash ?? null
}

/** Whatever the inbox said of this request since: what paid the input back to the person is the refund. */
async function proofByInbox(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { requestHash, txData } = order.deal
  const since = order.sourceTransactionHash
  if (requestHash === null || txData === null || since === null) return notYet
  const { originChainId } = order.reviewed.ask
  if (pinsOf(ports.deployment, originChainId) === null) return notYet
  for (const hash of await ports.chain.mentions(originChainId, txData.to, requestHash, since)) {
    if (hash === since) continue
    const found = await proofOfRefund(order, hash, ports)
    if (found.kind === 'proof' && found.proof === 'yes') return found
  }
  return notYet
}

function isPastLate({ deal }: Order, ports: FlowPorts): boolean {
  if (deal.deposit === undefined) return true
  return ports.clock.nowMs() > depositEndsMs(deal.deposit, deal.clockOffsetMs) + lateWatchMs
}

const unusedProof = { kind: 'proof', proof: 'unused', deliveredUnits: null } as const
const notYet = { kind: 'proof', proof: 'no', deliveredUnits: null } as const

async function proofOfDelivery(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { destinationChainId, receiverAddress, outputToken } = order.reviewed.ask
  const hash = order.destinationTransactionHash
  if (pinsOf(ports.deployment, destinationChainId) === null) {
    return { kind: 'proof', proof: 'cannot', deliveredUnits: null }
  }
  if (hash === null) return notYet
  const found = await paid(
    ports,
    destinationChainId,
    hash,
    outputToken as Address,
    receiverAddress as Address,
  )
  if (found === null || found < BigInt(order.deal.minAmountOut)) return notYet
  return { kind: 'proof', proof: 'yes', deliveredUnits: found.toString() }
}

async function proofOfRefund(order: Order, hash: Hex | null, ports: FlowPorts): Promise<FlowEvent> {
  const { originChainId, userAddress, inputToken } = order.reviewed.ask
  if (hash === null) return notYet
  const receiver = order.deal.deposit?.refundAddress ?? userAddress
  if (pinsOf(ports.deployment, originChainId) === null || !isAddress(receiver)) {
    return { kind: 'proof', proof: 'cannot', deliveredUnits: null }
  }
  // A wrong deposit goes back as what came.
  const token = (order.depositSeen?.token ?? inputToken) as Address
  const found = await paid(ports, originChainId, hash, token, receiver)
  // A refund may cost something; that something came back to the person in this token is what can be said.
  return found === null || found === 0n
    ? notYet
    : { kind: 'proof', proof: 'yes', deliveredUnits: null, refundHash: hash }
}

async function paid(
  ports: FlowPorts,
  chainId: number,
  hash: `0x${string}`,
  token: Address,
  receiver: Address,
): Promise<bigint | null> {
  const pins = pinsOf(ports.deployment, chainId)
  const view = await ports.chain.transaction(chainId, hash)
  if (view.kind !== 'mined' || !view.succeeded || view.confirmations < (pins?.confirmations ?? 1)) return null
  const native = sameHex(token, nativeAddress)
  return ports.chain.deliveredUnits(chainId, hash, native ? nativeAddress : token, receiver)
}
