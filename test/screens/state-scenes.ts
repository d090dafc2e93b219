import { dayMs, hourMs } from '../../lib/base/time.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { exitReviews } from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { problem } from './answers.ts'
import type { Scene } from './scene.ts'

const hash = '#/order/order-1'
const one = (part: (nowMs: number) => Partial<OrderView>) => (nowMs: number) => [
  fakeOrders.order(nowMs, part(nowMs)),
]
const steps = (nowMs: number, count: number) => fakeOrders.order(nowMs).timeline.slice(0, count)
/** Only Ferry's own steps are known. */
const unreported = { statusCode: null, sourceTransactionHash: null } as const
/** Signed a moment ago. */
const signed = (nowMs: number) => ({
  ...unreported,
  timeline: [...steps(nowMs, 2), { step: 'signed' as const, atMs: nowMs - 2000 }],
})
const sent = (nowMs: number) => ({
  ...unreported,
  kind: 'native' as const,
  permitDeadlineMs: null,
  timeline: [...steps(nowMs, 1), { step: 'sent' as const, atMs: nowMs - 6000 }],
  transactions: [
    {
      ...{ purpose: 'send', hash: `0x${'d'.repeat(64)}`, chainId: 31_337, state: 'sent' },
      ...{ accountNonce: 5, sentMs: nowMs - 6000, minedMs: null, amountUnits: '100000000' },
      request: {
        ...{ requestId: 'r1', purpose: 'send', requestedMs: nowMs - 9000 },
        ...{ accountNonce: 5, amountUnits: '100000000' },
      },
    } as OrderView['transactions'][number],
  ],
})
/** Restored from a backup: Ferry's own steps, without any report. */
const restored = (nowMs: number) => ({
  ...{ ...unreported, restored: true as const },
  timeline: steps(nowMs, 4),
})

export const stateScenes: readonly Scene[] = [
  {
    name: 'progress-confirmed',
    hash,
    orders: one((nowMs) => ({
      ...unreported,
      state: 'confirmed',
      timeline: steps(nowMs, 1),
      transactions: [],
    })),
  },
  {
    name: 'stopping',
    hash,
    orders: one((nowMs) => ({
      ...{ ...unreported, state: 'stopping', timeline: steps(nowMs, 2), liveUntilMs: nowMs + 560_000 },
      problem: problem('walletRejected', { money: 'nothingSent' }),
    })),
  },
  {
    name: 'stopping-sent',
    hash,
    orders: one((nowMs) => ({ ...sent(nowMs), state: 'stopping', transactions: [] })),
  },
  {
    name: 'signed',
    hash,
    orders: one((nowMs) => ({ ...signed(nowMs), state: 'signed' })),
  },
  {
    name: 'submitting',
    hash,
    orders: one((nowMs) => ({ ...signed(nowMs), state: 'submitting' })),
  },
  {
    name: 'submitting-refused',
    hash,
    orders: one((nowMs) => ({
      ...{ ...unreported, state: 'submitting', timeline: steps(nowMs, 3) },
      problem: problem('serviceUnreachable', { money: 'signatureLives' }),
    })),
  },
  {
    name: 'submitted',
    hash,
    orders: one((nowMs) => ({ ...unreported, state: 'submitted', timeline: steps(nowMs, 4) })),
  },
  {
    name: 'waiting-send',
    hash,
    orders: one((nowMs) => ({
      ...{
        ...unreported,
        kind: 'native',
        state: 'send_requested',
        timeline: steps(nowMs, 1),
        transactions: [],
      },
      contract: exitReviews.withdraw.contract,
      walletRequest: {
        ...{ requestId: 'r1', purpose: 'send', requestedMs: nowMs - 4000 },
        ...{ accountNonce: 5, amountUnits: '100000000' },
      },
    })),
  },
  {
    name: 'sent-unmined',
    hash,
    orders: one((nowMs) => ({ ...sent(nowMs - 2 * hourMs), state: 'sent' })),
  },
  {
    name: 'stopping-unmined',
    hash,
    orders: one((nowMs) => ({ ...sent(nowMs - 2 * hourMs), state: 'stopping' })),
  },
  {
    name: 'pending-no-news',
    hash,
    orders: one((nowMs) => fakeOrders.order(nowMs - 8 * dayMs, { kind: 'manual', permitDeadlineMs: null })),
  },
  {
    name: 'pending-put-away',
    hash,
    orders: one((nowMs) =>
      fakeOrders.order(nowMs - 8 * dayMs, {
        kind: 'manual',
        permitDeadlineMs: null,
        putAwayMs: nowMs - dayMs,
      }),
    ),
  },
  { name: 'sent', hash, orders: one((nowMs) => ({ ...sent(nowMs), state: 'sent' })) },
  {
    name: 'unused',
    hash,
    orders: one((nowMs) => ({
      ...unreported,
      state: 'expired_unused',
      timeline: [...steps(nowMs, 4), { step: 'expired', atMs: nowMs }],
    })),
  },
  {
    name: 'restored',
    hash,
    orders: one((nowMs) => ({ ...restored(nowMs), state: 'submitted' })),
  },
  {
    name: 'restored-inbox',
    hash,
    orders: one((nowMs) => ({
      ...{ ...sent(nowMs), restored: true as const, state: 'pending', statusCode: 0 as const },
      inbox: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
    })),
  },
  {
    name: 'restored-unsigned',
    hash,
    orders: one((nowMs) => ({
      ...{ ...restored(nowMs), state: 'needs_user', timeline: steps(nowMs, 2) },
      problem: problem('orderRestored', { money: 'approvedOnly' }),
    })),
  },
  {
    name: 'failed-verified',
    hash,
    orders: one((nowMs) => ({
      state: 'verified_terminal',
      statusCode: 5,
      timeline: [...steps(nowMs, 4), { step: 'expired', atMs: nowMs }],
      problem: problem('swapNotDelivered', { money: 'signedUnused' }),
    })),
  },
  { name: 'progress-steps', hash, orders: one(() => ({ isPermitOver: true })), act: ['order-details'] },
]
