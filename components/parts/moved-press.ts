/** A pointer that moves further than this leaves the control on purpose, to cancel the press. In CSS pixels. */
const maxDistance = 8

interface Press {
  readonly control: HTMLElement
  readonly place: string
  readonly x: number
  readonly y: number
}

function placeOf(control: HTMLElement): string {
  const { x, y } = control.getBoundingClientRect()
  return `${x} ${y}`
}

/**
 * Lets a press count for the control on which it began, though the control moved before the press ended. Parts that load
 * later move the controls below them; the browser would then send the click to whatever contains both places.
 */
export function keepMovedPresses(page: GlobalEventHandlers): void {
  let begun: Press | null = null
  page.addEventListener(
    'pointerdown',
    (event) => {
      const { target, isPrimary, button, clientX: x, clientY: y } = event
      const control =
        target instanceof Element ? target.closest<HTMLElement>('button:not(:disabled), a') : null
      begun =
        control !== null && isPrimary && button === 0 ? { control, place: placeOf(control), x, y } : null
    },
    true,
  )
  page.addEventListener(
    'click',
    (event) => {
      const press = begun
      begun = null
      const { target, detail, clientX, clientY } = event
      // A key or a script clicks without a pointer.
      if (press === null || detail === 0 || !(target instanceof Node) || press.control.contains(target))
        return
      if (Math.hypot(clientX - press.x, clientY - press.y) > maxDistance) return
      if (placeOf(press.control) === press.place) return
      event.preventDefault()
      event.stopPropagation()
      // Does nothing if the control is disabled by now, or gone.
      if (press.control.isConnected) press.control.click()
    },
    true,
  )
}
