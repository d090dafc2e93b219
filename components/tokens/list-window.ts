import type { PickerRows } from '../../lib/models/picker-rows.ts'
import { t } from '../parts/text.ts'

/** Sizes of the list, in pixels. */
export interface Frame extends Measures {
  readonly height: number
  /** Rows stack their texts. */
  readonly isNarrow: boolean
}

/** Row heights in rem. A narrow list needs two more lines per row. */
const rowRem = 3.5
const narrowRowRem = 5.75
const narrowBelowRem = 18
const labelRem = 2
/** Used before anything is measured: the popup's size. */
const defaultFrame = { rem: 16, width: 400, height: 600 }

/** Measures the list; null means that the page does not show it yet. */
export function measureFrame(scroller: HTMLElement | null): Frame {
  const rem =
    scroller === null
      ? defaultFrame.rem
      : Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const { clientWidth: width, clientHeight: height } = scroller ?? {
    clientWidth: defaultFrame.width,
    clientHeight: defaultFrame.height,
  }
  const isNarrow = width < narrowBelowRem * rem
  return {
    row: Math.round(rem * (isNarrow ? narrowRowRem : rowRem)),
    label: Math.round(rem * labelRem),
    height,
    isNarrow,
  }
}

export function createGroups({ held, rest }: PickerRows) {
  return [
    { name: 'held', label: t('heldTokens'), rows: held },
    { name: 'rest', label: t('otherTokens'), rows: rest },
  ]
}

export function optionId(index: number): string {
  return `option-${index}`
}

/** Heights of the list's parts, in pixels. */
interface Measures {
  readonly row: number
  /** Label above each group that has rows. */
  readonly label: number
}

/**
 * The drawn part of a list: rows `first` up to `until` (exclusive), and the empty space above and below in
 * pixels.
 */
export interface ListWindow {
  readonly first: number
  readonly until: number
  readonly before: number
  readonly after: number
}

/** Extra rows at each edge, so that a short scroll shows no gap. */
const overscanRows = 6

/** Returns the top of a row in pixels from the top of the list. `counts` are the rows per group. */
export function findRowTop(counts: readonly number[], index: number, { row, label }: Measures): number {
  let first = 0
  let labels = 0
  for (const count of counts) {
    if (count > 0) labels += 1
    first += count
    if (index < first) break
  }
  return index * row + labels * label
}

/** Returns the window at a scroll position. Its size does not depend on the length of the list. */
export function computeWindow(
  counts: readonly number[],
  measures: Measures,
  place: { readonly top: number; readonly height: number },
): ListWindow {
  const { row, label } = measures
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return { first: 0, until: 0, before: 0, after: 0 }
  const seen = findRowAt(counts, measures, place.top)
  const first = Math.max(0, Math.min(total - 1, seen) - overscanRows)
  const until = Math.min(total, findRowAt(counts, measures, place.top + place.height) + 1 + overscanRows)
  const labelAbove = groupStarts(counts).includes(first) ? label : 0
  const end = findRowTop(counts, total - 1, measures) + row
  return {
    first,
    until,
    before: findRowTop(counts, first, measures) - labelAbove,
    after: end - findRowTop(counts, until - 1, measures) - row,
  }
}

/** Unchanged if it is visible. The first row of a group includes its label. */
export function scrollToShow(
  counts: readonly number[],
  index: number,
  { row, label }: Measures,
  { top, height }: { readonly top: number; readonly height: number },
): number {
  const rowTop = findRowTop(counts, index, { row, label })
  const upper = groupStarts(counts).includes(index) ? rowTop - label : rowTop
  if (upper < top) return upper
  return Math.max(top, rowTop + row - height)
}

/** Returns the row that a key moves to, or null if the key does not navigate. */
export function moveActiveRow(key: string, from: number, count: number, pageRows: number): number | null {
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

function findRowAt(counts: readonly number[], { row, label }: Measures, y: number): number {
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

function groupStarts(counts: readonly number[]): readonly number[] {
  let first = 0
  return counts.flatMap((count) => {
    const start = first
    first += count
    return count > 0 ? [start] : []
  })
}
