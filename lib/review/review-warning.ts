/** What stands above the button of a review; each code has its text (`warning_<code>`). */
export interface ReviewWarning {
  readonly code:
    | 'valueLoss'
    | 'valueLossAtWorst'
    | 'priceUnknown'
    | 'priceNotIndependent'
    | 'tokenUnverified'
    | 'tokenImitates'
    | 'tokenOddlyNamed'
    | 'tokenKeepsPart'
    | 'allowanceUnlimited'
    | 'allowanceLarger'
    | 'receiverContract'
    | 'receiverUnused'
  readonly facts: { readonly [name: string]: string }
}
