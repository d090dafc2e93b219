import { expect, test } from 'vitest'
import { execLine, isPayloadConfirmed } from '../../../lib/checks/check-cross.ts'
import type { Quote } from '../../../lib/service/quote-shape.ts'

const asked = { destinationPayload: '0xabcd', destinationGasLimit: '5' } as const
type Exec = Quote['destinationExec']

test.each<[object | undefined, Exec, boolean, boolean]>([
  [undefined, null, true, true],
  [{}, null, true, true],
  [{}, { destinationPayload: '0x', destinationGasLimit: '0' }, true, true],
  [{}, asked, false, true],
  [asked, asked, true, true],
  [asked, { ...asked, destinationPayload: '0xABCD' }, true, true],
  [asked, null, true, false],
  [asked, { ...asked, destinationPayload: '0x' }, true, false],
  [asked, { ...asked, destinationGasLimit: '4' }, true, false],
  [asked, { ...asked, destinationGasLimit: null }, true, false],
  [asked, { ...asked, destinationPayload: '0xabce' }, false, false],
])('requested %j, quoted %j: passes %s, confirmed %s', (options, destinationExec, holds, isConfirmed) => {
  const input = { request: options === undefined ? {} : { options }, quote: { destinationExec } }
  expect(execLine(input).holds).toBe(holds)
  expect(isPayloadConfirmed(input)).toBe(isConfirmed)
})
