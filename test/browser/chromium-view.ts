import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { journeyWaitMs } from '../hang-limits.ts'
import { pauseMs, testIdSelector, type View } from './driver.ts'

export function chromiumView(page: Page): View {
  const find = (testId: string) => page.locator(testIdSelector(testId)).first()
  return {
    url: () => page.url(),
    goto: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    waitFor: (testId, timeoutMs = journeyWaitMs) =>
      find(testId).waitFor({ state: 'visible', timeout: timeoutMs }),
    waitGone: (testId, timeoutMs = journeyWaitMs) =>
      find(testId).waitFor({ state: 'hidden', timeout: timeoutMs }),
    waitUntil: async (expression, what, timeoutMs = journeyWaitMs) => {
      const endMs = performance.now() + timeoutMs
      // Evaluated from outside, because a page may forbid `eval` by its policy.
      for (let reads = 0; !(await page.evaluate(expression)); reads++) {
        if (performance.now() > endMs) {
          const seen = ((await page.locator('body').textContent()) ?? '').trim() || (await page.content())
          throw new Error(`waited ${timeoutMs} ms for ${what}; ${page.url()} says: ${seen.slice(0, 600)}`)
        }
        await page.waitForTimeout(pauseMs(reads))
      }
    },
    // A person presses in the front tab. A tab behind draws no frames, and a click would wait for them.
    click: async (testId, timeoutMs = journeyWaitMs) => {
      await page.bringToFront()
      await find(testId).click({ timeout: timeoutMs })
    },
    fill: async (testId, text) => {
      await page.bringToFront()
      await find(testId).fill(text, { timeout: journeyWaitMs })
    },
    choose: async (testId, value) => {
      await page.bringToFront()
      await find(testId).selectOption(value, { timeout: journeyWaitMs })
    },
    press: async (key) => {
      await page.bringToFront()
      await page.keyboard.press(key)
    },
    type: async (text) => {
      await page.bringToFront()
      await page.keyboard.type(text)
    },
    isVisible: (testId) => find(testId).isVisible(),
    text: async (testId) => (await find(testId).textContent({ timeout: journeyWaitMs })) ?? '',
    attribute: (testId, name) => find(testId).getAttribute(name, { timeout: journeyWaitMs }),
    value: (testId) => find(testId).inputValue({ timeout: journeyWaitMs }),
    run: (expression) => page.evaluate(expression),
    tree: async () => {
      const session = await page.context().newCDPSession(page)
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      const current = await currentOnes(session)
      await session.detach()
      return nodes.map((node) => {
        const currentAs = current.get(node.backendDOMNodeId ?? 0)
        return currentAs === undefined ? node : { ...node, currentAs }
      })
    },
    screenshot: async (path) => {
      await mkdir(dirname(path), { recursive: true })
      await page.bringToFront()
      await page.screenshot({ path })
    },
    resize: (size) => page.setViewportSize({ ...size }),
    bringToFront: () => page.bringToFront(),
    isClosed: () => page.isClosed(),
    close: () => page.close(),
  }
}

/** The `aria-current` values by backend node id, which Chromium's tree omits. */
async function currentOnes(session: CDPSession): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  const { root } = await session.send('DOM.getDocument', { depth: -1 })
  const nodes = [root]
  for (const { backendNodeId, attributes = [], children = [] } of nodes) {
    const value = attributes[attributes.indexOf('aria-current') + 1]
    if (attributes.includes('aria-current') && value !== undefined) found.set(backendNodeId, value)
    nodes.push(...children)
  }
  return found
}
