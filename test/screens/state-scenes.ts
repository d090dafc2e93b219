import { dayMs, hourMs } from '../../lib/base/time.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { exitReviews } from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { problem } from './answers.ts'
import { orderScene } from './order-scene.ts'
import type { Scene } from './scene.ts'

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
  orderScene('progress-confirmed', (nowMs) => ({
    ...unreported,
    state: 'confirmed',
    timeline: steps(nowMs, 1),
    transactions: [],
  })),
  orderScene('stopping', (nowMs) => ({
    ...{ ...unreported, state: 'stopping', timeline: steps(nowMs, 2), liveUntilMs: nowMs + 560_000 },
    problem: problem('walletRejected', { money: 'nothingSent' }),
  })),
  orderScene('stopping-sent', (nowMs) => ({ ...sent(nowMs), state: 'stopping', transactions: [] })),
  orderScene('signed', (nowMs) => ({ ...signed(nowMs), state: 'signed' })),
  orderScene('submitting', (nowMs) => ({ ...signed(nowMs), state: 'submitting' })),
  orderScene('submitting-refused', (nowMs) => ({
    ...{ ...unreported, state: 'submitting', timeline: steps(nowMs, 3) },
    problem: problem('serviceUnreachable', { money: 'signatureLives' }),
  })),
  orderScene('submitted', (nowMs) => ({ ...unreported, state: 'submitted', timeline: steps(nowMs, 4) })),
  orderScene('waiting-send', (nowMs) => ({
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
  orderScene('sent-unmined', (nowMs) => ({ ...sent(nowMs - 2 * hourMs), state: 'sent' })),
  orderScene('stopping-unmined', (nowMs) => ({ ...sent(nowMs - 2 * hourMs), state: 'stopping' })),
  orderScene('pending-no-news', (nowMs) =>
    fakeOrders.order(nowMs - 8 * dayMs, { kind: 'manual', permitDeadlineMs: null }),
  ),
  orderScene('pending-put-away', (nowMs) =>
    fakeOrders.order(nowMs - 8 * dayMs, {
      kind: 'manual',
      permitDeadlineMs: null,
      putAwayMs: nowMs - dayMs,
    }),
  ),
  orderScene('sent', (nowMs) => ({ ...sent(nowMs), state: 'sent' })),
  orderScene('unused', (nowMs) => ({
    ...unreported,
    state: 'expired_unused',
    timeline: [...steps(nowMs, 4), { step: 'expired', atMs: nowMs }],
  })),
  orderScene('restored', (nowMs) => ({ ...restored(nowMs), state: 'submitted' })),
  orderScene('restored-inbox', (nowMs) => ({
    ...{ ...sent(nowMs), restored: true as const, state: 'pending', statusCode: 0 as const },
    inbox: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
  })),
  orderScene('restored-unsigned', (nowMs) => ({
    ...{ ...restored(nowMs), state: 'needs_user', timeline: steps(nowMs, 2) },
    problem: problem('orderRestored', { money: 'approvedOnly' }),
  })),
  orderScene('failed-verified', (nowMs) => ({
    state: 'verified_terminal',
    statusCode: 5,
    timeline: [...steps(nowMs, 4), { step: 'expired', atMs: nowMs }],
    problem: problem('swapNotDelivered', { money: 'signedUnused' }),
  })),
  orderScene('progress-steps', () => ({ isPermitOver: true }), { act: ['order-details'] }),
]
