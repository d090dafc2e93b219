import { Problem, toProblemData } from '../../base/problem.ts'
import { addressFormatsOf } from '../../service/quote-request.ts'
import { serviceCallOf } from '../../service/service-call.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { statusKeyOf } from '../order-facts.ts'

export const poll: Task = { name: 'poll', isRead: true, run: pollService }

async function pollService(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const priority = ports.hasView() ? 'watchedStatus' : 'backgroundStatus'
  try {
    const key = statusKeyOf(order)
    // The service's key is a transaction that is not known yet.
    if (key === null) throw new Problem('orderNotFound', { money: 'unknown' })
    const found = await ports.service.status(key, { priority }, addressFormatsOf(order.reviewed.request))
    const outcome = found.kind === 'record' ? 'ok' : 'notIndexed'
    return {
      kind: 'polled',
      response: found,
      attempt: serviceCallOf('status', outcome, found.serverRequestId, ports),
    }
  } catch (thrown) {
    const problem = toProblemData(thrown)
    return {
      kind: 'pollFailed',
      problem,
      attempt: serviceCallOf('status', problem.code, problem.serverRequestId, ports),
    }
  }
}
