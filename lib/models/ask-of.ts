import { receiverForm } from '../base/receiver-form.ts'
import { asksDeposit, type QuoteOptions, type QuoteRequest } from '../service/quote-request.ts'
import type { Account } from '../wallet/account.ts'

interface Parties {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly account: Account | null
  /** Somebody named by hand; null is the person. */
  readonly named: string | null
}

/**
 * Returns who sends and who receives. An account is one of Ethereum's: on a chain with other addresses nobody here
 * knows the person's own, so a deposit from there names no sender, and its receiver is said even where it is the
 * person.
 */
export function partiesOf({
  originChainId,
  destinationChainId,
  account,
  named,
}: Parties): Pick<QuoteRequest, 'userAddress' | 'receiverAddress'> {
  const address = account?.address ?? null
  if (receiverForm(originChainId) === 'evm') return { userAddress: address, receiverAddress: named }
  const isHere = receiverForm(destinationChainId) === 'evm'
  return { userAddress: null, receiverAddress: named ?? (isHere ? address : null) }
}

/**
 * Tells whether somebody has to be named before anything can be asked for: the person has no address there that is
 * known.
 */
export function needsReceiver({
  destinationChainId,
  account,
  named,
  wantsDeposit,
}: Omit<Parties, 'originChainId'> & { readonly wantsDeposit: boolean }): boolean {
  if (named !== null) return false
  return receiverForm(destinationChainId) !== 'evm' || (wantsDeposit && account === null)
}

/**
 * Tells whether anything can be asked for from a chain: one with other addresses has deposits, and a sponsor's route on
 * Solana.
 */
export function canAsk(originChainId: number, options: QuoteOptions): boolean {
  const form = receiverForm(originChainId)
  if (form === 'evm' || asksDeposit({ options })) return true
  return form === 'solana' && options.solanaSponsorAddress !== undefined
}
