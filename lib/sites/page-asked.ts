import type { RawSwap } from './check-proposed.ts'

interface AskedForOne {
  readonly swapId: string
}

/** A request of a page whose shape was checked. */
export type PageAsked =
  | { readonly method: 'ferry_getCapabilities' }
  | { readonly method: 'ferry_proposeSwap'; readonly swap: RawSwap }
  | ({ readonly method: 'ferry_getSwap' } & AskedForOne)
  | ({ readonly method: 'ferry_cancelProposal' } & AskedForOne)
