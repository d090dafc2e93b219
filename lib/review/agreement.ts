import type { AddressFormat } from '../base/hex.ts'
import { isTypedWord } from '../base/text.ts'
import { destinationFormatOf } from '../service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import type { RequiredConsent } from './consents.ts'
import type { LossGate } from './value-loss.ts'

/** The word that a user types to accept losing half, or more than 1,000 dollars, in English. */
const lossWord = 'lose'

export function isGatePassed(level: LossGate, typed: string | null): boolean {
  if (level === 'none' || level === 'warn') return true
  const isWord = typed !== null && isTypedWord(typed, 'lossWord', lossWord)
  return level === 'confirm' ? isWord || typed === 'yes' : isWord
}

export function findMissingConsents(
  required: readonly RequiredConsent[],
  given: readonly string[],
): readonly RequiredConsent[] {
  return required.filter(({ code }) => !given.includes(code))
}

/** An address that a page named. The user picks its ending, to show that they have read it (M7). */
export interface AddressEndingChoice {
  readonly origin: string
  /** Three endings in random order, one of them the address's. */
  readonly choices: readonly string[]
}

const endingLength = 6
const choiceCount = 3

const alphabets: { readonly [form in AddressFormat]: string } = {
  evm: '0123456789abcdef',
  solana: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  tron: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  sui: '0123456789abcdef',
  stellar: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  unknown: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
}

function endingOf(address: string): string {
  return address.slice(-endingLength)
}

export function createReceiverChoice(
  origin: string,
  request: Pick<ResolvedQuoteRequest, 'destinationChainId' | 'destinationFormat' | 'receiverAddress'>,
  random: () => number,
): AddressEndingChoice {
  return createEndingChoice(origin, request.receiverAddress, destinationFormatOf(request), random)
}

/** The other two are random, in the same characters. `random` gives 0 up to 1. */
export function createEndingChoice(
  origin: string,
  address: string,
  form: AddressFormat,
  random: () => number,
): AddressEndingChoice {
  const letters = alphabets[form]
  // For an address in lower case only, capitals would reveal the random endings.
  const alphabet = /[A-Z]/.test(address) ? letters : letters.replace(/[A-Z]/g, '')
  const choices = [endingOf(address)]
  while (choices.length < choiceCount) {
    const places = Array.from({ length: endingLength }, () => Math.floor(random() * alphabet.length))
    const made = () => places.map((place) => alphabet[place]).join('')
    // The three differ, whatever `random` gives.
    while (choices.includes(made())) places[0] = ((places[0] ?? 0) + 1) % alphabet.length
    choices.splice(Math.floor(random() * (choices.length + 1)), 0, made())
  }
  return { origin, choices }
}

/** Whether the user picked the address's ending; true where no choice was required. */
export function isEndingPicked(
  choice: AddressEndingChoice | null,
  address: string,
  picked: string | null,
): boolean {
  return choice === null || picked === endingOf(address)
}
