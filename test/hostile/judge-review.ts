import type { ReviewView } from '../../lib/review/review-view.ts'
import type { ResolvedQuoteRequest } from '../../lib/service/quote-request-shape.ts'
import type { Token } from '../../lib/service/token.ts'
import { lostBps, meantUnits, trueToken } from './true-tokens.ts'

/** The codes that the review shows next to its figures: warnings, the loss gate, consents. */
export function shownCodes(view: ReviewView): readonly string[] {
  const { level } = view.loss
  return [
    ...view.warnings.map(({ code }) => code),
    ...(level === 'none' ? [] : [`loss:${level}`]),
    ...view.requiredConsents.map(({ code }) => `question:${code}`),
    ...(view.proposal?.receiverChoices == null ? [] : ['question:receiver']),
  ]
}

/** Harms that a wallet request may have if the person gave this consent. */
const answers: readonly (readonly [RegExp, string])[] = [
  [/^behind: (more|another token) is taken$|^behind: a larger fee$/, 'question:notSimulated'],
  [/^behind: (?!more is taken|another token is taken|a larger fee)/, 'question:unprovenRoute'],
  [/^another switchboard$/, 'question:switchboardUnknown'],
  [/^money sent to the service's address$/, 'question:depositAddress'],
]

/** The harms that the person did not consent to. */
export function unshownHarms(harms: readonly string[], reports: readonly string[]): readonly string[] {
  return harms.filter(
    (harm) => !answers.some(([pattern, question]) => pattern.test(harm) && reports.includes(question)),
  )
}

/** Check marks for groups that could not be checked and are wrong. */
export function tickHarms(harms: readonly string[], { checks }: ReviewView): readonly string[] {
  const isHidden = harms.some((harm) => harm.startsWith('behind: ') || harm.startsWith('money sent to'))
  const ticked = checks.filter(({ group }) => group === 'bytes' || group === 'receiver')
  return isHidden ? ticked.map(({ group }) => `"${group}" ticked`) : []
}

const addressText = /^0x[0-9a-fA-F]{2,40}(…[0-9a-fA-F]{0,8})?$/
/** Invisible characters, and those that turn the reading order. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u3164\uffa0]/u

/**
 * False statements of a review: names and figures of known tokens that are not theirs, names that are
 * sentences, and a loss that it does not show.
 */
export function reviewHarms(view: ReviewView, request: ResolvedQuoteRequest): readonly string[] {
  const { quote } = view
  const reported = shownCodes(view)
  return [
    ...tokenHarms(quote.inputToken, request.originChainId, request.inputToken, reported),
    ...tokenHarms(quote.outputToken, request.destinationChainId, request.outputToken, reported),
    ...intermediateSwapHarms(view, request, reported),
    ...labelHarms('route', quote.routeName, 24),
    ...lossHarms(view, request, reported),
    ...feeHarms(view, request),
  ]
}

function tokenHarms(shown: Token, chainId: number, address: string, reports: readonly string[]): string[] {
  const truth = trueToken(chainId, address)
  const harms: string[] = []
  if (truth !== null) {
    if (shown.symbol !== truth.symbol) harms.push(`shown as ${shown.symbol}`)
    if (shown.decimals !== truth.decimals) harms.push(`shown with ${shown.decimals} decimals`)
    if (shown.isVerified && !isPlain(shown.name)) harms.push('a name that is no name')
    return harms
  }
  if (shown.isVerified) harms.push('shown as verified')
  const isWarned = reports.some((code) => code === 'tokenImitates' || code === 'tokenUnverified')
  if (!isWarned) harms.push('an unknown token without a warning')
  if (!addressText.test(shown.symbol) && !isPlainSymbol(shown.symbol))
    harms.push('a symbol that is no symbol')
  return harms
}

/**
 * An unknown token may be worthless. A possible loss of a tenth in the intermediate swap needs a consent, not just
 * a line.
 */
function intermediateSwapHarms(
  { intermediateSwap }: ReviewView,
  quoteRequest: ResolvedQuoteRequest,
  reports: readonly string[],
): string[] {
  if (intermediateSwap === undefined) return []
  const { token, minUnits } = intermediateSwap
  const shown = tokenHarms(token, quoteRequest.originChainId, token.address, reports)
  const given = trueToken(quoteRequest.originChainId, quoteRequest.inputToken)
  const between = trueToken(quoteRequest.originChainId, token.address)
  const units = between === null ? 0n : BigInt(minUnits)
  const isLost =
    given === null ||
    lostBps(BigInt(quoteRequest.inputAmount), given.decimals, units, between?.decimals ?? 0) >= 1_000n
  const isAgreed = reports.some((code) => code.startsWith('question:intermediateSwap'))
  return isLost && !isAgreed ? [...shown, 'lost halfway without a question'] : shown
}

function labelHarms(what: string, text: string, longest: number): string[] {
  const isLong = [...text].length > longest
  return isLong || invisibleCharacters.test(text) || /[,:;!?]|\. /u.test(text)
    ? [`a ${what} that is a sentence`]
    : []
}

/**
 * A symbol of at most two words and 24 characters with an ellipsis. It has a letter and does not read as an
 * amount.
 */
const isPlainSymbol = (text: string) =>
  [...text].length <= 25 &&
  /\p{L}/u.test(text) &&
  !invisibleCharacters.test(text) &&
  text.split(/\s/u).length <= 2 &&
  !/(^|\s)\p{Sc}?\d[\d.,]*(\s|$)|^[.,]\d|^0\d|\/\//u.test(text)

const isPlain = (text: string) =>
  [...text].length <= 32 && !invisibleCharacters.test(text) && !/[,:;!?]|\. /u.test(text)

/** The last two consents are for prices that only the service reports, so that no figure can be shown. */
const lossConsents = new Set([
  'loss:confirm',
  'loss:typed',
  'question:slippageAboveYours',
  'question:noPromise',
  'question:priceNotChecked',
  'question:lostPartNotPriced',
])

/** A requested fee is in the signed or sent bytes. The review must show the same amount. */
function feeHarms(
  { quote }: ReviewView,
  { inputAmount, inputToken, options = {} }: ResolvedQuoteRequest,
): string[] {
  if (options.feeBps === undefined) return []
  const units = (BigInt(inputAmount) * BigInt(options.feeBps)) / 10_000n
  const shown = quote.fees.filter(({ kind, token }) => kind === 'affiliate' && token.address === inputToken)
  const shownUnits = shown.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return shownUnits < units ? ['a smaller fee is shown than is signed'] : []
}

/** A loss of a tenth or more, by the shown figures at true prices, needs more than a line. */
function lossHarms(
  { quote }: ReviewView,
  request: ResolvedQuoteRequest,
  reports: readonly string[],
): string[] {
  const given = trueToken(request.originChainId, request.inputToken)
  const got = trueToken(request.destinationChainId, request.outputToken)
  if (given === null || got === null || quote.minAmountOut === '0') return []
  const least = meantUnits(quote.minAmountOut, quote.outputToken.decimals, got.decimals)
  const bps = lostBps(BigInt(request.inputAmount), given.decimals, least, got.decimals)
  const isAgreed = reports.some((code) => lossConsents.has(code))
  const isReported = isAgreed || reports.some((code) => code.startsWith('valueLoss'))
  const isNamed = reports.some((code) => /^valueLoss|^question:(slippage|noPromise)/.test(code))
  if (bps >= 5_000n && !isNamed) return [`${bps / 100n} % lost, and no figure said`]
  if (bps >= 1_000n && !isAgreed) return [`${bps / 100n} % lost without a question`]
  return bps >= 500n && !isReported ? [`${bps / 100n} % lost without a word`] : []
}
