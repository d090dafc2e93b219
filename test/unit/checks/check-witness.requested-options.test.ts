import { concat, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { codeOf, cross, rehashed, withRoute, withWitness } from './changed-check.ts'
import { gateway, inbox } from './fixtures.ts'

const token = { ...cross.route.output.token, address: nativeAddress }
const refuel = { input: { token, amount: '5' }, output: { token, amount: '4' } }
/** The packed fee of a taker. Its share is in parts of 1e16. */
const feesOf = (share: bigint) => concat([gateway, numberToHex(share, { size: 7 })])

/** The code that refuses a witness with these members for these options. Null if it passes. */
function codeFor(options: QuoteOptions, members: JsonObject, basic: JsonObject = {}, hasRefuel = false) {
  const requested = { ...cross, request: { ...cross.request, options } }
  const changed = rehashed(withWitness(requested, basic, members))
  return codeOf(withRoute(changed, { refuel: hasRefuel ? refuel : null }))
}

describe('refused unless requested', () => {
  test("a refuel with the route's amount", () => {
    expect(codeFor({ refuel: true }, {}, { refuelAmount: '4' }, true)).toBe(null)
    expect(codeFor({ refuel: true }, {}, { refuelAmount: '5' }, true)).toBe('W-10')
    expect(codeFor({ refuel: true }, {}, { refuelAmount: '6' }, true)).toBe('W-10')
    expect(codeFor({ refuel: true }, {}, { refuelAmount: '0' }, true)).toBe('W-10')
    expect(codeFor({ refuel: true }, {}, { refuelAmount: '4' })).toBe('W-10')
    expect(codeFor({ refuel: true }, {})).toBe(null)
    expect(codeFor({}, {}, { refuelAmount: '4' }, true)).toBe('W-10')
  })

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
