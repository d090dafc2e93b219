import * as v from 'valibot'
import type { SiteMessages } from './site-messages.ts'

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const origin = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))
const oneProposal = v.strictObject({ swapId: id })
const oneSite = v.strictObject({ origin })
/** How long a look for wallets may take. */
export const lookMs = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

/** Inputs of the messages about pages, strict like all others. */
export const siteSchemas: {
  readonly [K in keyof SiteMessages]: v.GenericSchema<unknown, SiteMessages[K]['input']>
} = {
  proposals: v.null(),
  allowSite: oneProposal,
  refuseProposal: oneProposal,
  neverSite: oneProposal,
  proposalWallets: v.strictObject({ swapId: id, waitMs: lookMs }),
  sites: v.null(),
  chooseSites: v.strictObject({ kind: v.picklist(['all', 'listed']) }),
  addSite: v.strictObject({ text: v.pipe(v.string(), v.maxLength(2_048)) }),
  removeSite: oneSite,
  unrefuseSite: oneSite,
  revokeSite: oneSite,
}
