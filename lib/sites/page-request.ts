import type { RawSwap } from './check-proposed.ts'

interface OfOneSwap {
  readonly swapId: string
}

/** A request of a page whose shape was checked. */
export type PageRequest =
  | { readonly method: 'ferry_getCapabilities' }
  | { readonly method: 'ferry_proposeSwap'; readonly swap: RawSwap }
  | ({ readonly method: 'ferry_getSwap' } & OfOneSwap)
  | ({ readonly method: 'ferry_cancelProposal' } & OfOneSwap)
