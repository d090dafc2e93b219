import type { PickerRows } from '../../lib/models/picker-rows.ts'
import { t } from '../parts/text.ts'

/** What a list of tokens is drawn in, in pixels. */
export interface Frame extends Measures {
  readonly height: number
  /** Few words go beside each other. */
  readonly isNarrow: boolean
}

/** In the size of the text; where few words go beside each other a row has room for two lines more. */
const rowRem = 3.5
const narrowRowRem = 5.75
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
export function groupsOf({ held, rest }: PickerRows) {
  return [
    { name: 'held', label: t('heldTokens'), rows: held },
    { name: 'rest', label: t('otherTokens'), rows: rest },
  ]
}

/** Returns the id of the option at a place. */
export function optionId(index: number): string {
  return `option-${index}`
}

/** How high what a long list is made of is drawn, in pixels. */
interface Measures {
  readonly row: number
  /** Above the rows of each group that has any. */
  readonly label: number
}

/** What of a list is drawn: rows from `first` up to `until`, and the empty space above and below them in pixels. */
export interface ListWindow {
  readonly first: number
  readonly until: number
  readonly before: number
  readonly after: number
}

/** Rows drawn beyond each edge, so that a short scroll shows no gap. */
const beyond = 6

/** Returns where a row begins, in pixels from the top of the list; `counts` are the rows of each group. */
export function topOf(counts: readonly number[], index: number, { row, label }: Measures): number {
  let first = 0
  let labels = 0
  for (const count of counts) {
    if (count > 0) labels += 1
    first += count
    if (index < first) break
  }
  return index * row + labels * label
}

/** Returns what is seen at a place of the scroll: always the same number of rows or so, however long the list. */
export function windowOf(
  counts: readonly number[],
  measures: Measures,
  place: { readonly top: number; readonly height: number },
): ListWindow {
  const { row, label } = measures
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return { first: 0, until: 0, before: 0, after: 0 }
  const seen = rowAt(counts, measures, place.top)
  const first = Math.max(0, Math.min(total - 1, seen) - beyond)
  const until = Math.min(total, rowAt(counts, measures, place.top + place.height) + 1 + beyond)
  const labelAbove = startsOf(counts).includes(first) ? label : 0
  const end = topOf(counts, total - 1, measures) + row
  return {
    first,
    until,
    before: topOf(counts, first, measures) - labelAbove,
    after: end - topOf(counts, until - 1, measures) - row,
  }
}

/**
 * Returns the place to scroll to so that a row can be seen; the same place where it can. A group's first row brings its
 * label.
 */
export function placeOf(
  counts: readonly number[],
  index: number,
  { row, label }: Measures,
  { top, height }: { readonly top: number; readonly height: number },
): number {
  const rowTop = topOf(counts, index, { row, label })
  const upper = startsOf(counts).includes(index) ? rowTop - label : rowTop
  if (upper < top) return upper
  return Math.max(top, rowTop + row - height)
}

/** Returns where a key leads among so many rows; null for a key that leads nowhere. */
export function walked(key: string, from: number, count: number, pageRows: number): number | null {
  const steps: { readonly [key: string]: number } = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? null : Math.max(0, Math.min(count - 1, from + step))
}

/** The row at or after a place. */
function rowAt(counts: readonly number[], { row, label }: Measures, y: number): number {
  let [first, top] = [0, 0]
  for (const count of counts) {
    if (count === 0) continue
    const bottom = top + label + count * row
    if (y < bottom) return first + Math.max(0, Math.floor((y - top - label) / row))
    first += count
    top = bottom
  }
  return Math.max(0, first - 1)
}

/** The first row of each group that has any. */
function startsOf(counts: readonly number[]): readonly number[] {
  let first = 0
  return counts.flatMap((count) => {
    const start = first
    first += count
    return count > 0 ? [start] : []
  })
}
