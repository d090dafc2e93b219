import type { OrderView } from '../../lib/order/order-view.ts'
import { defaultSettings } from '../../lib/storage/settings.ts'
import * as data from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { allowanceScenes } from './allowance-scenes.ts'
import { fail, never, problem } from './answers.ts'
import { cancelScenes } from './cancel-scenes.ts'
import { costScenes } from './cost-scenes.ts'
import { formScenes, oldBalances } from './form-scenes.ts'
import { historyScenes } from './history-scenes.ts'
import { orderScene } from './order-scene.ts'
import { proposalScenes } from './proposal-scenes.ts'
import { refundScenes } from './refund-scenes.ts'
import { reviewScenes } from './review-scenes.ts'
import { routeScenes } from './route-scenes.ts'
import type { Scene } from './scene.ts'
import { stateScenes } from './state-scenes.ts'
import { walletScenes } from './wallet-scenes.ts'

const failed =
  (statusCode: 5 | 7) =>
  (nowMs: number): Partial<OrderView> => ({
    state: 'reported_terminal',
    statusCode,
    refundTransactionHash: statusCode === 7 ? `0x${'c'.repeat(64)}` : null,
    timeline: [
      ...fakeOrders.order(nowMs).timeline.slice(0, 4),
      { step: 'expired', atMs: nowMs - 2000 },
      ...(statusCode === 7 ? [{ step: 'refunded' as const, atMs: nowMs - 1000 }] : []),
    ],
    problem: problem('swapNotDelivered', {
      money: statusCode === 7 ? 'refundReported' : 'signatureLives',
      facts: { chain: 'Harbour', ...(statusCode === 7 ? {} : { untilMs: String(nowMs + 560_000) }) },
      serverRequestId: 'req-77aa',
    }),
  })
/** A request in the inbox that was never executed, past its deadline. */
const inInbox = (nowMs: number): Partial<OrderView> => ({
  ...failed(5)(nowMs),
  kind: 'native',
  contract: data.exitReviews.withdraw.contract,
  permitDeadlineMs: null,
  withdrawFromMs: nowMs - 60_000,
  problem: problem('swapNotDelivered', { money: 'atOrigin', facts: { chain: 'Harbour' } }),
})
const settingsPages = (
  ['notifications', 'place', 'wallet', 'sites', 'endpoints', 'data', 'about'] as const
).map((page) => ({ name: `settings-page-${page}`, hash: '#/settings', act: [`setting-${page}`] }))
const recipients = {
  start: {
    settings: {
      ...defaultSettings,
      recipients: [
        { name: 'Alice', address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' },
        { name: 'Savings at the bank', address: 'savings.eth' },
      ],
    },
  },
  answers: {
    recentReceivers: () => [
      { address: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc', name: null, atMs: Date.now() - 7_200_000 },
      { address: '0x90f79bf6eb2c4f870365e785982e1f101e93b906', name: 'bob.eth', atMs: Date.now() - 864e5 },
    ],
  },
} satisfies Partial<Scene>

export const scenes: readonly Scene[] = [
  { name: 'home-first', isNew: true, start: { account: null } },
  { name: 'home-empty' },
  { name: 'home-starting', answers: { start: never } },
  { name: 'home-unreachable', answers: { start: fail(problem('serviceUnreachable')) } },
  { name: 'home-loading', amountText: '100', answers: { quote: never, balances: never } },
  { name: 'home-quote', amountText: '100' },
  { name: 'home-quote-open', amountText: '100', act: ['quote-open'] },
  {
    name: 'home-background-problem',
    amountText: '100',
    orders: (nowMs) => [fakeOrders.doneOrder(nowMs)],
    pushes: [
      {
        kind: 'problem',
        orderId: 'order-1',
        problem: problem('serviceRefused', {
          reportedBy: 'service',
          serverRequestId: 'b7c1d9e2-5a41-4f3a-9a70-6d2f1c5e8b90',
          facts: { status: '500', message: 'list is not available' },
        }),
      },
    ],
  },
  {
    name: 'home-own-budget',
    amountText: '100',
    answers: {
      quote: fail(problem('serviceBusy', { facts: { untilMs: String(Date.now() + 2 * 3_600_000) } })),
    },
  },
  { name: 'home-old-balance', amountText: '100', answers: { balances: oldBalances } },
  {
    name: 'home-options',
    amountText: '100',
    act: [
      'advanced-open',
      'option-feeBps=35',
      'option-destinationPayload=0xabcdef',
      'option-refuel',
      'sheet-close',
    ],
  },
  { name: 'home-indicative', amountText: '100', start: { account: null } },
  { name: 'home-fiat', amountText: '100', act: ['entry-toggle'] },
  { name: 'home-amount-problem', amountText: '1.23456789' },
  { name: 'home-not-enough', amountText: '5000.5' },
  { name: 'home-no-route', amountText: '1', answers: { quote: () => ({ kind: 'noRoute' }) } },
  {
    name: 'home-service-down',
    amountText: '100',
    answers: {
      quote: fail(problem('serviceFailed', { serverRequestId: 'req-00ff-12', facts: { status: '500' } })),
    },
  },
  { name: 'home-receiver', amountText: '100', act: ['receiver-open', 'receiver=0x1234'] },
  { name: 'home-receivers', amountText: '100', ...recipients, act: ['receiver-open'] },
  {
    name: 'home-receiver-saved',
    amountText: '100',
    ...recipients,
    act: ['receiver-open', 'receiver-saved-0'],
  },
  {
    name: 'home-receiver-naming',
    amountText: '100',
    act: ['receiver-open', 'receiver=0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc', 'receiver-save-as'],
  },
  {
    name: 'home-receiver-memo',
    kept: { 'ferry.draft.1': { amountText: '100', madeFor: { depositDestinationMemo: '' } } },
    act: ['receiver-open', 'receiver=0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'],
  },
  { name: 'home-broken', amountText: '100', start: { storage: 'broken' } },
  {
    name: 'home-silent',
    amountText: '100',
    answers: { start: fail(problem('internal', { facts: { kind: 'noAnswer' } })) },
  },
  { name: 'home-volatile', amountText: '100', start: { storage: 'volatile' } },
  { name: 'home-offline', amountText: '100', isOffline: true },
  { name: 'home-running', amountText: '', orders: (nowMs) => [fakeOrders.order(nowMs)] },
  ...formScenes,
  { name: 'account', act: ['account'] },
  {
    name: 'account-watched',
    start: { account: { ...data.account, wallet: null } },
    amountText: '100',
    act: ['account'],
  },
  ...walletScenes,
  ...reviewScenes,
  ...costScenes,
  orderScene('needs-user', () => ({
    state: 'needs_user',
    statusCode: null,
    timeline: [],
    problem: problem('walletRejected'),
  })),
  orderScene('cannot-sign', () => ({
    state: 'needs_user',
    statusCode: null,
    timeline: [],
    problem: problem('walletUnsupported'),
  })),
  orderScene('offer', (nowMs) => ({
    state: 'approved',
    statusCode: null,
    timeline: fakeOrders.order(nowMs).timeline.slice(0, 2),
    offer: {
      promisedAmount: '98120000',
      minAmountOut: '97629400',
      cost: {
        inUsd: '1.88',
        percent: '1.88',
        isLowerBound: false,
        approvalGasInUsd: '0',
        restInUsd: '1.48',
        isRestPrice: true,
        includesRefuel: false,
      },
      expiresMs: nowMs + 40_000,
      offerId: 'offer-1',
      needsReview: null,
    },
  })),
  orderScene('progress', () => ({ isPermitOver: true })),
  ...stateScenes,
  ...cancelScenes,
  ...refundScenes,
  ...allowanceScenes,
  {
    name: 'progress-late',
    hash: '#/order/order-1',
    orders: (nowMs) => [
      fakeOrders.order(nowMs - 400_000, { notification: { kind: 'late', state: 'notified' } }),
    ],
  },
  orderScene('progress-matched', (nowMs) => ({
    statusCode: 1,
    sourceTransactionHash: null,
    timeline: fakeOrders.order(nowMs).timeline.filter(({ step }) => step !== 'extracted'),
  })),
  orderScene('progress-approving', (nowMs) => ({
    state: 'approve_sent',
    statusCode: null,
    approvals: ['approve'],
    timeline: [{ step: 'confirmed', atMs: nowMs - 3000 }],
  })),
  { name: 'done', hash: '#/order/order-1', orders: (nowMs) => [fakeOrders.doneOrder(nowMs)] },
  {
    name: 'done-reported',
    hash: '#/order/order-1',
    orders: (nowMs) => [fakeOrders.doneOrder(nowMs, { state: 'reported_terminal' })],
  },
  orderScene('failed', failed(5)),
  orderScene('refunded', failed(7)),
  orderScene('stopped', (nowMs) => ({
    state: 'abandoned_unsigned',
    statusCode: null,
    timeline: [{ step: 'stopped', atMs: nowMs }],
    transactions: [],
  })),
  orderScene('withdraw', inInbox, {
    answers: { refundExperience: () => ({ count: 3, usualSeconds: 240 }) },
  }),
  orderScene('withdraw-review', inInbox, { act: ['withdraw-open'] }),
  orderScene('withdraw-gas', inInbox, {
    answers: {
      reviewExit: ({ orderId }) => ({
        ...data.exitReviews.withdraw,
        orderId,
        gasProblem: problem('gasTooLow', { money: 'atOrigin', facts: { units: '163000000000000' } }),
      }),
    },
    act: ['withdraw-open'],
  }),
  orderScene('withdraw-waiting', (nowMs) => ({
    ...inInbox(nowMs),
    walletRequest: {
      requestId: 'r2',
      purpose: 'withdraw',
      requestedMs: nowMs - 5000,
      accountNonce: 3,
      amountUnits: null,
    },
  })),
  {
    name: 'ask-service',
    hash: '#/order/order-1',
    orders: (nowMs) => [fakeOrders.doneOrder(nowMs)],
    act: ['order-details', 'ask-service'],
  },
  { name: 'order-missing', hash: '#/order/order-9' },
  { name: 'order-loading', hash: '#/order/order-9', answers: { order: never } },
  ...historyScenes,
  {
    name: 'access-missing',
    start: { missingHosts: ['https://swap.example/*', 'https://rpc.example/*'] },
    amountText: '125.5',
  },
  ...proposalScenes,
  ...routeScenes,
  {
    name: 'settings-page-sites-listed',
    hash: '#/settings',
    act: ['setting-sites', 'sites-listed', 'site-add=https://new.example'],
  },
  { name: 'settings', hash: '#/settings' },
  { name: 'settings-wrong', hash: '#/settings', act: ['setting-slippage', 'slippage=90'] },
  ...settingsPages,
]

/** Scenes that are also shown narrow, wide and with double text size. All others are only checked for cut text when zoomed. */
export const mainScenes: ReadonlySet<string> = new Set([
  ...[
    'home-first',
    'home-empty',
    'home-quote',
    'home-routes',
    'home-old-balance',
    'home-running',
    'home-tokens',
  ],
  ...['wallets', 'picker', 'picker-favourites', 'picker-networks'],
  ...[
    'review',
    'review-warned',
    'review-on-the-way',
    'review-chain',
    'proposal-permission',
    'proposal-review',
  ],
  ...['waiting-approve', 'waiting-hidden', 'waiting-sign-long', 'deposit', 'explorer-reported'],
  'home-receivers',
  'home-receiver-saved',
  ...['deposit-receive', 'deposit-receive-none', 'deposit-refund', 'deposit-refund-none'],
  ...['progress', 'progress-late', 'progress-steps', 'done', 'failed', 'refunded'],
  ...['history', 'history-contradiction', 'settings', 'settings-page-notifications'],
])
