import { guardPress, hasPressMetElement, pressPointOf } from './page-expressions.ts'
import { BrowserGone, type ProtocolSocket } from './protocol-socket.ts'

/** The sandbox of our scripts, which the page does not see. */
const world = 'ferry-test'

/** Reads of a page that has not received the press. It may never receive it, for example behind a dialog of the browser. */
const maxReads = 50

/**
 * Presses an element that exists, is enabled, in view, uncovered and at the same place as in the call before;
 * else returns null. If the page was redrawn meanwhile and the press would meet another element, the page
 * does not receive it, and the result is null too. Call it until it returns true.
 */
export function firefoxPress(
  bidi: ProtocolSocket,
  context: string,
  evaluate: (expression: string, sandbox: string) => Promise<unknown>,
  testId: string,
): () => Promise<true | null> {
  const run = (expression: string) => evaluate(expression, world)
  let last = ''
  let isPressed = false
  /** Whether the press met its element; null while the page has not received it. */
  const hasMet = async () => {
    const isMet = await run(hasPressMetElement).catch((thrown: unknown) => {
      if (thrown instanceof BrowserGone) throw thrown
      // The page left with the press.
      return true
    })
    if (isMet !== null) isPressed = false
    return isMet
  }
  return async () => {
    // An earlier press may have come meanwhile, and the element may be gone because of it.
    if (isPressed && (await hasMet()) === true) return true
    const now = (await run(pressPointOf(testId))) as string
    const found = /^(\d+) (\d+)$/.exec(now)
    const isStill = found !== null && now === last
    last = now
    if (!isStill) return null
    await run(guardPress(testId))
    const actions = [
      { type: 'pointerMove', x: Number(found[1]), y: Number(found[2]) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await bidi.send('input.performActions', {
      context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    })
    isPressed = true
    // A busy page receives the press later. A second one could then press what took the element's place.
    for (let reads = 0; reads < maxReads; reads++) {
      const isMet = await hasMet()
      if (isMet !== null) return isMet === true ? true : null
      await new Promise((done) => setTimeout(done, 40))
    }
    return null
  }
}
