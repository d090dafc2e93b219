import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { checkQuoteRequest } from '../../../lib/service/check-quote-request.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { problemDataOf } from '../base/problem-code.ts'
import { gateway, honest, user } from '../checks/fixtures.ts'

const { request } = honest('SINGLE_OUTPUT_REQUEST')
const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const fee = { feeBps: '3.5', feeTakerAddress: gateway }

const codeOf = (
  options: QuoteOptions,
  part: Partial<QuoteRequest> = {},
  operator: typeof fee | null = null,
  wrappedNative: typeof gateway | null = null,
) => {
  const limits = { fee: operator, wrappedNative }
  const data = problemDataOf(() => checkQuoteRequest({ ...request, ...part, options }, limits))
  return data === null ? null : [data.code, data.facts.name].filter((one) => one !== undefined).join(' ')
}

test.each<[string | null, QuoteOptions]>([
  [null, {}],
  [null, { destinationPayload: '0x00', destinationGasLimit: '800000' }],
  ['optionMissing destinationGasLimit', { destinationPayload: '0x00' }],
  ['optionMissing destinationPayload', { destinationGasLimit: '800000' }],
  [null, fee],
  ['optionMissing feeTakerAddress', { feeBps: '3.5' }],
  ['optionMissing feeBps', { feeTakerAddress: gateway }],
  ['refundAddressMissing', { enableDepositAddress: true }],
  [null, { enableDepositAddress: true, refundAddress: user }],
  [null, { useDepositAddress: true }],
  ['optionInvalid depositDestinationMemo', { depositDestinationMemo: '12' }],
  ['routesOff', { useInbox: true, disableAuto: true, enableManual: true }],
  ['routesOff', { enableMultipleAutoRoutes: true, disableAuto: true, enableManual: true }],
  [null, { disableAuto: true, enableManual: true }],
  [null, { disableAuto: true, useDepositAddress: true }],
  ['routesOff', { disableAuto: true }],
  ['routesOff', { disableAuto: true, enableManual: false }],
])('%s for %j', (code, options) => {
  expect(codeOf(options)).toBe(code)
})

test.each<[keyof QuoteOptions, unknown]>([
  ['delegateAddress', '0x12'],
  ['feeTakerAddress', 'nobody'],
  ['exclusiveTransmitter', ''],
  ['includeBridges', []],
  ['excludeBridges', ['a,b']],
  ['includeDexes', ['Uni swap']],
  ['includeDexes', ['uniswap', 'a b']],
  ['excludeDexes', Array(101).fill('a')],
  ['destinationPayload', '0x'],
  ['destinationPayload', '0x123'],
  ['destinationPayload', `0x${'00'.repeat(20_000)}`],
  ['destinationGasLimit', '0'],
  ['destinationGasLimit', '1e6'],
  ['feeBps', '0'],
  ['feeBps', '10000'],
  ['feeBps', '3.'],
  ['feeBps', '-1'],
  ['refundAddress', stellar],
  ['depositDestinationMemo', ''],
  ['depositDestinationMemo', ' '],
  ['depositDestinationMemo', 'a\nb'],
  ['depositDestinationMemo', 'a\u202eb'],
  ['depositDestinationMemo', 'a'.repeat(257)],
  ['exchange', ''],
  ['exchange', ' Binance'],
  ['exchange', 'Gate  io'],
  ['exchange', 'a;b'],
  ['exchange', 'a\u202eb'],
  ['exchange', 'a'.repeat(65)],
  ['solanaSponsorAddress', user],
])('refuses the %s %j', (name, value) => {
  expect(codeOf({ [name]: value })).toBe(`optionInvalid ${name}`)
})

const largestPayload = `0x${'00'.repeat(16_384)}` as const

test.each<[string, QuoteOptions]>([
  ['a call of one byte', { destinationPayload: '0x00', destinationGasLimit: '1' }],
  ['the largest call', { destinationPayload: largestPayload, destinationGasLimit: '9999999999' }],
  ['a hundred ids', { includeBridges: Array(100).fill('a') }],
  ['one id', { excludeDexes: ['1inch'] }],
  ['the largest fee', { ...fee, feeBps: '9999.9' }],
  ['the smallest fee', { ...fee, feeBps: '0.000000000000000001' }],
  ['an exchange', { exchange: 'Binance' }],
  ['an exchange with a dot', { exchange: 'Gate.io' }],
  ['an exchange of several words', { exchange: 'Crypto.com Exchange (EU)' }],
  ['a Solana account', { solanaSponsorAddress: '11111111111111111111111111111111' }],
  ['addresses', { delegateAddress: user, exclusiveTransmitter: user }],
])('allows %s', (_name, options) => {
  expect(codeOf(options)).toBeNull()
})

test.each<[keyof QuoteOptions, unknown]>([
  ['destinationPayload', `${largestPayload}00`],
  ['destinationGasLimit', '10000000000'],
  ['feeBps', '10000.0'],
])('refuses a %s just above the limit', (name, value) => {
  expect(codeOf({ [name]: value })).toBe(`optionInvalid ${name}`)
})

test('refuses another fee when the operator takes one', () => {
  expect(codeOf(fee, {}, fee)).toBe('optionInvalid feeBps')
  expect(codeOf({}, {}, fee)).toBe(null)
})

test('refuses the wrapped native token for the inbox only', () => {
  const wrapped = { inputToken: gateway }
  expect(codeOf({ useInbox: true }, wrapped, null, gateway)).toBe('wrappedThroughInbox')
  expect(codeOf({ useInbox: true }, { inputToken: nativeAddress }, null, gateway)).toBe(null)
  expect(codeOf({}, wrapped, null, gateway)).toBe(null)
  expect(codeOf({ useInbox: true }, wrapped)).toBe(null)
})

test('allows a sponsor on Solana only', () => {
  const sponsor = { solanaSponsorAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' }
  expect(codeOf(sponsor, { originChainId: 89999, inputToken: 'native' })).toBe(null)
  expect(codeOf(sponsor, { originChainId: 1110002, inputToken: 'native' })).toBe('chainNotPinned')
  expect(codeOf(sponsor)).toBe(null)
})

test('allows an origin that is not EVM only as a deposit with a refund address in its own format and a receiver', () => {
  const origin = { originChainId: 1110002, inputToken: 'native' }
  expect(codeOf({}, origin)).toBe('chainNotPinned')
  const own = { enableDepositAddress: true, refundAddress: user }
  expect(codeOf(own, origin)).toBe('optionInvalid refundAddress')
  const options = { enableDepositAddress: true, refundAddress: stellar, depositDestinationMemo: '12' }
  expect(codeOf(options, origin)).toBe(null)
  expect(codeOf(options, { ...origin, userAddress: null })).toBe(null)
  const nobody = { ...origin, userAddress: null, receiverAddress: null }
  expect(codeOf(options, nobody)).toBe('depositReceiverMissing')
})
