import { concat, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { gateway, honest, inbox, permitCheck } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

const base = honest('SINGLE_OUTPUT_REQUEST')
const token = { ...base.route.output.token, address: nativeAddress }
const refuel = { input: { token, amount: '5' }, output: { token, amount: '4' } }
/** The packed fee of a taker. Its share is in parts of 1e16. */
const feesOf = (share: bigint) => concat([gateway, numberToHex(share, { size: 7 })])

/** The code that refuses a witness with these members for these options. Null if it passes. */
function codeOf(options: QuoteOptions, members: JsonObject, basic: JsonObject = {}, routeRefuel = false) {
  const typed = base.route.signTypedData
  const values = typed?.values as JsonObject
  const honestWitness = values.witness as JsonObject
  const basicReq = { ...(honestWitness.basicReq as JsonObject), ...basic }
  const witness: JsonObject = { ...honestWitness, ...members, basicReq }
  const signTypedData = { domain: {}, types: {}, ...typed, values: { ...values, witness } }
  const requestHash = requestHashOf(pinnedTypes.SINGLE_OUTPUT_REQUEST, witness)
  const route = { ...base.route, signTypedData, requestHash, refuel: routeRefuel ? refuel : null }
  const report = checkTypedData(
    permitCheck({ request: { ...base.request, options }, quote: base.quote, route }),
  )
  return report.ok ? null : report.code
}

describe('refused unless requested', () => {
  test("a refuel with the route's amount", () => {
    expect(codeOf({ refuel: true }, {}, { refuelAmount: '4' }, true)).toBe(null)
    expect(codeOf({ refuel: true }, {}, { refuelAmount: '5' }, true)).toBe('W-10')
    expect(codeOf({ refuel: true }, {}, { refuelAmount: '6' }, true)).toBe('W-10')
    expect(codeOf({ refuel: true }, {}, { refuelAmount: '0' }, true)).toBe('W-10')
    expect(codeOf({ refuel: true }, {}, { refuelAmount: '4' })).toBe('W-10')
    expect(codeOf({ refuel: true }, {})).toBe(null)
    expect(codeOf({}, {}, { refuelAmount: '4' }, true)).toBe('W-10')
  })

  test("the person's fee: at most the requested share, for the requested taker", () => {
    const fee = { feeBps: '10', feeTakerAddress: gateway } as const
    expect(codeOf(fee, { affiliateFees: feesOf(10n ** 13n) })).toBe(null)
    expect(codeOf(fee, { affiliateFees: feesOf(10n ** 13n + 1n) })).toBe('W-13')
    expect(codeOf({ ...fee, feeTakerAddress: inbox }, { affiliateFees: feesOf(1n) })).toBe('W-13')
    expect(codeOf({}, { affiliateFees: feesOf(1n) })).toBe('W-13')
  })

  test('a call on the receiver with its gas', () => {
    const requested = { destinationPayload: '0xABCD', destinationGasLimit: '90000' } as const
    const members = { destinationPayload: '0xabcd', minDestGas: '90000' }
    expect(codeOf(requested, members)).toBe(null)
    expect(codeOf(requested, { ...members, minDestGas: '90001' })).toBe('W-14')
    expect(codeOf(requested, { ...members, destinationPayload: '0xabce' })).toBe('W-14')
    expect(codeOf(requested, {})).toBe('W-14')
    expect(codeOf({}, members)).toBe('W-14')
  })

  test('an exclusive transmitter', () => {
    expect(codeOf({ exclusiveTransmitter: inbox }, { exclusiveTransmitter: inbox })).toBe(null)
    expect(codeOf({ exclusiveTransmitter: inbox }, {})).toBe('W-15')
    expect(codeOf({}, { exclusiveTransmitter: inbox })).toBe('W-15')
  })
})
