import { Problem } from '../base/problem.ts'
import { chainSecondsOf } from '../review/preflight.ts'
import { findNameFault } from '../review/receiver-name.ts'
import type { WalletRequest } from '../wallet/port.ts'
import { requireStored } from './check-stored.ts'
import type { Task } from './event.ts'
import { hasExitRequest } from './exits/exit-rules.ts'
import { requireNoSignature } from './exits/revoke.ts'
import type { FlowPorts } from './flow-ports.ts'
import { watchApproval } from './flows/approval.ts'
import { findTimeFault } from './flows/prompt-faults.ts'
import { requireSimulated } from './flows/repeat-simulation.ts'
import { findTransaction } from './flows/sending.ts'
import type { Order, WalletRequestRecord } from './order.ts'
import { isExit, isSendRequest } from './order-facts.ts'
import { isInSet } from './order-state.ts'
import type { OrderStore } from './order-store.ts'
import { isPromptTooLate, isSendTooLate, walletRequestOf } from './wallet-request.ts'

export function mayHavePrompt(order: Order): boolean {
  return isInSet(order.state, 'promptOpen') || hasExitRequest(order)
}

/**
 * Returns the task that shows whether a wallet carried out its request, from the allowance or the account's
 * transactions. Null if the chain cannot show it, or if no wallet request is open.
 */
export function walletCheckTaskOf({ state }: Order): Task | null {
  if (state === 'approve_requested') return watchApproval
  return state === 'send_requested' ? findTransaction : null
}

type NeededPorts = Pick<FlowPorts, 'deployment' | 'clock'> & { readonly store: Pick<OrderStore, 'listOpen'> }

async function findRequesting(requestId: string, { store }: NeededPorts): Promise<Order | undefined> {
  return (await store.listOpen()).find(
    (order) => mayHavePrompt(order) && order.walletRequest?.requestId === requestId,
  )
}

/** False if the order was stopped, or if the transaction would come too late. */
export async function isRequestNeeded(requestId: string, ports: NeededPorts): Promise<boolean> {
  const order = await findRequesting(requestId, ports)
  return order !== undefined && !isSendTooLate(order, ports.deployment, ports.clock.nowMs())
}

/** The last check before the prompt. The wallet's steps before it may have taken longer than the quote lives. */
export async function canPrompt(requestId: string, ports: NeededPorts): Promise<boolean> {
  const order = await findRequesting(requestId, ports)
  return order !== undefined && !isPromptTooLate(order, ports.deployment, ports.clock.nowMs())
}

/**
 * False if another request replaced it meanwhile, or the order needs none any more. Throws the `Problem` that
 * forbids it.
 */
async function canSendRequest(order: Order, record: WalletRequestRecord, ports: FlowPorts): Promise<boolean> {
  // Another order's signature may have been submitted and reported as over since the review.
  if (record.purpose === 'revoke') await requireNoSignature(order, ports)
  await requireSimulated(order, record, ports)
  const { originChainId } = order.reviewed.request
  const chainSeconds = isExit(record) ? [] : await chainSecondsOf(originChainId, ports)
  // The background may have stopped after it stored the request, so the name may have been read long ago.
  const nameFault = isExit(record) ? null : await findNameFault(order.reviewed.request, ports)
  if (nameFault !== null) throw nameFault
  // Decisions made during the simulation take precedence.
  const current = await ports.store.read(order.id)
  if (current?.walletRequest?.requestId !== record.requestId) return false
  if (current.state !== order.state && !isExit(record)) throw new Problem('walletSilent')
  const others = (await ports.store.listOpen()).filter(({ id }) => id !== order.id)
  // The deadline may have come close since the reads before the request.
  const timeFault = isExit(record) ? null : findTimeFault(order, chainSeconds, ports)
  if (timeFault !== null) throw timeFault
  const nowMs = ports.clock.nowMs()
  requireStored(order, record, { deployment: ports.deployment, others, nowMs, chainSeconds })
  return true
}

/**
 * Returns the order's new request in the wallet's format. Null if it is not needed any more. Throws the `Problem` that
 * forbids it.
 */
export async function requestToSend(
  order: Order,
  record: WalletRequestRecord,
  ports: FlowPorts,
): Promise<WalletRequest | null> {
  const isAllowed = await canSendRequest(order, record, ports)
  return isAllowed ? walletRequestOf(ports.deployment, order, record) : null
}

/**
 * Returns a request that an earlier start of the background may have sent. Null if the order needs none any more, and
 * `unchecked` if a check failed: it may succeed later.
 */
export async function requestToRepeat(
  order: Order,
  record: WalletRequestRecord,
  ports: FlowPorts,
): Promise<WalletRequest | null | 'unchecked'> {
  // It was sent before, or would come too late. The stored order decides, because the wallet connection may have lost its memory.
  const isReplay =
    isSendRequest(record) &&
    (record.sentToWalletMs !== undefined || isSendTooLate(order, ports.deployment, ports.clock.nowMs()))
  // A problem now does not show what the wallet did, so the order is read again.
  const isAllowed = isReplay || (await canSendRequest(order, record, ports).catch(() => 'unchecked' as const))
  if (isAllowed === 'unchecked') return isAllowed
  if (!isAllowed) return null
  const request = walletRequestOf(ports.deployment, order, record)
  return isReplay ? { ...request, onlyReplaysAnswer: true } : request
}
