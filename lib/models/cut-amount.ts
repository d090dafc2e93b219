import { cutText, type DraftModel, dollarDecimals, typedAmount } from './draft-model.ts'

/** Returns the typed amount without the decimals that the token does not have; null if they are not the problem. */
export function cutAmountOf({ input, amount, amountText, entry, heldPrice }: DraftModel): string | null {
  const decimals = entry.value === 'token' ? input.value?.decimals : dollarDecimals
  if (amount.value.kind !== 'problem' || decimals === undefined) return null
  const cut = cutText(amountText.value, decimals)
  return typedAmount(input.value, cut, entry.value, heldPrice.value).kind === 'units' ? cut : null
}
