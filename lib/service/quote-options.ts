import type { QuoteOptions } from './quote-request-shape.ts'

export type OptionName = keyof QuoteOptions

export const depositTexts = ['refundAddress', 'depositDestinationMemo'] as const

export const idNames = ['includeBridges', 'excludeBridges', 'includeDexes', 'excludeDexes'] as const

/** Options that apply to one origin chain only. */
export const originNames: readonly OptionName[] = [...idNames, ...depositTexts, 'solanaSponsorAddress']

/** Returns the options with one of them set; `undefined` removes it. */
export function withOption<N extends OptionName>(
  options: QuoteOptions,
  name: N,
  value: QuoteOptions[N] | undefined,
): QuoteOptions {
  const { [name]: _before, ...others } = options
  return value === undefined ? others : { ...others, [name]: value }
}

export function removeOriginOptions(options: QuoteOptions): QuoteOptions {
  return originNames.reduce<QuoteOptions>((left, name) => withOption(left, name, undefined), options)
}
