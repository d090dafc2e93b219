import { parseDecimal, toDisplayedText } from './typed-text.ts'

/** The meaning of a typed percent. An `unfinished` text, like `0.`, is not wrong yet. */
export type TypedPercent =
  | { readonly kind: 'empty' | 'unfinished' | 'refused' }
  | { readonly kind: 'percent'; readonly percent: string }

/** With or without its sign, as decimal text without needless zeros: `2.50 %` is `2.5`. */
export function parsePercent(text: string, isAllowed: (percent: string) => boolean): TypedPercent {
  const shown = toDisplayedText(text).trim()
  if (shown === '') return { kind: 'empty' }
  if (/^0*[.,]?0*$/.test(shown)) return { kind: 'unfinished' }
  const percent = parseDecimal(shown.replace(/\s*%$/, ''))
  return percent === null || !isAllowed(percent) ? { kind: 'refused' } : { kind: 'percent', percent }
}
