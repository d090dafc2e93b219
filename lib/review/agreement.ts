import { compareDecimal, lossPercent, subtractDecimal, worthOfPart } from '../base/decimal.ts'
import type { ReceiverForm } from '../base/hex.ts'
import type { SameAsset } from '../deployment/deployment.ts'
import { destinationFormOf, type ResolvedQuoteRequest } from '../service/quote-request.ts'

/** How hard a loss is to agree to: a warning, a yes, a word to type. */
export type LossRung = 'none' | 'warn' | 'confirm' | 'word'

/** What is given and what arrives, in dollars as decimal text; null where there is no price. */
export interface Worth {
  readonly inUsd: string | null
  readonly outUsd: string | null
}

/** What the loss was weighed by that is not the service's: amounts of one thing, or the chain's own price feeds. */
export type PriceCheck = 'amounts' | 'feeds'

export interface ValueLoss {
  readonly rung: LossRung
  /** Two places, rounded up; negative is a gain; null where nobody can work it out. */
  readonly percent: string | null
  /** Null with `percent`, and where the thing itself has no price. */
  readonly lostInUsd: string | null
  /** Null: every figure is the service's own. */
  readonly checkedBy: PriceCheck | null
  /**
   * The price that only the service knows has to be accepted: above 100 dollars by the dearest figure there is for what is
   * given, and where there is none. Absent where it has not; a loss that nobody can work out asks for itself.
   */
  readonly wantsPriceYes?: true
  /** Reckoned by the least that is signed for, where that alone is a large loss; else by what is promised. */
  readonly isAtWorst: boolean
  /** What a swap on the way may lose; null where only the service could say, absent where there is none. */
  readonly onTheWayPercent?: string | null
}

/** All the ways to weigh one deal, the most trusted first; each side of a worth that nobody knows is null. */
export interface Looks {
  /** Where both sides are one thing by the package's words; no price is needed. */
  readonly amounts: SameAsset | null
  /** By the price feeds of the chains. */
  readonly feeds: Worth
  /** By the service's list of what the user holds, where the chain shows the same balance. */
  readonly holdings: Worth
  /** By the quote. */
  readonly quoted: Worth
}

/** What a user types to lose half or more than 1,000 dollars. */
export const lossWord = 'lose'

export const rungs: readonly LossRung[] = ['none', 'warn', 'confirm', 'word']
const warnPercent = '5'
export const confirmPercent = '10'
const wordPercent = '50'
const wordUsd = '1000'
const uncheckedUsd = '100'

/**
 * Returns the worst of all looks at a loss, so that no figure of the service's makes one smaller: a side that the feeds
 * or the holdings do not know is filled in from the quote. A loss that nobody can work out wants a yes: leaving prices
 * out must not be a way around the ladder.
 */
export function valueLoss({ amounts, feeds, holdings, quoted }: Looks): ValueLoss {
  const isFed = feeds.inUsd !== null && feeds.outUsd !== null
  const checkedBy = amounts !== null ? 'amounts' : isFed ? 'feeds' : null
  const inUsd = dearest(feeds.inUsd, holdings.inUsd, quoted.inUsd)
  const looks = [
    amounts === null ? null : lookAtAmounts(amounts, inUsd),
    lookAt(filled(feeds, quoted)),
    lookAt(filled(holdings, quoted)),
    lookAt(quoted),
  ].filter((one) => one !== null)
  const [first, ...others] = looks
  if (first === undefined)
    return { rung: 'confirm', percent: null, lostInUsd: null, checkedBy, isAtWorst: false }
  // Only a price that is not the service's own may call an input small.
  const isDear = feeds.inUsd === null || inUsd === null || compareDecimal(inUsd, uncheckedUsd) > 0
  const wants = checkedBy === null && isDear ? ({ wantsPriceYes: true } as const) : {}
  return { ...others.reduce(worse, first), checkedBy, ...wants, isAtWorst: false }
}

/**
 * Returns the loss by the least that may arrive, which is what is signed for; by what is promised where that is asked
 * about as hard and as large, or there is nothing to say of the least.
 */
export function lossWithLeast(promised: ValueLoss, least: ValueLoss): ValueLoss {
  if (least.rung === 'none' || rungs.indexOf(least.rung) < rungs.indexOf(promised.rung)) return promised
  const isSame = least.percent === promised.percent && least.rung === promised.rung
  return isSame ? promised : { ...least, isAtWorst: true }
}

/** Tells whether what the user said is enough for a rung: anything, a yes, or the word itself. */
export function isConsent(rung: LossRung, said: string | null): boolean {
  if (rung === 'none' || rung === 'warn') return true
  const isWord = said?.trim().toLowerCase() === lossWord
  return rung === 'confirm' ? isWord || said === 'yes' : isWord
}

interface Look {
  readonly rung: LossRung
  readonly percent: string
  readonly lostInUsd: string | null
}

function lookAt({ inUsd, outUsd }: Worth): Look | null {
  if (inUsd === null || outUsd === null) return null
  const percent = lossPercent(inUsd, outUsd)
  if (percent === null) return null
  const lostInUsd = subtractDecimal(inUsd, outUsd)
  return { rung: rungOf(percent, lostInUsd), percent, lostInUsd }
}

function lookAtAmounts({ given, got }: SameAsset, inUsd: string | null): Look | null {
  const percent = lossPercent(given, got)
  if (percent === null) return null
  const lostInUsd = inUsd === null ? null : worthOfPart(inUsd, subtractDecimal(given, got), given)
  return { rung: rungOf(percent, lostInUsd ?? '0'), percent, lostInUsd }
}

function filled(known: Worth, quoted: Worth): Worth {
  return { inUsd: known.inUsd ?? quoted.inUsd, outUsd: known.outUsd ?? quoted.outUsd }
}

/** What asks more of the user, then what loses more. */
function worse(one: Look, other: Look): Look {
  const harder = rungs.indexOf(other.rung) - rungs.indexOf(one.rung)
  return harder > 0 || (harder === 0 && compareDecimal(other.percent, one.percent) > 0) ? other : one
}

function dearest(...prices: readonly (string | null)[]): string | null {
  return prices.reduce(
    (most, one) => (one !== null && (most === null || compareDecimal(one, most) > 0) ? one : most),
    null,
  )
}

function rungOf(percent: string, lostInUsd: string): LossRung {
  if (compareDecimal(percent, wordPercent) >= 0 || compareDecimal(lostInUsd, wordUsd) > 0) return 'word'
  if (compareDecimal(percent, confirmPercent) >= 0) return 'confirm'
  return compareDecimal(percent, warnPercent) >= 0 ? 'warn' : 'none'
}

/** What a review may ask beside the loss; each has its sentence (`question_<code>`) and is said yes to by itself. */
export const questionCodes = [
  // What the user starts cannot be read, or leaves everything to the service.
  'unprovenRoute',
  'depositAddress',
  'noPromise',
  'payloadNotConfirmed',
  // Who the service lets cancel.
  'delegateNotRequested',
  'slippageAboveYours',
  // What could not be looked at.
  'priceNotChecked',
  'notSimulated',
  'switchboardUnknown',
  'onTheWayUnpriced',
  // What may come back instead where a swap ends halfway.
  'onTheWayLoses',
] as const

export type QuestionCode = (typeof questionCodes)[number]

/** One thing that must be agreed to before a deal is the user's, with what its sentence names. */
export interface ReviewQuestion {
  readonly code: QuestionCode
  /** Decimal text under `percent` is an upper bound: what is agreed to covers anything up to it. */
  readonly facts: { readonly [name: string]: string }
}

/** Returns the questions whose code was not said yes to. */
export function unansweredOf(
  questions: readonly ReviewQuestion[],
  agreed: readonly string[],
): readonly ReviewQuestion[] {
  return questions.filter(({ code }) => !agreed.includes(code))
}

/** Tells whether what was agreed to once covers a question: the same one, and no larger a percentage. */
export function coveredBy(question: ReviewQuestion, agreed: readonly ReviewQuestion[]): boolean {
  const known = agreed.find(({ code }) => code === question.code)
  if (known === undefined) return false
  return Object.entries(question.facts).every(([name, value]) => {
    const said = known.facts[name]
    if (said === undefined) return false
    return name === 'percent' ? compareDecimal(value, said) <= 0 : value === said
  })
}

/** An address that a page named: the user shows that they have read it by picking its end (M7). */
export interface EndQuestion {
  /** The site that named it. */
  readonly origin: string
  /** Three ends, one of them the address's, in no order. */
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
  unknown: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
}

/** The last six characters of an address. */
function endOf(address: string): string {
  return address.slice(-endLength)
}

/** Asks for the end of a receiver (`askForEnd`). */
export function askForReceiver(
  origin: string,
  ask: Pick<ResolvedQuoteRequest, 'destinationChainId' | 'destinationForm' | 'receiverAddress'>,
  random: () => number,
): EndQuestion {
  return askForEnd(origin, ask.receiverAddress, destinationFormOf(ask), random)
}

/** Asks for the end of an address; the other two ends are made up in the same characters. `random` gives 0 up to 1. */
export function askForEnd(
  origin: string,
  address: string,
  form: ReceiverForm,
  random: () => number,
): EndQuestion {
  const letters = alphabets[form]
  // Where a chain writes in small letters only, large ones would tell the made-up ends apart.
  const alphabet = /[A-Z]/.test(address) ? letters : letters.replace(/[A-Z]/g, '')
  const choices = [endOf(address)]
  while (choices.length < choiceCount) {
    const places = Array.from({ length: endLength }, () => Math.floor(random() * alphabet.length))
    const made = () => places.map((place) => alphabet[place]).join('')
    // Whatever chance gives, the three differ.
    while (choices.includes(made())) places[0] = ((places[0] ?? 0) + 1) % alphabet.length
    choices.splice(Math.floor(random() * (choices.length + 1)), 0, made())
  }
  return { origin, choices }
}

/** Tells whether the answer is the end of the address; nothing has to be answered where nothing was asked. */
export function isEndPicked(question: EndQuestion | null, address: string, answer: string | null): boolean {
  return question === null || answer === endOf(address)
}
