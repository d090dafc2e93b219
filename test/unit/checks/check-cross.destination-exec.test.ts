import { expect, test } from 'vitest'
import { execLine, isPayloadConfirmed } from '../../../lib/checks/check-cross.ts'
import type { Quote } from '../../../lib/service/quote-shape.ts'

const requested = { destinationPayload: '0xabcd', destinationGasLimit: '5' } as const
type Exec = Quote['destinationExec']

test.each<[object | undefined, Exec, boolean, boolean]>([
  [undefined, null, true, true],
  [{}, null, true, true],
  [{}, { destinationPayload: '0x', destinationGasLimit: '0' }, true, true],
  [{}, requested, false, true],
  [requested, requested, true, true],
  [requested, { ...requested, destinationPayload: '0xABCD' }, true, true],
  [requested, null, true, false],
  [requested, { ...requested, destinationPayload: '0x' }, true, false],
  [requested, { ...requested, destinationGasLimit: '4' }, true, false],
  [requested, { ...requested, destinationGasLimit: null }, true, false],
  [requested, { ...requested, destinationPayload: '0xabce' }, false, false],
])('requested %j, quoted %j: passes %s, confirmed %s', (options, destinationExec, holds, isConfirmed) => {
  const input = { request: options === undefined ? {} : { options }, quote: { destinationExec } }
  expect(execLine(input).holds).toBe(holds)
  expect(isPayloadConfirmed(input)).toBe(isConfirmed)
})
