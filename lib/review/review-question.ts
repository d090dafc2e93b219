import { compareDecimal } from '../base/decimal.ts'

/** What a review may ask beside the loss; each has its sentence (`question_<code>`) and is said yes to by itself. */
export const questionCodes = [
  // What the user starts cannot be read, or leaves everything to the service.
  'unprovenRoute',
  'depositAddress',
  'noPromise',
  'payloadNotConfirmed',
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
