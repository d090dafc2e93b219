import { concat, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/base/json.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { codeOf, cross, rehashed, withWitness } from './changed-check.ts'
import { gateway, inbox } from './fixtures.ts'

/** The packed fee of a taker. Its share is in parts of 1e16. */
const feesOf = (share: bigint) => concat([gateway, numberToHex(share, { size: 7 })])

/** The code that refuses a witness with these members for these options. Null if it passes. */
function codeFor(options: QuoteOptions, members: JsonObject) {
  const requested = { ...cross, request: { ...cross.request, options } }
  return codeOf(rehashed(withWitness(requested, {}, members)))
}

describe('refused unless requested', () => {
  test("the person's fee: at most the requested share, for the requested taker", () => {
    const fee = { feeBps: '10', feeTakerAddress: gateway } as const
    expect(codeFor(fee, { affiliateFees: feesOf(10n ** 13n) })).toBe(null)
    expect(codeFor(fee, { affiliateFees: feesOf(10n ** 13n + 1n) })).toBe('W-13')
    expect(codeFor({ ...fee, feeTakerAddress: inbox }, { affiliateFees: feesOf(1n) })).toBe('W-13')
    expect(codeFor({}, { affiliateFees: feesOf(1n) })).toBe('W-13')
  })

  test('a call on the receiver with its gas', () => {
    const requested = { destinationPayload: '0xABCD', destinationGasLimit: '90000' } as const
    const members = { destinationPayload: '0xabcd', minDestGas: '90000' }
    expect(codeFor(requested, members)).toBe(null)
    expect(codeFor(requested, { ...members, minDestGas: '90001' })).toBe('W-14')
    expect(codeFor(requested, { ...members, destinationPayload: '0xabce' })).toBe('W-14')
    expect(codeFor(requested, {})).toBe('W-14')
    expect(codeFor({}, members)).toBe('W-14')
  })

  test('an exclusive transmitter', () => {
    expect(codeFor({ exclusiveTransmitter: inbox }, { exclusiveTransmitter: inbox })).toBe(null)
    expect(codeFor({ exclusiveTransmitter: inbox }, {})).toBe('W-15')
    expect(codeFor({}, { exclusiveTransmitter: inbox })).toBe('W-15')
  })
})
