import { Problem } from '../../base/problem.ts'
import { findClockDoubt, findClockFault, resolveClocks } from '../../base/time.ts'
import { maxDepositLifeSeconds } from '../../checks/check-cross.ts'
import { leastPermitLifeSeconds } from '../../checks/check-permit.ts'
import { depositReserveSeconds } from '../../quote/held-quote.ts'
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
  const deadline = permitDeadlineSeconds ?? deposit?.expirySeconds ?? inboxDeadlineSeconds(deployment, order)
  if (deadline === null) return null
  const [code, longestSeconds, leastSeconds] =
    deposit === undefined
      ? (['V-5', deployment.permitMaxLifeSeconds, leastPermitLifeSeconds] as const)
      : (['P-7', maxDepositLifeSeconds, depositReserveSeconds] as const)
  if (!(deadline <= earliestSeconds + longestSeconds)) return findClockDoubt(input) ?? failedCheck(code)
  return deadline < latestSeconds + leastSeconds ? new Problem('quoteExpired') : null
}
