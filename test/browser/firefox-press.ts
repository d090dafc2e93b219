import { type Bidi, BrowserGone } from './bidi.ts'
import { placeOf, pressIsMet, watchPress } from './page-expressions.ts'

/** Scripts of ours that the page does not see. */
const world = 'ferry-test'

/**
 * Presses an element that is there, enabled, in view, uncovered, and was at the same place the last time it was asked; null
 * before that. A press that would meet something else, since the page was drawn anew meanwhile, is kept from the page and
 * gives null too. To be asked until it is true.
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
