import { isHash, lowerHex } from './hex.ts'
import { type ReceiverForm, receiverForm } from './receiver-form.ts'

const base58 = '[1-9A-HJ-NP-Za-km-z]'

/** What transaction ids of chains that are not Ethereum's look like: signatures, digests, hashes without `0x`. */
const otherForms: { readonly [form in Exclude<ReceiverForm, 'evm'>]: RegExp } = {
  solana: new RegExp(`^${base58}{64,88}$`),
  sui: new RegExp(`^${base58}{32,44}$`),
  tron: /^[0-9a-f]{64}$/,
  stellar: /^[0-9a-f]{64}$/,
}

/**
 * Returns a transaction's id in its chain's own form, letters as that chain writes them; null where it is none of that
 * chain. Where nobody said which chain it is (null), any form will do.
 */
export function transactionIdOn(chainId: number | null, text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 128) return null
  if (chainId === null) return idOfAnyForm(text)
  const form = receiverForm(chainId)
  if (form === 'evm') return isHash(text) ? lowerHex(text) : null
  const plain = form === 'tron' || form === 'stellar' ? text.toLowerCase().replace(/^0x/, '') : text
  return otherForms[form].test(plain) ? plain : null
}

function idOfAnyForm(text: string): string | null {
  if (isHash(text)) return lowerHex(text)
  return Object.values(otherForms).some((form) => form.test(text)) ? text : null
}
