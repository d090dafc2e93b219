import { expect, test } from 'vitest'
import { removeOriginOptions, withOption } from '../../../lib/service/quote-options.ts'
import {
  bridgeChoices,
  listSetOptions,
  removeFilter,
  removeOneSwapOptions,
  setMoreRoutes,
} from '../../../lib/service/quote-request.ts'

test('withOption sets an option and removes it again', () => {
  expect(withOption({ refuel: true }, 'exchange', 'Binance')).toEqual({ refuel: true, exchange: 'Binance' })
  expect(withOption({ refuel: true, exchange: 'Binance' }, 'exchange', undefined)).toEqual({ refuel: true })
})

test('withoutOrigin retains options that do not depend on the origin', () => {
  const options = { refuel: true, includeBridges: ['a'], refundAddress: 'x', depositDestinationMemo: '1' }
  expect(removeOriginOptions({ ...options, solanaSponsorAddress: 'y' })).toEqual({ refuel: true })
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
])('bridgeChoices of %j are %j', (bridges, choices) => {
  expect(bridgeChoices(bridges)).toEqual(choices)
})

test('withoutOneSwap removes the options of one swap', () => {
  const kept = { enableManual: true, includeDexes: ['a'] }
  const once = {
    refuel: true,
    destinationPayload: '0xab',
    destinationGasLimit: '9',
    feeBps: '5',
    feeTakerAddress: '0x00000000000000000000000000000000000000aa',
    delegateAddress: '0x00000000000000000000000000000000000000aa',
    exclusiveTransmitter: '0x00000000000000000000000000000000000000aa',
    refundAddress: 'x',
    depositDestinationMemo: '1',
  } as const
  expect(removeOneSwapOptions({ ...kept, ...once })).toEqual(kept)
  const set = listSetOptions({ ...kept, refuel: true, feeBps: '5', disableAuto: false })
  expect(set).toEqual(['feeBps', 'enableManual', 'refuel', 'includeDexes'])
  expect(listSetOptions({})).toEqual([])
})

test('lifted removes a filter, and a call on the receiver with its gas limit', () => {
  const options = { destinationPayload: '0x00', destinationGasLimit: '5', refuel: true } as const
  expect(removeFilter(options, 'destinationPayload')).toEqual({ refuel: true })
  expect(removeFilter({ includeDexes: ['a'], refuel: true }, 'includeDexes')).toEqual({ refuel: true })
})

test.each([
  [{}, true, { enableManual: true, enableMultipleAutoRoutes: true }],
  [{ disableAuto: true }, true, { disableAuto: true, enableManual: true }],
  [{ enableManual: true, enableMultipleAutoRoutes: true, refuel: true }, false, { refuel: true }],
])('moreRoutes of %j: %s', (options, isOn, expected) => {
  expect(setMoreRoutes(options, isOn)).toEqual(expected)
})
