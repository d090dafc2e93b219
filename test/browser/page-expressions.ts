import { testIdSelector } from './driver.ts'

const find = (testId: string) => `document.querySelector(${JSON.stringify(testIdSelector(testId))})`

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

/** `x y` of a point where a press meets the element, scrolled into view; else why there is none. */
export function pressPointOf(testId: string): string {
  return `(() => {
    const element = ${find(testId)}
    if (element === null) return 'absent'
    if (element.matches(':disabled, [aria-disabled="true"]')) return 'disabled'
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

const watched = 'ferryTestPress'

/** An expression: keeps presses from every other element until `hasPressMetElement`. */
export function guardPress(testId: string): string {
  return `(() => {
    // Of a press that never came.
    globalThis.${watched}?.(true)
    const element = ${find(testId)}
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
    let isMet = null
    const hear = (event) => {
      // Where the press begins, decides.
      isMet ??= element.contains(event.target)
      if (isMet) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    for (const kind of kinds) window.addEventListener(kind, hear, true)
    globalThis.${watched} = (isOver = isMet !== null) => {
      if (isOver) for (const kind of kinds) window.removeEventListener(kind, hear, true)
      return isMet
    }
  })()`
}

/**
 * An expression: whether the watched press met its element. Null while the page has not received it; true if another page has
 * replaced the page.
 */
export const hasPressMetElement = `globalThis.${watched} === undefined || globalThis.${watched}()`
