import { Problem } from '../../base/problem.ts'
import type { FundsLocation } from '../../base/problem-code.ts'
import { secondMs } from '../../base/time.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, WalletRequestRecord } from '../order.ts'
import { accountCalls, originConfig } from '../wallet-request.ts'
import { type TrialAim, weighedTrial } from './expected-effects.ts'
import { simulated } from './simulate.ts'

export interface SimulatePorts extends Pick<FlowPorts, 'chain' | 'deployment'> {
  later(waitMs: number, work: () => void): () => void
}

/** An endpoint may lag behind an approval that was mined a moment ago. */
const mostTries = 4
const betweenTriesMs = 2 * secondMs

/**
 * Tries once more, right before the wallet is asked, what it will be asked to send. Throws the `Problem` of what that
 * would do, and `notSimulated` where nobody can say and the user did not agree to go on without; what takes money out
 * of the inbox, ends a signature or an allowance is Ferry's own call, shown as it is, and goes on.
 */
export async function requireSimulated(
  order: Order,
  record: WalletRequestRecord,
  ports: SimulatePorts,
): Promise<void> {
  if (record.purpose === 'sign') return
  const pins = originConfig(ports.deployment, order)
  const calls = accountCalls(ports.deployment, order, record, pins)
  const trial = weighedTrial(order, calls, aimOf(record), pins)
  const isAgreed = order.agreed?.some(({ code }) => code === 'notSimulated') === true
  for (let tries = 1; ; tries += 1) {
    const { kind } = await simulated(order, trial, ports)
    if (kind === 'measured' || isExit(record) || isAgreed) return
    if (tries === mostTries) throw new Problem('notSimulated')
    await new Promise<void>((resolve) => {
      ports.later(betweenTriesMs, resolve)
    })
  }
}

function aimOf({ purpose, amountUnits }: WalletRequestRecord): TrialAim {
  const approvesUnits = BigInt(amountUnits ?? '0')
  if (purpose === 'sendCalls') return { approvesUnits, does: 'send' }
  if (purpose === 'approve' || purpose === 'resetApproval' || purpose === 'revoke')
    return { approvesUnits, does: 'nothing' }
  const does = purpose === 'send' || purpose === 'withdraw' ? purpose : 'nothing'
  return { approvesUnits: null, does }
}

/** Returns what an exit would do, for its review; throws the `Problem` of what is wrong, which says where the `money` is. */
export function simulatedExit(
  order: Order,
  purpose: 'withdraw' | 'cancel' | 'revoke',
  ports: Pick<FlowPorts, 'chain' | 'deployment'>,
  money: FundsLocation,
): ReturnType<typeof simulated> {
  const record = { requestId: '', purpose, askedMs: 0, accountNonce: null, amountUnits: '0' }
  const pins = originConfig(ports.deployment, order)
  const calls = accountCalls(ports.deployment, order, record, pins)
  return simulated(order, weighedTrial(order, calls, aimOf(record), pins), ports, money)
}

/** Returns whether a request gets money, a signature or an allowance back, whatever the order does meanwhile. */
export function isExit({ purpose }: WalletRequestRecord): boolean {
  return purpose === 'withdraw' || purpose === 'cancel' || purpose === 'revoke'
}
