import { type Bidi, BrowserGone } from './bidi.ts'
import { placeOf, pressIsMet, watchPress } from './page-expressions.ts'

/** Scripts of ours that the page does not see. */
const world = 'ferry-test'

/**
 * Presses an element once: waits until it is there, enabled, in view, uncovered and has stopped moving, and sees to it that
 * the press meets it: what would meet something else, since the page was drawn anew meanwhile, is kept from the page. Null
 * then, and where the element is not ready yet.
 */
export function firefoxPress(
  bidi: Bidi,
  context: string,
  evaluate: (expression: string, sandbox: string) => Promise<unknown>,
  testId: string,
): () => Promise<true | null> {
  const run = (expression: string) => evaluate(expression, world)
  let last = ''
  return async () => {
    const now = (await run(placeOf(testId))) as string
    const found = /^(\d+) (\d+)$/.exec(now)
    const isStill = found !== null && now === last
    last = now
    if (!isStill) return null
    await run(watchPress(testId))
    const actions = [
      { type: 'pointerMove', x: Number(found[1]), y: Number(found[2]) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await bidi.send('input.performActions', {
      context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    })
    const isMet = await run(pressIsMet).catch((thrown: unknown) => {
      if (thrown instanceof BrowserGone) throw thrown
      // The page went with the press.
      return true
    })
    return isMet === true ? true : null
  }
}
