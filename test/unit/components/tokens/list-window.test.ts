import { describe, expect, it } from 'vitest'
import {
  computeWindow,
  findRowTop,
  moveActiveRow,
  scrollToShow,
} from '../../../../components/tokens/list-window.ts'

const measures = { row: 50, label: 30 }
const view = { top: 0, height: 500 }

/** Row positions as a layout without a window would compute them. */
function layOutWithoutWindow(counts: readonly number[]) {
  const rows: { top: number; isFirst: boolean }[] = []
  let y = 0
  for (const count of counts) {
    if (count > 0) y += measures.label
    for (let at = 0; at < count; at += 1) {
      rows.push({ top: y, isFirst: at === 0 })
      y += measures.row
    }
  }
  return { rows, height: y }
}

const lists = [[0, 0, 0, 0], [3], [2, 0, 5, 1], [0, 0, 4, 40], [1, 1, 1, 100_000]]

describe.each(lists.map((counts) => ({ counts })))('a list of $counts', ({ counts }) => {
  const { rows, height } = layOutWithoutWindow(counts)
  const tops = [0, 10, 49, 50, 80, 230, 1_000, height / 2, height - 500, height].filter((top) => top >= 0)

  it('draws the visible rows, and only a few more', () => {
    for (const top of tops) {
      const { first, until, before, after } = computeWindow(counts, measures, { top, height: 500 })
      expect(until - first).toBeLessThanOrEqual(24)
      const drawn = rows.slice(first, until)
      for (const [index, row] of rows.entries()) {
        const isSeen = row.top < top + 500 && row.top + measures.row > top
        if (isSeen) expect(index >= first && index < until).toBe(true)
        if (row.top > top + 500) break
      }
      // The space above, the labels, the drawn rows and the space below add up to the full height.
      const labels = drawn.filter(({ isFirst }) => isFirst).length * measures.label
      expect(before + labels + drawn.length * measures.row + after).toBe(height)
      const [head] = drawn
      if (head !== undefined) expect(before).toBe(head.top - (head.isFirst ? measures.label : 0))
    }
  })

  it('returns the top of each row', () => {
    for (const index of [0, 1, 2, 5, 40, 99_999]) {
      const row = rows[index]
      if (row !== undefined) expect(findRowTop(counts, index, measures)).toBe(row.top)
    }
  })
})

describe('placeOf', () => {
  const counts = [2, 0, 10, 30]

  it('keeps the position if the row is visible', () => {
    expect(scrollToShow(counts, 3, measures, view)).toBe(0)
    expect(scrollToShow(counts, 20, measures, { top: 900, height: 500 })).toBe(900)
  })

  it('scrolls as far as needed, and includes the label of a group', () => {
    const top = findRowTop(counts, 20, measures)
    expect(scrollToShow(counts, 20, measures, view)).toBe(top + 50 - 500)
    expect(scrollToShow(counts, 20, measures, { top: 2_000, height: 500 })).toBe(top)
    expect(scrollToShow(counts, 2, measures, { top: 900, height: 500 })).toBe(
      findRowTop(counts, 2, measures) - 30,
    )
    expect(scrollToShow(counts, 0, measures, { top: 900, height: 500 })).toBe(0)
  })
})

describe('walked', () => {
  it('moves by one row, by a page and to the ends, never beyond them', () => {
    const of = (key: string, from: number) => moveActiveRow(key, from, 100, 9)
    expect([of('ArrowDown', 0), of('ArrowUp', 0), of('ArrowDown', 99)]).toEqual([1, 0, 99])
    expect([of('PageDown', 0), of('PageDown', 95), of('PageUp', 5)]).toEqual([9, 99, 0])
    expect([of('End', 3), of('Home', 70)]).toEqual([99, 0])
    expect(of('a', 3)).toBeNull()
    expect(moveActiveRow('End', 0, 0, 9)).toBe(0)
  })
})
