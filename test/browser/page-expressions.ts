import { testIdSelector } from './driver.ts'

const find = (testId: string) => `document.querySelector(${JSON.stringify(testIdSelector(testId))})`

/** An expression: what the page says, shortened. */
export const textOf = `(document.body?.textContent ?? '').trim().slice(0, 600)`

/** An expression: whether the element has a size and is not hidden. */
export function visibleIn(testId: string): string {
  return `(() => {
    const element = ${find(testId)}
    if (element === null) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  })()`
}

/** An expression: `x y` of the place where a press meets the element, scrolled into view; else why there is none. */
export function placeOf(testId: string): string {
  return `(() => {
    const element = ${find(testId)}
    if (element === null) return 'absent'
    if (element.matches(':disabled')) return 'disabled'
    // A page that is slow to draw stands still between two looks though its sheet is on the way up.
    const moves = ({ playState, effect }) => playState === 'running' && effect.target.contains(element) &&
      effect.getComputedTiming().endTime !== Infinity
    if (document.getAnimations().some(moves)) return 'moving'
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0 || getComputedStyle(element).visibility !== 'visible') return 'hidden'
    const x = Math.floor(left + width / 2)
    const y = Math.floor(top + height / 2)
    return element.contains(document.elementFromPoint(x, y)) ? x + ' ' + y : 'covered'
  })()`
}
