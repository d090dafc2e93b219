import type { TokenRows, TokenSections } from '../../lib/models/token-sections.ts'
import { t } from '../parts/text.ts'
import type { Measures } from './list-window.ts'

/** What a list of tokens is drawn in, in pixels. */
export interface Frame extends Measures {
  readonly height: number
  /** Few words go beside each other. */
  readonly isNarrow: boolean
}

/** In the size of the text; where few words go beside each other a row has room for one line more. */
const rowRem = 3.5
const narrowRowRem = 5
const narrowBelowRem = 18
const labelRem = 2
/** Before anything is measured: the popup's. */
const assumed = { rem: 16, width: 400, height: 600 }

/** Returns the tokens as the page shows them; null while it does not. */
export function frameOf(scroller: HTMLElement | null): Frame {
  const rem =
    scroller === null ? assumed.rem : Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const { clientWidth: width, clientHeight: height } = scroller ?? {
    clientWidth: assumed.width,
    clientHeight: assumed.height,
  }
  const isNarrow = width < narrowBelowRem * rem
  return {
    row: Math.round(rem * (isNarrow ? narrowRowRem : rowRem)),
    label: Math.round(rem * labelRem),
    height,
    isNarrow,
  }
}

/** Returns the groups with their names, in order; those that are empty too. */
export function groupsOf({
  favourites,
  recent,
  held,
  rest,
}: TokenSections): readonly { name: string; label: string; rows: Pick<TokenRows, 'length'> }[] {
  return [
    { name: 'favourites', label: t('favouriteTokens'), rows: favourites },
    { name: 'recent', label: t('recentTokens'), rows: recent },
    { name: 'held', label: t('heldTokens'), rows: held },
    { name: 'rest', label: t('otherTokens'), rows: rest },
  ]
}

/** Returns the id of the option at a place. */
export function optionId(index: number): string {
  return `option-${index}`
}
