import { defaultSettings } from '../../lib/storage/settings.ts'
import * as data from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { balances, balancesWithCoin, fail, holdings, never, problem } from './answers.ts'
import type { Scene } from './scene.ts'

/** No network is reachable; balances are an hour old. */
export const oldBalances = () => ({
  amounts: {},
  old: Object.fromEntries(
    Object.entries(balances).map(([key, units]) => [key, { units, readMs: Date.UTC(2026, 10, 20, 15, 30) }]),
  ),
})

const odd = { ...data.usdcHarbour, name: 'Strange coin', isVerified: false } as const
const odds = [
  { ...odd, address: `0x${'ab'.repeat(20)}`, symbol: 'FAKE' },
  { ...odd, address: `0x${'ac'.repeat(20)}`, symbol: 'USDC', imitates: 'USDC', isOddlyNamed: true as const },
  { ...odd, address: `0x${'ad'.repeat(20)}`, symbol: 'U5', isOddlyNamed: true as const },
]

/** The valuation that the picker stored in an earlier view. */
const values = {
  'ferry.values.1': { owner: data.account.address, readMs: Date.now(), holdings },
}

export const formScenes: readonly Scene[] = [
  { name: 'home-tokens', kept: values },
  { name: 'home-tokens-running', kept: values, orders: (nowMs) => [fakeOrders.order(nowMs)] },
  {
    name: 'home-tokens-hidden',
    kept: values,
    start: { settings: { ...defaultSettings, hiddenBalances: true } },
  },
  { name: 'home-tokens-loading', answers: { balances: never } },
  {
    name: 'home-tokens-none',
    start: { chains: data.chains.map((one) => ({ ...one, isDepositEnabled: true })) },
    answers: {
      balances: ({ chainId, tokens }) => ({
        amounts: Object.fromEntries(tokens.map((one) => [`${chainId}:${one}`, '0'])),
        old: {},
      }),
    },
  },
  {
    name: 'home-tokens-failed',
    answers: { balances: fail(problem('rpcUnreachable', { facts: { chain: 'Harbour' } })) },
  },
  { name: 'picker', act: ['from-token'], answers: { holdings: () => holdings } },
  {
    name: 'picker-token',
    act: ['from-token', `token-info-31337-${data.ethHarbour.address}`],
    answers: { holdings: () => holdings },
  },
  {
    name: 'picker-token-unverified',
    act: ['to-token', 'token-search=strange', `token-info-31337-0x${'ac'.repeat(20)}`],
    answers: { tokens: () => ({ tokens: odds, total: odds.length, readMs: data.bornMs }) },
  },
  {
    name: 'picker-odd',
    act: ['to-token', 'token-search=strange'],
    answers: { tokens: () => ({ tokens: odds, total: odds.length, readMs: data.bornMs }) },
  },
  { name: 'picker-search', act: ['to-token', 'token-search=tk1'] },
  {
    name: 'picker-more',
    act: ['to-token', 'token-search=tk179'],
    answers: { tokens: () => ({ tokens: data.tokens.slice(-5).reverse(), total: 500, readMs: data.bornMs }) },
  },
  { name: 'picker-none', act: ['to-token', 'token-search=nothing like it'] },
  { name: 'picker-loading', act: ['to-token'], answers: { tokens: never } },
  { name: 'picker-failed', act: ['to-token'], answers: { tokens: fail(problem('serviceUnreachable')) } },
  { name: 'picker-old-balance', act: ['from-token'], answers: { balances: oldBalances } },
  { name: 'home-pin-refused', amountText: '100', isSideRefused: true, act: ['side-pin'] },
  { name: 'home-slippage', amountText: '100', act: ['quote-open', 'slippage-edit'] },
  { name: 'home-no-gas', amountText: '100', answers: { balances: balancesWithCoin('0') } },
  {
    name: 'home-pairs',
    kept: {
      'ferry.pairs.1': [
        { input: data.usdcHarbour, output: data.usdcIsland },
        { input: data.ethHarbour, output: data.usdcIsland },
      ],
    },
  },
  { name: 'picker-networks', act: ['to-token', 'token-family-USDC'], answers: { holdings: () => holdings } },
  {
    name: 'picker-favourites',
    act: [
      'to-token',
      'token-family-USDC',
      `star-31338-${data.usdcIsland.address}`,
      'star-31337-0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      'token-family-USDC',
    ],
  },
  {
    name: 'picker-letters',
    answers: { images: () => ({}) },
    act: ['from-token', 'token-family-USDC'],
  },
]
