import type { BrowserContext } from 'playwright-core'

/** Where a measured page puts its figures. */
const mark = '__pictureMs'

/** When something is seen: ms from navigation start to the animation frame after it is there, shown and enabled. */
export interface Pictures {
  readonly fieldMs: number
  /** What the page names as its last; null where it names nothing. */
  readonly wholeMs: number | null
}

/** A page to measure: its address, and another of the same extension that starts its process first. */
export interface MeasuredPage {
  readonly url: string
  readonly warmUrl: string
  /** Test id of what is drawn last. */
  readonly whole?: string
}

/** Runs before the page's own code; keeps each figure as soon as its frame comes. */
const observer = (testIds: readonly string[]) => `(() => {
  const waiting = new Set(${JSON.stringify(testIds)})
  const seen = globalThis.${mark} = {}
  const look = () => {
    for (const testId of waiting) {
      const element = document.querySelector('[data-testid="' + testId + '"]')
      if (element === null || element.disabled || element.readOnly || !element.checkVisibility()) continue
      waiting.delete(testId)
      requestAnimationFrame(() => { seen[testId] = performance.now() })
    }
    if (waiting.size === 0) watch.disconnect()
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true, attributes: true })
  look()
})()`

/** One opening of the page in a tab of its own; throws where a picture never comes. */
export async function openingPictures(
  context: BrowserContext,
  page: MeasuredPage,
  cpuRate: number,
): Promise<Pictures> {
  const tab = await context.newPage()
  const testIds = ['amount', ...(page.whole === undefined ? [] : [page.whole])]
  try {
    // Slowing the CPU holds for a renderer process, so the tab has to be in the extension's before it is set.
    await tab.goto(page.warmUrl)
    const session = await context.newCDPSession(tab)
    await tab.addInitScript(observer(testIds))
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await tab.goto(page.url, { waitUntil: 'commit' })
    for (let look = 0; look < 300; look++) {
      await tab.waitForTimeout(100)
      const seen = (await tab.evaluate(`globalThis.${mark}`)) as { readonly [testId: string]: number }
      const [fieldMs, wholeMs = null] = testIds.map((testId) => seen[testId])
      if (fieldMs === undefined || testIds.length > Object.keys(seen).length) continue
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      return { fieldMs, wholeMs }
    }
    throw new Error(`${page.url} never showed ${testIds.join(' and ')}`)
  } finally {
    await tab.close()
  }
}

/** How many times slower a fixed piece of work runs under a rate; proof that slowing works at all. */
export async function slowdown(
  context: BrowserContext,
  page: MeasuredPage,
  cpuRate: number,
): Promise<number> {
  const tab = await context.newPage()
  try {
    await tab.goto(page.warmUrl)
    const session = await context.newCDPSession(tab)
    const work = `(() => { const start = performance.now(); let sum = 0; for (let i = 0; i < 3e7; i++) sum += i % 7; return performance.now() - start + (sum < 0 ? 1 : 0) })()`
    const plain = Number(await tab.evaluate(work))
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    const slow = Number(await tab.evaluate(work))
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return slow / plain
  } finally {
    await tab.close()
  }
}

/** The middle of the figures; the upper one of two. */
export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
