import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { journeyWaitMs } from '../hang-limits.ts'
import { evaluate } from './bidi-value.ts'
import { type Key, pauseMs, testIdSelector, type View } from './driver.ts'
import type { FirefoxPages } from './firefox-pages.ts'
import { firefoxPress } from './firefox-press.ts'
import { textOf, visibleIn } from './page-expressions.ts'
import { BrowserGone, type ProtocolSocket } from './protocol-socket.ts'

/** The keys are pressed in this order and released in reverse. */
const keys: { readonly [key in Key]: readonly string[] } = {
  ArrowDown: ['\uE015'],
  End: ['\uE010'],
  Enter: ['\uE007'],
  Escape: ['\uE00C'],
  'Shift+Tab': ['\uE008', '\uE004'],
  Space: [' '],
  Tab: ['\uE004'],
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export function firefoxView(bidi: ProtocolSocket, pages: FirefoxPages, context: string): View {
  const run = (expression: string, sandbox?: string) =>
    evaluate(bidi, context, expression, sandbox).catch((thrown: unknown) => {
      if (/no such frame/.test(String(thrown))) pages.forget(context)
      throw thrown
    })

  /** Retries until the answer is not null. A page that is just being replaced has none. */
  async function until<T>(request: () => Promise<T | null>, what: string, timeoutMs: number): Promise<T> {
    const endMs = performance.now() + timeoutMs
    for (let reads = 0; ; reads++) {
      let problem = ''
      const answer = await request().catch((error: unknown) => {
        if (error instanceof BrowserGone) throw error
        problem = String(error)
        return null
      })
      if (answer !== null) return answer
      if (performance.now() > endMs) {
        const seen = await run(textOf).catch(() => 'nothing')
        throw new Error(`waited ${timeoutMs} ms for ${what}; the page says: ${seen} ${problem}`.trimEnd())
      }
      await pause(pauseMs(reads))
    }
  }
  const untilTrue = (expression: string, what: string, timeoutMs: number): Promise<true> =>
    until(async () => ((await run(expression)) ? true : null), what, timeoutMs)

  const activate = async (): Promise<void> => {
    await bidi.send('browsingContext.activate', { context })
  }

  async function pressKeys(chords: readonly (readonly string[])[]): Promise<void> {
    await activate()
    const actions = chords.flatMap((chord) => [
      ...chord.map((value) => ({ type: 'keyDown', value })),
      ...chord.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
    await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
  }

  async function click(testId: string, timeoutMs = journeyWaitMs): Promise<void> {
    await activate()
    await until(firefoxPress(bidi, context, run, testId), `${testId} to be pressed`, timeoutMs)
  }

  const element = (testId: string) => `document.querySelector(${JSON.stringify(testIdSelector(testId))})`
  const waitThere = (testId: string) => untilTrue(`${element(testId)} !== null`, testId, journeyWaitMs)
  /** A property of an element, read in one step so that the element still exists. */
  async function read(testId: string, what: string): Promise<string | null> {
    const request = `(() => { const element = ${element(testId)}; return element === null ? null : [element.${what}] })()`
    const [value] = await until(
      async () => (await run(request)) as readonly [string | null] | null,
      testId,
      journeyWaitMs,
    )
    return value
  }

  return {
    url: () => pages.urlOf(context),
    goto: async (url) => {
      const before = await run('performance.timeOrigin')
      await bidi.send('browsingContext.navigate', { context, url, wait: 'none' })
      // Like Chromium's driver: a page that is only `interactive` has not run its own scripts and handles no
      // press.
      const hasStarted = `performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd > 0`
      // The page before may have the same URL.
      const isNew = `performance.timeOrigin !== ${before}`
      const there = `${isNew} && location.href === ${JSON.stringify(new URL(url).href)} && ${hasStarted}`
      await untilTrue(there, `${url} to load`, journeyWaitMs)
    },
    waitFor: async (testId, timeoutMs = journeyWaitMs) => {
      await untilTrue(visibleIn(testId), `${testId} to be visible`, timeoutMs)
    },
    waitGone: async (testId, timeoutMs = journeyWaitMs) => {
      await untilTrue(`!(${visibleIn(testId)})`, `${testId} to be gone`, timeoutMs)
    },
    waitUntil: async (expression, what, timeoutMs = journeyWaitMs) => {
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
    press: (key) => pressKeys([keys[key]]),
    type: (text) => pressKeys([...text].map((letter) => [letter])),
    isVisible: async (testId) => (await run(visibleIn(testId))) === true,
    text: async (testId) => (await read(testId, 'textContent')) ?? '',
    attribute: (testId, name) => read(testId, `getAttribute(${JSON.stringify(name)})`),
    value: async (testId) => (await read(testId, 'value')) ?? '',
    run: (expression) => run(expression),
    tree: () => Promise.reject(new Error('Firefox tells nobody its accessibility tree')),
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
