import { sameAddress } from '../base/hex.ts'
import { type ReceiverForm, receiverForm } from '../base/receiver-form.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'

/** A receiver that a page named: the person shows that they have read it by picking its end (M7). */
export interface ReceiverQuestion {
  /** The site that named it. */
  readonly origin: string
  /** Three ends, one of them the receiver's, in no order. */
  readonly choices: readonly string[]
}

const endLength = 6
const choiceCount = 3

const alphabets: { readonly [form in ReceiverForm]: string } = {
  evm: '0123456789abcdef',
  solana: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  tron: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  sui: '0123456789abcdef',
  stellar: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
}

/** The last six characters of an address. */
function endOf(address: string): string {
  return address.slice(-endLength)
}

/** Asks for the end of a receiver; the other two ends are made up in the same characters. `random` gives 0 up to 1. */
export function askForReceiver(
  origin: string,
  ask: Pick<ResolvedQuoteRequest, 'destinationChainId' | 'receiverAddress'>,
  random: () => number,
): ReceiverQuestion {
  const alphabet = alphabets[receiverForm(ask.destinationChainId)]
  const choices = [endOf(ask.receiverAddress)]
  while (choices.length < choiceCount) {
    const places = Array.from({ length: endLength }, () => Math.floor(random() * alphabet.length))
    const made = () => places.map((place) => alphabet[place]).join('')
    // Whatever chance gives, the three differ.
    while (choices.includes(made())) places[0] = ((places[0] ?? 0) + 1) % alphabet.length
    choices.splice(Math.floor(random() * (choices.length + 1)), 0, made())
  }
  return { origin, choices }
}

/** Tells whether the answer is the end of the receiver; nothing has to be answered where nothing was asked. */
export function isReceiverPicked(
  question: ReceiverQuestion | null,
  receiverAddress: string,
  answer: string | null,
): boolean {
  return question === null || answer === endOf(receiverAddress)
}

/** Tells whether the ask pays a receiver that somebody else named. */
export function isNamedReceiver(
  ask: Pick<ResolvedQuoteRequest, 'receiverAddress' | 'userAddress'>,
  named: string | null,
) {
  return sameAddress(named, ask.receiverAddress) && !sameAddress(ask.receiverAddress, ask.userAddress)
}
