import * as v from 'valibot'
import { compareDecimal } from '../base/decimal.ts'
import { type Decoded, objectShape } from '../base/shapes.ts'

/**
 * The user gives each consent separately, under its own sentence (`consent_<code>`).
 *
 * @internal
 */
export const consentCodes = [
  // Ferry cannot read the transaction, or it leaves everything to the service.
  'unprovenRoute',
  'depositAddress',
  'noPromise',
  'payloadNotConfirmed',
  // A refund may go to another address than the requested one.
  'refundNotConfirmed',
  // The account that the service allows to cancel.
  'delegateNotRequested',
  // The receiver or the refund address resembles the receiver of a restored copy.
  'addressResembles',
  'slippageAboveYours',
  'priceNotChecked',
  // One asset in two forms: Ferry compared the amounts, and no feed says what the lost part is worth.
  'lostPartNotPriced',
  'notSimulated',
  'switchboardUnknown',
  'intermediateSwapUnpriced',
  // The token that may come back where a swap ends halfway.
  'intermediateSwapLoses',
] as const

export type ConsentCode = (typeof consentCodes)[number]

export const consentShape = objectShape({
  code: v.picklist(consentCodes),
  /** A `percent` in decimal text is an upper bound: the consent covers anything up to it. */
  facts: v.record(v.string(), v.string()),
})

export type RequiredConsent = Decoded<typeof consentShape>

/** The page that proposed the swap, and its id for it. */
export const proposedByShape = objectShape({ swapId: v.string(), origin: v.string() })

export type ProposedBy = Decoded<typeof proposedByShape>

/** Whether an earlier consent covers a required one: the same facts, and no larger a percentage. */
export function isCoveredBy(required: RequiredConsent, given: readonly RequiredConsent[]): boolean {
  const known = given.find(({ code }) => code === required.code)
  if (known === undefined) return false
  return Object.entries(required.facts).every(([name, value]) => {
    const givenValue = known.facts[name]
    if (givenValue === undefined) return false
    return name === 'percent' ? compareDecimal(value, givenValue) <= 0 : value === givenValue
  })
}
