import { type ClockInput, type Clocks, clocksOf } from '../base/clocks.ts'
import { Problem } from '../base/problem.ts'
import { mostDepositLifeSeconds } from '../checks/check-deposit.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import { quoteReserveSeconds } from '../quote/held-quote.ts'
import { failedCheck } from '../review/terms-input.ts'
import type { FlowPorts } from './flow-ports.ts'
import { inboxDeadlineSeconds } from './flows/withdraw-call.ts'
import type { Order } from './order.ts'

type PresentPorts = Pick<FlowPorts, 'chain' | 'clock' | 'deployment'>

/** Returns a chain's time as each of its endpoints shows it; none for a chain without pins, which nobody can be asked about. */
export async function chainSecondsOf(
  chainId: number,
  { chain, deployment }: Pick<PresentPorts, 'chain' | 'deployment'>,
): Promise<readonly number[]> {
  return chainConfig(deployment, chainId) === null ? [] : chain.latestBlockSeconds(chainId)
}

/**
 * What the time has against asking the wallet now; null for nothing. Between review and prompt an approval may take hours,
 * and an order may have been written by others than the review: the clocks have to agree still, and a deadline must neither
 * lie further ahead than it may nor be about to pass.
 */
export async function timeFault(order: Order, ports: PresentPorts): Promise<Problem | null> {
  const { clockOffsetMs, deposit, permitDeadlineSeconds } = order.deal
  const chainSeconds = await chainSecondsOf(order.reviewed.ask.originChainId, ports)
  const clocks = present({ nowMs: ports.clock.nowMs(), clockOffsetMs, chainSeconds })
  if (clocks instanceof Problem) return clocks
  const { earliestSeconds, latestSeconds } = clocks
  const deadline = permitDeadlineSeconds ?? inboxDeadlineSeconds(ports.deployment, order)
  if (deadline !== null) {
    if (!(deadline <= earliestSeconds + ports.deployment.permitMaxLifeSeconds)) return failedCheck('V-5')
    if (deadline <= latestSeconds + quoteReserveSeconds) return new Problem('quoteExpired')
  }
  const end = deposit?.expirySeconds
  const isFar = end !== undefined && !(end <= earliestSeconds + mostDepositLifeSeconds)
  return isFar ? failedCheck('P-7') : null
}

/** Returns the present, or why there is none. */
function present(input: ClockInput): Clocks | Problem {
  try {
    return clocksOf(input)
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown
    throw thrown
  }
}
