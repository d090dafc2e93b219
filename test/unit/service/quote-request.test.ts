import { expect, test } from 'vitest'
import { siteName } from '../../../lib/base/url.ts'
import { hostPattern } from '../../../lib/deployment/deployment.ts'
import {
  bridgeChoices,
  lifted,
  moreRoutes,
  setNames,
  withOption,
  withoutOneSwap,
  withoutOrigin,
} from '../../../lib/service/quote-request.ts'
import { statusNames } from '../../../lib/service/status-codes.ts'

test('an option is set, and left out again', () => {
  expect(withOption({ refuel: true }, 'exchange', 'Binance')).toEqual({ refuel: true, exchange: 'Binance' })
  expect(withOption({ refuel: true, exchange: 'Binance' }, 'exchange', undefined)).toEqual({ refuel: true })
})

test('another chain to send from keeps what holds for it too', () => {
  const options = { refuel: true, includeBridges: ['a'], refundAddress: 'x', depositDestinationMemo: '1' }
  expect(withoutOrigin({ ...options, solanaSponsorAddress: 'y' })).toEqual({ refuel: true })
})

test.each([
  [
    ['across', 'cctp', 'cctp-v2-fast', 'stargate', 'stargate-v2'],
    ['across', 'cctp-v2-fast', 'stargate', 'stargate-v2'],
  ],
  [
    ['across', 'cctp'],
    ['across', 'cctp'],
  ],
  [[], []],
])('of the bridges %j those can be chosen: %j', (bridges, choices) => {
  expect(bridgeChoices(bridges)).toEqual(choices)
})

test('the next swap is asked for without what was said of one swap', () => {
  const kept = { refuel: true, enableManual: true, includeDexes: ['a'] }
  const once = {
    destinationPayload: '0xab',
    destinationGasLimit: '9',
    feeBps: '5',
    feeTakerAddress: '0x00000000000000000000000000000000000000aa',
    delegateAddress: '0x00000000000000000000000000000000000000aa',
    exclusiveTransmitter: '0x00000000000000000000000000000000000000aa',
    refundAddress: 'x',
    depositDestinationMemo: '1',
  } as const
  expect(withoutOneSwap({ ...kept, ...once })).toEqual(kept)
  expect(setNames({ ...kept, feeBps: '5', disableAuto: false })).toEqual([
    'feeBps',
    'enableManual',
    'refuel',
    'includeDexes',
  ])
  expect(setNames({})).toEqual([])
})

test('a filter is lifted; a call on the receiver goes with its gas limit', () => {
  const options = { destinationPayload: '0x00', destinationGasLimit: '5', refuel: true } as const
  expect(lifted(options, 'destinationPayload')).toEqual({ refuel: true })
  expect(lifted({ includeDexes: ['a'], refuel: true }, 'includeDexes')).toEqual({ refuel: true })
})

test.each([
  [{}, true, { enableManual: true, enableMultipleAutoRoutes: true }],
  [{ disableAuto: true }, true, { disableAuto: true, enableManual: true }],
  [{ enableManual: true, enableMultipleAutoRoutes: true, refuel: true }, false, { refuel: true }],
])('more routes of %j: %s', (options, isOn, expected) => {
  expect(moreRoutes(options, isOn)).toEqual(expected)
})

test('a pattern of a program on this machine names its port where the browser takes one', () => {
  expect(hostPattern('http://127.0.0.1:1248', false)).toBe('http://127.0.0.1:1248/*')
  expect(hostPattern('http://127.0.0.1:1248', true)).toBe('http://127.0.0.1/*')
})

test('a site with another name for people has it with its port, and without one', () => {
  expect(siteName('https://xn--bcher-kva.example').unicode).toBe('https://bücher.example')
  expect(siteName('https://xn--bcher-kva.example:8443').unicode).toBe('https://bücher.example:8443')
  expect(siteName('https://example.com').unicode).toBeNull()
})

test('each status code has its name (interface 3)', () => {
  expect(statusNames.map((name, code) => `${code} ${name}`)).toEqual([
    '0 PENDING',
    '1 ASSIGNED',
    '2 EXTRACTED',
    '3 FULFILLED',
    '4 SETTLED',
    '5 EXPIRED',
    '6 CANCELLED',
    '7 REFUNDED',
  ])
})
