import { type Bidi, BrowserGone } from './bidi.ts'
import { guardPress, hasPressMetElement, pressPointOf } from './page-expressions.ts'

/** The sandbox of our scripts, which the page does not see. */
const world = 'ferry-test'

/**
 * Presses an element that exists, is enabled, in view, uncovered and at the same place as in the call before;
 * else returns null. If the page was redrawn meanwhile and the press would meet another element, the page
 * does not receive it, and the result is null too. Call it until it returns true.
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
    const isMet = await run(hasPressMetElement).catch((thrown: unknown) => {
      if (thrown instanceof BrowserGone) throw thrown
      // The page left with the press.
      return true
    })
    return isMet === true ? true : null
  }
}
