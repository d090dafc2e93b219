import * as v from 'valibot'
import { expect, test } from 'vitest'
import { noFilter } from '../../../lib/history/history-filter.ts'
import { historyMessages } from '../../../lib/history/history-messages.ts'
import { orderMessages } from '../../../lib/order/order-messages.ts'
import { quoteMessages } from '../../../lib/quote/quote-messages.ts'
import { reviewMessages } from '../../../lib/review/review-messages.ts'
import { appMessages, messages, type ViewMessages } from '../../../lib/rpc/messages.ts'
import { siteMessages } from '../../../lib/sites/site-messages.ts'
import { storageMessages } from '../../../lib/storage/rescue.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import { tokenMessages } from '../../../lib/tokens/token-messages.ts'
import { accountMessages } from '../../../lib/wallet/account-messages.ts'

const token = '0x1111111111111111111111111111111111111111'
const request = {
  originChainId: 31_337,
  destinationChainId: 31_338,
  inputToken: token,
  inputAmount: '1000000',
  outputToken: token,
  userAddress: null,
  receiverAddress: null,
  slippagePercent: null,
} as const
const oneOrder = { orderId: 'o' }

const good: { readonly [K in keyof ViewMessages]: ViewMessages[K]['input'] } = {
  start: null,
  acceptAccount: { address: `0x${'ab'.repeat(20)}` },
  keepAccount: null,
  rescue: null,
  unreadable: null,
  tokens: { chainId: null, query: '', side: 'input' },
  searchTokens: { query: 'usd' },
  balances: { chainId: 1, tokens: [token] },
  holdings: null,
  quote: { viewId: 'v', request },
  dropQuote: { viewId: 'v' },
  maxNative: { chainId: 1, balance: '0' },
  checkReceiver: { chainId: 1, text: '' },
  review: { quoteKey: 'q' },
  confirm: { reviewKey: 'r' },
  order: oneOrder,
  retryOrder: oneOrder,
  stopOrder: oneOrder,
  showOrder: oneOrder,
  acceptOffer: { orderId: 'order-1', offerId: 'offer-1' },
  reviewExit: { kind: 'cancel', orderId: 'order-1' },
  confirmExit: { kind: 'withdraw', reviewKey: 'w' },
  allowances: null,
  orderAllowance: oneOrder,
  images: { urls: ['https://logos.example/usdc.png'] },
  markViewed: oneOrder,
  supportText: oneOrder,
  wallets: { waitMs: 300 },
  connectWallet: { choice: { connector: 'extension', id: 'abc' } },
  watchAddress: { text: token },
  showWallet: oneOrder,
  disconnectWallet: null,
  refreshChain: null,
  useChain: { chainId: 1 },
  addToken: { chainId: 1, address: token },
  version: null,
  recentCalls: null,
  testNotice: null,
  saveSettings: { settings: defaultSettings },
  history: { filter: noFilter, after: null, floorMs: 0, limit: 30 },
  historyEntry: { key: 'k' },
  readServiceHistory: { pageNumber: 1 },
  exportHistory: { filter: noFilter, format: 'csv', after: 'k' },
  historyStatistics: { range: 'all' },
  recentReceivers: null,
  refundExperience: { chainId: 1 },
  experience: { originChainId: 1, destinationChainId: 10, routeKeys: ['auto:sign:Automatic'] },
  wipeHistory: { consent: null },
  fetchDirectRouteStatus: oneOrder,
  proposals: null,
  allowSite: { swapId: 's' },
  allowSiteOnce: { swapId: 's' },
  refuseProposal: { swapId: 's' },
  neverSite: { swapId: 's' },
  proposalWallets: { swapId: 's', waitMs: 300 },
  sites: null,
  chooseSites: { kind: 'listed' },
  addSite: { text: 'shop.example' },
  removeSite: { origin: 'https://shop.example' },
  unrefuseSite: { origin: 'https://shop.example' },
  revokeSite: { origin: 'https://shop.example' },
}

const takes = (name: keyof ViewMessages, input: unknown) => v.safeParse(messages[name].input, input).success

const takesRequest = (part: object) => takes('quote', { viewId: 'v', request: { ...request, ...part } })

test('no two features have a message with the same name', () => {
  const features = [
    appMessages,
    accountMessages,
    tokenMessages,
    quoteMessages,
    reviewMessages,
    orderMessages,
    historyMessages,
    siteMessages,
    storageMessages,
  ]
  const names = features.flatMap((feature) => Object.keys(feature))
  expect(names.sort()).toEqual(Object.keys(messages).sort())
})

test.each(Object.entries(good))(
  '%s: valid input passes unchanged; extra, missing and retyped fields are refused',
  (key, input) => {
    const name = key as keyof ViewMessages
    expect(v.parse(messages[name].input, input)).toEqual(input)
    expect(takes(name, undefined)).toBe(false)
    if (input === null) {
      expect(takes(name, {})).toBe(false)
      return
    }
    expect(takes(name, { ...input, more: 1 })).toBe(false)
    for (const field of Object.keys(input)) {
      const without = Object.fromEntries(Object.entries(input).filter(([each]) => each !== field))
      expect(takes(name, without), `without ${field}`).toBe(false)
      expect(takes(name, { ...input, [field]: true }), `${field} retyped`).toBe(false)
    }
  },
)

test.each([
  ['inputAmount', ['', '0', '01', '1.0', '1e18', '0x10', ' 1', '-1', '9'.repeat(79), 5]],
  ['originChainId', ['1', 0, -1, 1.5, 2 ** 53, null]],
  ['inputToken', ['0x', `${token}1`, token.replace('1', 'A').toUpperCase(), `0x${'A'.repeat(40)}`, null]],
  ['outputToken', ['', 'x'.repeat(129)]],
  ['userAddress', ['', 'vitalik.eth']],
  ['originFormat', ['unknown']],
  ['destinationFormat', ['evm', 'unknown']],
  ['slippagePercent', ['', '1,5', '-1', '100', '0.00001', '05']],
])('ask.%s refuses invalid values', (field, wrongs) => {
  for (const wrong of wrongs) expect(takesRequest({ [field]: wrong }), String(wrong)).toBe(false)
})

test('ask accepts an account, a foreign receiver and a slippage', () => {
  const receiverAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  expect(takesRequest({ userAddress: token, receiverAddress, slippagePercent: '0.5' })).toBe(true)
})

test('ask accepts options by their names, and no others', () => {
  const options = { enableManual: true, feeBps: '3.5', feeTakerAddress: token, includeBridges: ['across'] }
  expect(v.parse(messages.quote.input, { viewId: 'v', request: { ...request, options } })).toMatchObject({
    request: { options },
  })
  const wrongs = [
    { enableDirectRoutes: true },
    { enableManual: 'true' },
    { feeBps: 3 },
    { refuel: undefined },
  ]
  for (const wrong of wrongs) {
    expect(takesRequest({ options: wrong }), JSON.stringify(wrong)).toBe(false)
  }
})

test("ask accepts another chain's token, and a chosen route", () => {
  expect(takesRequest({ inputToken: 'native' })).toBe(true)
  expect(takesRequest({ inputToken: 'native', pick: undefined })).toBe(false)
  const takesPick = (pick: object) => takes('quote', { viewId: 'v', request, pick })
  expect(takesPick({ routeKey: 'manual:Across:', sort: 'time' })).toBe(true)
  expect(takesPick({ routeKey: null, sort: 'price' })).toBe(false)
})
