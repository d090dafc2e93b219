import { Problem } from '../../base/problem.ts'
import { findClockDoubt, findClockFault, resolveClocks } from '../../base/time.ts'
import { maxDepositLifeSeconds } from '../../checks/check-cross.ts'
import { leastPermitLifeSeconds } from '../../checks/check-permit.ts'
import { chainSecondsOf, failedCheck } from '../../review/preflight.ts'
import type { FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { inboxDeadlineSeconds } from '../wallet-request.ts'

export function blockedEvent({ data }: Problem): FlowEvent {
  return { kind: 'blocked', problem: data, attempt: null }
}

export async function readTimeFault(order: Order, ports: FlowPorts): Promise<Problem | null> {
  return findTimeFault(order, await chainSecondsOf(order.reviewed.request.originChainId, ports), ports)
}

/**
 * Between review and prompt an approval may take hours, and the stored order may not be from the review. So the
 * clocks must still agree, and a deadline must be neither too far ahead nor about to pass.
 */
export function findTimeFault(
  order: Order,
  chainSeconds: readonly number[],
  { clock, deployment }: Pick<FlowPorts, 'clock' | 'deployment'>,
): Problem | null {
  const { clockOffsetMs, deposit, permitDeadlineSeconds } = order.terms
  const input = { nowMs: clock.nowMs(), clockOffsetMs, chainSeconds }
  const fault = findClockFault(input)
  if (fault !== null) return fault
  const { earliestSeconds, latestSeconds } = resolveClocks(input)
  const doubt = findClockDoubt(input)
  const deadline = permitDeadlineSeconds ?? inboxDeadlineSeconds(deployment, order)
  if (deadline !== null) {
    const isFar = !(deadline <= earliestSeconds + deployment.permitMaxLifeSeconds)
    if (isFar) return doubt ?? failedCheck('V-5')
    if (deadline < latestSeconds + leastPermitLifeSeconds) return new Problem('quoteExpired')
  }
  const end = deposit?.expirySeconds
  const isFar = end !== undefined && !(end <= earliestSeconds + maxDepositLifeSeconds)
  return isFar ? (doubt ?? failedCheck('P-7')) : null
}
