import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Bidi, BrowserGone } from './bidi.ts'
import { evaluate } from './bidi-value.ts'
import { testIdSelector, type View } from './driver.ts'
import type { FirefoxPages } from './firefox-pages.ts'
import { placeOf, textOf, visibleIn } from './page-expressions.ts'

const usualMs = 15_000
const lookEveryMs = 40

const keys = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004', End: '\uE010' }

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** A tab of Firefox as the journeys see it. */
export function firefoxView(bidi: Bidi, pages: FirefoxPages, context: string): View {
  const run = (expression: string) =>
    evaluate(bidi, context, expression).catch((thrown: unknown) => {
      if (/no such frame/.test(String(thrown))) pages.forget(context)
      throw thrown
    })

  /** Asks until the answer is good; a page that is just being replaced has none. */
  async function until<T>(ask: () => Promise<T | null>, what: string, timeoutMs: number): Promise<T> {
    const endMs = performance.now() + timeoutMs
    for (;;) {
      let problem = ''
      const answer = await ask().catch((error: unknown) => {
        if (error instanceof BrowserGone) throw error
        problem = String(error)
        return null
      })
      if (answer !== null) return answer
      if (performance.now() > endMs) {
        const seen = await run(textOf).catch(() => 'nothing')
        throw new Error(`waited ${timeoutMs} ms for ${what}; the page says: ${seen} ${problem}`.trimEnd())
      }
      await pause(lookEveryMs)
    }
  }
  const untilTrue = (expression: string, what: string, timeoutMs: number): Promise<true> =>
    until(async () => ((await run(expression)) ? true : null), what, timeoutMs)

  const activate = async (): Promise<void> => {
    await bidi.send('browsingContext.activate', { context })
  }

  /** Where to press: the element is there, enabled, in view, uncovered, and has stopped moving. */
  async function place(testId: string, timeoutMs: number): Promise<{ x: number; y: number }> {
    let last = ''
    return until(
      async () => {
        const now = (await run(placeOf(testId))) as string
        const found = /^(\d+) (\d+)$/.exec(now)
        const still = found !== null && now === last
        last = now
        return still ? { x: Number(found[1]), y: Number(found[2]) } : null
      },
      `${testId} to be pressed`,
      timeoutMs,
    )
  }

  async function click(testId: string, timeoutMs = usualMs): Promise<void> {
    await activate()
    const point = await place(testId, timeoutMs)
    const steps = [
      { type: 'pointerMove', ...point },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await bidi.send('input.performActions', {
      context,
      actions: [{ type: 'pointer', id: 'mouse', actions: steps }],
    })
  }

  const element = (testId: string) => `document.querySelector(${JSON.stringify(testIdSelector(testId))})`
  const waitThere = (testId: string) => untilTrue(`${element(testId)} !== null`, testId, usualMs)

  return {
    url: () => pages.urlOf(context),
    goto: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'none' })
      // As Chromium's driver waits: a page that is only `interactive` has not run its own scripts and hears no press.
      const hasStarted = `performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd > 0`
      const there = `location.href === ${JSON.stringify(new URL(url).href)} && ${hasStarted}`
      await untilTrue(there, `${url} to load`, usualMs)
    },
    waitFor: async (testId, timeoutMs = usualMs) => {
      await untilTrue(visibleIn(testId), `${testId} to be visible`, timeoutMs)
    },
    waitGone: async (testId, timeoutMs = usualMs) => {
      await untilTrue(`!(${visibleIn(testId)})`, `${testId} to be gone`, timeoutMs)
    },
    waitUntil: async (expression, what, timeoutMs = usualMs) => {
      await untilTrue(expression, what, timeoutMs)
    },
    click,
    fill: async (testId, text) => {
      await click(testId)
      await run(`{
        ${element(testId)}.select()
        document.execCommand(${text === '' ? "'delete'" : `'insertText', false, ${JSON.stringify(text)}`})
      } undefined`)
    },
    choose: async (testId, value) => {
      await activate()
      await waitThere(testId)
      await run(`{
        const select = ${element(testId)}
        select.value = ${JSON.stringify(value)}
        select.dispatchEvent(new Event('input', { bubbles: true }))
        select.dispatchEvent(new Event('change', { bubbles: true }))
      } undefined`)
    },
    press: async (key) => {
      await activate()
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }))
      await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
    },
    isVisible: async (testId) => (await run(visibleIn(testId))) === true,
    text: async (testId) => {
      await waitThere(testId)
      return (await run(`${element(testId)}.textContent`)) as string
    },
    attribute: async (testId, name) => {
      await waitThere(testId)
      return (await run(`${element(testId)}.getAttribute(${JSON.stringify(name)})`)) as string | null
    },
    run,
    screenshot: async (path) => {
      await activate()
      await mkdir(dirname(path), { recursive: true })
      const { data } = await bidi.send('browsingContext.captureScreenshot', { context })
      await writeFile(path, Buffer.from(String(data), 'base64'))
    },
    resize: async (viewport) => {
      await bidi.send('browsingContext.setViewport', { context, viewport })
    },
    bringToFront: activate,
    isClosed: () => !pages.open().includes(context),
    close: async () => {
      await bidi.send('browsingContext.close', { context })
      pages.forget(context)
    },
  }
}
