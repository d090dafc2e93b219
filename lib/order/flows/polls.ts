import { isSameAddress, isSameHex } from '../../base/hex.ts'
import { Problem, toProblemData } from '../../base/problem.ts'
import { addressFormatsOf } from '../../service/quote-request.ts'
import { type ServiceCall, serviceCallOf } from '../../service/service-call.ts'
import type { StatusRecord, StatusResponse } from '../../service/status.ts'
import { isTerminal } from '../../service/status-codes.ts'
import type { FlowEvent, LoggedCalls, Task } from '../event.ts'
import { hasExitRequest } from '../exits/exit-rules.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { isOwnPayment, statusKeyOf } from '../order-facts.ts'
import type { OrderTransaction } from '../order-parts.ts'

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

/**
 * Returns whether the block of a swap in progress is still to come or may be reorganised: its transaction was
 * not seen at the required depth, and the service only has the request.
 */
export function isBlockUncertain(order: Order): boolean {
  const { state, statusCode, depositObserved, transactions } = order
  const isReportedFurther = (statusCode ?? 0) > 0 || depositObserved !== undefined
  if (state !== 'pending' || isReportedFurther || hasExitRequest(order)) return false
  const sends = transactions.filter(({ purpose }) => purpose === 'send')
  return sends.some(isPendingOrMined) && !sends.some(({ isDeep }) => isDeep === true)
}

export function isPendingOrMined({ state }: OrderTransaction): boolean {
  return state === 'sent' || state === 'mined'
}

/**
 * Returns whether the order's own transaction is known, whatever the service names: the chain shows it mined,
 * or it is pending and is the service's key.
 */
export function isSourceKnown({ terms, transactions }: Order): boolean {
  const isRequested = terms.requestHash === null
  return transactions.some(
    (one) => isOwnPayment(one) || (isRequested && one.purpose === 'send' && one.state === 'sent'),
  )
}

const maxServiceCalls = 50

/** The oldest polls are dropped first, so that the calls behind the order's terms stay. */
export function withServiceCalls(order: Order, tries: LoggedCalls): readonly ServiceCall[] {
  const all = tries === null ? order.serviceCalls : order.serviceCalls.concat(tries)
  const polls = all.filter(({ endpoint }) => endpoint === 'status')
  const over = new Set(polls.slice(0, Math.max(0, all.length - maxServiceCalls)))
  return all.filter((one) => !over.has(one)).slice(-maxServiceCalls)
}

/** That of the built transaction, otherwise that of the quote. */
export function termsAnswerId(calls: readonly ServiceCall[]): string | null {
  const answer = calls.findLast(
    ({ endpoint, outcome }) => (endpoint === 'quote' || endpoint === 'build-tx') && outcome === 'ok',
  )
  return answer?.serverRequestId ?? null
}

/**
 * Returns the record if it is about this order (R12), and null if it does not say so. Chains, input, amount
 * and, for a signed request, the user must be present and match. The output may be missing. A record without
 * an origin, as in interface 4.6, is identified only by the requested hash.
 */
export function findOwnRecord(order: Order, response: StatusResponse): StatusRecord | 'foreign' | null {
  if (response.kind === 'notIndexed') return null
  const { record } = response
  const { request } = order.reviewed
  const { hash, destinationChainId, outputToken } = record
  const isDestination = destinationChainId === request.destinationChainId
  // At an end, the chain has to prove the delivered token.
  const isOutput = isTerminal(record.statusCode) || isSameAddress(outputToken, request.outputToken)
  if (record.originChainId === null) {
    const isHash = hash === '' || isSameHex(hash, order.terms.requestHash ?? order.sourceTransactionHash)
    return isHash && (isDestination || destinationChainId === null) ? record : 'foreign'
  }
  // A deposit may arrive with another amount, and may be refused for another token.
  const isDeposit = order.kind === 'deposit'
  const isWrongDeposit = isDeposit && (record.statusCode ?? 0) >= 5
  const isAmount = isDeposit || record.inputAmount === request.inputAmount
  // A sent request belongs to the inbox, so only a signed one names the user.
  const isUser = order.kind !== 'signed' || isSameHex(record.userAddress, request.userAddress)
  const parts: readonly (readonly [value: unknown, isOurs: boolean])[] = [
    [record.originChainId, record.originChainId === request.originChainId],
    [destinationChainId, isDestination],
    [record.inputToken, isWrongDeposit || isSameAddress(record.inputToken, request.inputToken)],
    [record.inputAmount, isAmount],
    [record.userAddress, isUser],
    [outputToken, isOutput || outputToken === null],
  ]
  if (parts.every(([, isOurs]) => isOurs)) return record
  return parts.some(([value, isOurs]) => value !== null && !isOurs) ? 'foreign' : null
}
