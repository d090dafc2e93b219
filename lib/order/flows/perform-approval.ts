import { Problem } from '../../base/problem.ts'
import { walletAsk } from '../../service/quote-request.ts'
import { isBeingRevoked } from '../allowances.ts'
import { blocked, type FlowEvent } from '../event.ts'
import type { Order } from '../order.ts'
import { spenderOf } from '../order-way.ts'
import type { FlowPorts } from '../ports.ts'
import { timeFault } from '../present.ts'
import { sentState, walletIsTaken } from '../reads.ts'
import { originConfig } from '../wallet-request.ts'
import { reservedAllowance } from './approval.ts'
import { mayBatch } from './perform-calls.ts'

/** Reads what Permit2, or the pinned target, may take now and must be able to take: before the approval (`prepare`) and while it is awaited. */
export async function performApproval(
  when: 'prepare' | 'watch',
  order: Order,
  ports: FlowPorts,
): Promise<FlowEvent> {
  const ask = walletAsk(order.reviewed.ask)
  const pins = originConfig(ports.deployment, order)
  const { chain } = ports
  const spender = spenderOf(order, pins)
  if (spender === null) throw new Problem('internal', { facts: { what: 'nobody to approve' } })
  const key = { chainId: pins.chainId, token: ask.inputToken, owner: ask.userAddress, spender }
  // What is being taken back would still be counted here, and be gone when it is needed.
  if (when === 'prepare' && isBeingRevoked(await ports.store.open(), key)) throw new Problem('walletBusy')
  const heldUnits = reservedAllowance(await live(ports), key, order.id)
  const neededUnits = heldUnits + BigInt(ask.inputAmount)
  const allowanceUnits = await chain.allowance(pins.chainId, ask.inputToken, ask.userAddress, spender)
  if (when === 'watch') {
    const sent = order.state === 'approve_sent' ? order.transactions.at(-1) : undefined
    return {
      kind: 'allowanceSeen',
      allowanceUnits: allowanceUnits.toString(),
      neededUnits: neededUnits.toString(),
      transaction: sent === undefined ? null : await sentState(order, sent, ports),
    }
  }
  const balance = await chain.balance(pins.chainId, ask.inputToken, ask.userAddress)
  if (balance < neededUnits) {
    return blocked(new Problem('balanceTooLow', { facts: { symbol: order.reviewed.inputToken.symbol } }))
  }
  const enough = allowanceUnits >= neededUnits
  if (!enough && (await walletIsTaken(order, ports))) throw new Problem('walletBusy')
  const approveWorks =
    enough || (await chain.approveWorks(pins.chainId, ask.inputToken, ask.userAddress, spender, neededUnits))
  // One that has to go through zero first goes step by step.
  const mayAtOnce = !enough && approveWorks && order.kind !== 'signed' && (await mayBatch(order, ports))
  // Such a prompt sends the swap as well.
  const fault = mayAtOnce ? await timeFault(order, ports) : null
  if (fault !== null) return blocked(fault)
  return {
    kind: 'prepared',
    mayBatch: mayAtOnce,
    allowanceUnits: allowanceUnits.toString(),
    neededUnits: neededUnits.toString(),
    heldUnits: heldUnits.toString(),
    approveWorks,
    accountNonce: await chain.accountNonce(pins.chainId, ask.userAddress, 'pending'),
  }
}

/** Orders that stand on the allowance: approved and on, not those that wait for the person with nothing signed. */
async function live(ports: FlowPorts): Promise<readonly Order[]> {
  const before = ['confirmed', 'approve_requested', 'approve_sent', 'needs_user']
  return (await ports.store.open()).filter((order) => !before.includes(order.state))
}
