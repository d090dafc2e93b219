import type { IncomingMessage } from 'node:http'
import { Refusal } from './envelope.ts'

export const sandboxAffiliate = 'ferry-sandbox'

/** The fee taker for that id: anvil's second account. */
export const sandboxTaker = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** Fee takers in lower case by affiliate id (wire shapes 16.3). */
export type Affiliates = ReadonlyMap<string, ReadonlySet<string>>

export const startAffiliates: Affiliates = new Map([[sandboxAffiliate, new Set([sandboxTaker])]])

export function affiliateOf({ headers: { affiliate } }: IncomingMessage): string | null {
  return typeof affiliate === 'string' ? affiliate : null
}

/** Refuses a request about a swap with a fee if its taker is not listed for the request's id. */
export function requireListedTaker(
  affiliates: Affiliates,
  affiliate: string | null,
  fee: { readonly taker: string } | null,
): void {
  const listed = affiliate === null ? undefined : affiliates.get(affiliate)
  if (fee === null || listed?.has(fee.taker.toLowerCase())) return
  throw new Refusal(400, 'feeTakerAddress is not whitelisted for this integrator')
}
