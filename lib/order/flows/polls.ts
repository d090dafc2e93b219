import { sameAddress, sameHex } from '../../base/hex.ts'
import { Problem, problemData } from '../../base/problem.ts'
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts'
import type { Service } from '../../service/client.ts'
import { formsOf } from '../../service/quote-request.ts'
import { isTerminal, type StatusRecord, type StatusResponse } from '../../service/status-codes.ts'
import type { ServiceResponse } from '../../service/transport.ts'
import type { FlowEvent, Task, Tries } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, ServiceCall } from '../order.ts'
import { statusKeyOf } from '../order-facts.ts'
import { isOwnPayment, type OrderTransaction } from '../order-parts.ts'
import { asksExit } from './exit-rules.ts'

/** Asks the service what became of an order; one that somebody looks at goes first. */
export const poll: Task = { name: 'poll', isRead: true, run: askService }

async function askService(order: Order, ports: FlowPorts, watched: boolean): Promise<FlowEvent> {
  const priority = watched ? 'watchedStatus' : 'backgroundStatus'
  try {
    const key = statusKeyOf(order)
    // Nobody has seen the transaction that the service would know it by.
    if (key === null) throw new Problem('orderNotFound', { money: 'unknown' })
    const found = await ports.service.status(key, { priority }, formsOf(order.reviewed.request))
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

/** Polls of the first while (interface 3, rule 2). */
export const firstPolls = 60
export const pollMs = 5 * secondMs

/**
 * Milliseconds until the next poll of the service: 60 polls every 5 s, then by age.
 * Never infinite: silence is not an answer.
 */
export function pollWaitMs(pollCount: number, ageMs: number): number {
  if (pollCount < firstPolls) return pollMs
  if (ageMs < 2 * hourMs) return 30 * secondMs
  if (ageMs < dayMs) return 5 * minuteMs
  return 30 * minuteMs
}

/** Returns the same for an order that is over but whose money is not accounted for (R11): counted from its end. */
export function slowPollMs(tailCount: number): number {
  if (tailCount < 10) return minuteMs
  if (tailCount < 70) return 5 * minuteMs
  return hourMs
}

/** Milliseconds until the next look at a transaction of our own: blocks come in seconds, nodes are not ours. */
export function chainWaitMs(ageMs: number): number {
  if (ageMs < minuteMs) return 2 * secondMs
  if (ageMs < 10 * minuteMs) return 5 * secondMs
  if (ageMs < hourMs) return nearEndWaitMs
  if (ageMs < 2 * hourMs) return minuteMs
  return ageMs < dayMs ? 5 * minuteMs : 30 * minuteMs
}

const nearEndMs = 10 * minuteMs
const nearEndWaitMs = 30 * secondMs

/** Milliseconds until the next look because of a deadline, however old a transaction is: often from shortly before it until shortly after. */
export function deadlineWaitMs(endsMs: readonly number[], nowMs: number): number {
  const waits = endsMs.map((endMs) => {
    const leftMs = endMs - nowMs
    if (leftMs > nearEndMs) return leftMs - nearEndMs
    return leftMs >= -nearEndMs ? nearEndWaitMs : Number.POSITIVE_INFINITY
  })
  return Math.min(...waits)
}

/**
 * Milliseconds until the next poll after so many failed ones in a row (at least 1): the wait doubling to 60 s, so that a
 * service in trouble is not pressed.
 */
export function failedPollWaitMs(failures: number): number {
  return Math.min(60 * secondMs, pollMs * 2 ** Math.min(failures - 1, 10))
}

/** Milliseconds until the stored body is sent again: 2 s doubling to 60 s, never before the service's own wish. */
export function repostWaitMs(submitCount: number, retryAfterMs: number | null): number {
  const backoffMs = Math.min(60 * secondMs, 2 * secondMs * 2 ** Math.min(submitCount - 1, 10))
  return Math.max(backoffMs, retryAfterMs ?? 0)
}

/** Polls of the service and reads of the chain take turns where both tell something. */
export function isChainsTurn({ pollCount }: { readonly pollCount: number }): boolean {
  return pollCount % 2 === 0
}

/**
 * Returns whether the block of a swap in progress may go again, or has not come: its transaction was not seen as deep as
 * ends are read, and the service says nothing yet but that it has the request.
 */
export function isSendOpen(order: Order): boolean {
  const { state, statusCode, depositSeen, transactions } = order
  const isToldMore = (statusCode ?? 0) > 0 || depositSeen !== undefined
  if (state !== 'pending' || isToldMore || asksExit(order)) return false
  const sends = transactions.filter(({ purpose }) => purpose === 'send')
  return sends.some(mayStay) && !sends.some(({ isDeep }) => isDeep === true)
}

/** Returns whether a transaction waits for its block, or was seen in one. */
export function mayStay({ state }: OrderTransaction): boolean {
  return state === 'sent' || state === 'mined'
}

/**
 * Returns whether the order's own transaction is known, whatever the service names: the chain shows it mined, or it is on its
 * way and what the service is asked by.
 */
export function isSourceKnown({ terms, transactions }: Order): boolean {
  const isAsked = terms.requestHash === null
  return transactions.some(
    (one) => isOwnPayment(one) || (isAsked && one.purpose === 'send' && one.state === 'sent'),
  )
}

/** Returns one try to reach the service, ended now. */
export function attemptOf(
  endpoint: ServiceCall['endpoint'],
  outcome: string,
  serverRequestId: string | null,
  { clock }: { readonly clock: Clock },
): ServiceCall {
  return { endpoint, outcome, serverRequestId, atMs: clock.nowMs() }
}

const attemptRing = 50

/** Returns the attempts with the latest: of too many the oldest polls go first, so that what the order rests on stays. */
export function tried(order: Order, tries: Tries): readonly ServiceCall[] {
  const all = tries === null ? order.serviceCalls : order.serviceCalls.concat(tries)
  const polls = all.filter(({ endpoint }) => endpoint === 'status')
  const over = new Set(polls.slice(0, Math.max(0, all.length - attemptRing)))
  return all.filter((one) => !over.has(one)).slice(-attemptRing)
}

/** Returns the request id of the answer that brought a deal: that of the transaction where one was built, else of the quote. */
export function dealAnswerId(calls: readonly ServiceCall[]): string | null {
  const answer = calls.findLast(
    ({ endpoint, outcome }) => (endpoint === 'quote' || endpoint === 'build-tx') && outcome === 'ok',
  )
  return answer?.serverRequestId ?? null
}

/** Returns the service, with a log of what came of each quote and each transaction that is asked of it. */
export function logged(ports: { readonly service: Service; readonly clock: Clock }): {
  readonly serviceCalls: readonly ServiceCall[]
  readonly service: Service
} {
  const { service } = ports
  const serviceCalls: ServiceCall[] = []
  async function noted<T>(
    endpoint: ServiceCall['endpoint'],
    asked: Promise<ServiceResponse<T>>,
  ): Promise<ServiceResponse<T>> {
    try {
      const response = await asked
      serviceCalls.push(attemptOf(endpoint, 'ok', response.serverRequestId, ports))
      return response
    } catch (thrown) {
      const { code, serverRequestId } = problemData(thrown)
      serviceCalls.push(attemptOf(endpoint, code, serverRequestId, ports))
      throw thrown
    }
  }
  return {
    serviceCalls,
    service: {
      ...service,
      quote: (...asked) => noted('quote', service.quote(...asked)),
      buildTx: (...asked) => noted('build-tx', service.buildTx(...asked)),
    },
  }
}

/**
 * Returns the record when it is about this order (R12); null when it does not say what it is about. Chains, input,
 * amount and, of a signed request, the user have to be there and ours; the output may not be there yet. A record without
 * an origin, as interface 4.6 has it, is told by nothing but the hash it was asked for.
 */
export function recordOf(order: Order, response: StatusResponse): StatusRecord | 'foreign' | null {
  if (response.kind === 'notIndexed') return null
  const { record } = response
  const { request: ask } = order.reviewed
  const { hash, destinationChainId, outputToken } = record
  const isDestination = destinationChainId === ask.destinationChainId
  // What an end delivered is for the chain to prove.
  const isOutput = isTerminal(record.statusCode) || sameAddress(outputToken, ask.outputToken)
  if (record.originChainId === null) {
    const isHash = hash === '' || sameHex(hash, order.terms.requestHash ?? order.sourceTransactionHash)
    return isHash && (isDestination || destinationChainId === null) ? record : 'foreign'
  }
  // Another amount than asked for is what a deposit may turn out to be, and another token what one is refused for.
  const isDeposit = order.kind === 'deposit'
  const isWrongDeposit = isDeposit && (record.statusCode ?? 0) >= 5
  const isAmount = isDeposit || record.inputAmount === ask.inputAmount
  // A sent request is the inbox's own, so only a signed one names the user.
  const isUser = order.kind !== 'signed' || sameHex(record.userAddress, ask.userAddress)
  const parts: readonly (readonly [value: unknown, isOurs: boolean])[] = [
    [record.originChainId, record.originChainId === ask.originChainId],
    [destinationChainId, isDestination],
    [record.inputToken, isWrongDeposit || sameAddress(record.inputToken, ask.inputToken)],
    [record.inputAmount, isAmount],
    [record.userAddress, isUser],
    [outputToken, isOutput || outputToken === null],
  ]
  if (parts.every(([, isOurs]) => isOurs)) return record
  return parts.some(([value, isOurs]) => value !== null && !isOurs) ? 'foreign' : null
}
