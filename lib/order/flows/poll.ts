import { Problem, problemData } from '../../base/problem.ts'
import { attemptOf } from '../attempts.ts'
import type { FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { statusKeyOf } from '../order-kinds.ts'
import type { Task } from '../task.ts'

/** Asks the service what became of an order; one that somebody looks at goes first. */
export const poll: Task = { name: 'poll', isRead: true, run: askService }

async function askService(order: Order, ports: FlowPorts, watched: boolean): Promise<FlowEvent> {
  const priority = watched ? 'watchedStatus' : 'backgroundStatus'
  try {
    const key = statusKeyOf(order)
    if (key === null) throw new Problem('internal', { facts: { what: 'nothing to look up' } })
    const found = await ports.service.status(key, { priority })
    const outcome = found.kind === 'record' ? 'ok' : 'notIndexed'
    return {
      kind: 'polled',
      response: found,
      attempt: attemptOf('status', outcome, found.serverRequestId, ports),
    }
  } catch (thrown) {
    const problem = problemData(thrown)
    return {
      kind: 'pollFailed',
      problem,
      attempt: attemptOf('status', problem.code, problem.serverRequestId, ports),
    }
  }
}
