import type { OrderView } from '../../lib/order/order-view.ts'
import type { Token } from '../../lib/service/token.ts'
import * as data from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { never } from './answers.ts'
import type { Scene } from './scene.ts'

const address = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const [chain] = data.chains
const stellar =
  chain === undefined
    ? []
    : [
        {
          ...{ ...chain, chainId: 1110002, name: 'Stellar', isConfigured: false, isDepositEnabled: true },
          explorers: ['https://stellar.expert/explorer/public'],
        },
      ]
const chains = [...data.chains, ...stellar]
const usdcStellar: Token = { ...data.usdcHarbour, chainId: 1110002, address: 'USDC-Stellar', decimals: 7 }
const start = { chains, tokens: [usdcStellar, ...data.start.tokens] }
const option = 'token-option-1110002-USDC-Stellar'

const fromStellar = ({ reviewed }: OrderView): OrderView['reviewed'] => {
  const request = { ...reviewed.request, originChainId: 1110002, inputAmount: '1000000000' }
  return { ...reviewed, request, inputToken: usdcStellar }
}
const deposit = (part: (nowMs: number) => Partial<OrderView>) => (nowMs: number) => [
  fakeOrders.order(nowMs, {
    kind: 'deposit',
    reviewed: fromStellar(fakeOrders.order(nowMs)),
    state: 'deposit_awaited',
    statusCode: null,
    wallet: null,
    transactions: [],
    timeline: [{ step: 'confirmed', atMs: nowMs - 30_000 }],
    deposit: {
      address,
      token: usdcStellar,
      amount: '1000000000',
      chainId: 1110002,
      memo: '4711',
      expiresMs: nowMs + 540_000,
      refundAddress: address,
    },
    ...part(nowMs),
  }),
]
const soon = (nowMs: number): OrderView['deposit'] => ({
  ...{
    address,
    token: usdcStellar,
    amount: '1000000000',
    chainId: 1110002,
    memo: '4711',
    refundAddress: address,
  },
  expiresMs: nowMs + 100_000,
})
const over = (part: (nowMs: number) => Partial<OrderView>) =>
  deposit((nowMs) => ({
    state: 'reported_terminal',
    depositUnseenMs: nowMs - 60_000,
    problem: {
      code: 'swapNotDelivered',
      money: 'depositNotObserved',
      reportedBy: 'ferry',
      facts: { symbol: 'USDC', depositUnseenMs: String(nowMs - 60_000) },
      serverRequestId: null,
      retryAfterMs: null,
    },
    ...part(nowMs),
  }))

/** The steps before the deposit. The service returns an address, unless `answers` overrides it. */
const receiver = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const paying: Pick<Scene, 'isNew' | 'start' | 'answers'> = {
  isNew: true,
  start: { account: null, chains: data.chains.map((one) => ({ ...one, isDepositEnabled: true })) },
  answers: {
    quote: ({ request }) => ({
      kind: 'quote',
      quote: data.quoteFor(request, Date.now(), { executable: true, routeKey: 'deposit' }),
    }),
  },
}
const received = ['welcome-exchange', 'amount=100', `receiver=${receiver}`]
const refunded = [...received, 'deposit-next', `option-refundAddress=${data.account.address}`]

export const routeScenes: readonly Scene[] = [
  { name: 'deposit-offered', start, amountText: '100', act: ['from-token', 'token-family-USDC', option] },
  {
    name: 'other-way',
    start: {
      chains: data.chains.map((one) => ({ ...one, isAutoEnabled: false, isDepositEnabled: true })),
    },
    amountText: '100',
  },
  { name: 'ways-not-served', act: ['advanced-open'] },
  {
    name: 'explorer-reported',
    start: {
      chains: data.chains.map((one) =>
        one.chainId === 1 ? { ...one, explorers: ['https://explorer.example'] } : one,
      ),
    },
    hash: '#/order/order-1',
    orders: (nowMs) => {
      const done = fakeOrders.doneOrder(nowMs, { state: 'reported_terminal' })
      const outputToken = { ...done.reviewed.outputToken, chainId: 1 }
      return [{ ...done, reviewed: { ...done.reviewed, outputToken } }]
    },
  },
  { name: 'receiver-needed', start, amountText: '100', act: ['to-token', 'token-family-USDC', option] },
  { name: 'deposit-receive', ...paying, act: received },
  {
    name: 'deposit-receive-none',
    ...paying,
    start: {
      account: null,
      chains: data.chains.map((one) => ({ ...one, isDepositEnabled: one.chainId !== 31337 })),
    },
    act: ['welcome-exchange'],
  },
  { name: 'deposit-refund-empty', ...paying, act: [...received, 'deposit-next'] },
  { name: 'deposit-refund', ...paying, isTimeOver: true, act: refunded },
  { name: 'deposit-refund-loading', ...paying, act: refunded, answers: { quote: never } },
  {
    name: 'deposit-refund-none',
    ...paying,
    isTimeOver: true,
    act: refunded,
    answers: { quote: () => ({ kind: 'noRoute' }) },
  },
  { name: 'deposit', start, hash: '#/order/order-1', orders: deposit(() => ({})) },
  {
    name: 'deposit-wrong',
    start,
    hash: '#/order/order-1',
    orders: deposit((nowMs) => ({ depositObserved: { units: '900000000', atMs: nowMs } })),
  },
  { name: 'deposit-unseen', start, hash: '#/order/order-1', orders: over(() => ({ statusCode: 5 })) },
  {
    name: 'deposit-due',
    start,
    orders: deposit((nowMs) => ({ createdMs: nowMs - 500_000, deposit: soon(nowMs) })),
  },
  {
    name: 'deposit-other-token',
    start,
    hash: '#/order/order-1',
    orders: over((nowMs) => ({
      statusCode: 7,
      depositObserved: { units: '5', atMs: nowMs, token: 'other' },
      problem: {
        code: 'swapNotDelivered',
        money: 'refundReported',
        reportedBy: 'service',
        facts: { symbol: 'USDC', chain: 'Stellar' },
        serverRequestId: null,
        retryAfterMs: null,
      },
    })),
  },
]
