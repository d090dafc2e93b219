import type { MeasuringBrowser } from './measuring-browser.ts'

const figuresName = '__pictureMs'

/** From navigation start to the animation frame after the element is present, visible and enabled. */
export interface PaintTimes {
  readonly fieldMs: number
  /** The last element that the page names; null if it names none. */
  readonly wholeMs: number | null
}

export interface MeasuredPage {
  readonly url: string
  readonly warmUrl: string
  readonly whole?: string
}

/**
 * Runs before the page's own code. Looks only in an animation frame: the check forces style and layout, which the frame
 * needs anyway, but which would be extra work of the measured page at any other time.
 */
const observer = (testIds: readonly string[]) => `(() => {
  const waiting = new Set(${JSON.stringify(testIds)})
  const seen = globalThis.${figuresName} = {}
  let isScheduled = false
  const look = () => {
    isScheduled = false
    const frameMs = performance.now()
    for (const testId of waiting) {
      const element = document.querySelector('[data-testid="' + testId + '"]')
      if (element === null || element.disabled || element.readOnly || !element.checkVisibility()) continue
      waiting.delete(testId)
      seen[testId] = frameMs
    }
    if (waiting.size === 0) watch.disconnect()
  }
  const watch = new MutationObserver(() => {
    if (!isScheduled) requestAnimationFrame(look)
    isScheduled = true
  })
  watch.observe(document, { childList: true, subtree: true, attributes: true })
})()`

/** Opens the page once in a tab of its own. Throws if an element does not appear. */
export async function measurePaint(
  browser: MeasuringBrowser,
  page: MeasuredPage,
  cpuRate: number,
): Promise<PaintTimes> {
  const testIds = ['amount', ...(page.whole === undefined ? [] : [page.whole])]
  // CPU throttling applies to one renderer process: the tab must already be in the extension's process.
  const tab = await browser.openTab(page.warmUrl)
  try {
    await tab.send('Page.enable')
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: observer(testIds) })
    await tab.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await tab.send('Page.navigate', { url: page.url })
    for (let read = 0; read < 300; read++) {
      await new Promise((done) => setTimeout(done, 100))
      const seen = (await tab.evaluate(`globalThis.${figuresName}`)) as { readonly [testId: string]: number }
      const [fieldMs, wholeMs = null] = testIds.map((testId) => seen[testId])
      if (fieldMs === undefined || testIds.length > Object.keys(seen).length) continue
      return { fieldMs, wholeMs }
    }
    throw new Error(`${page.url} never showed ${testIds.join(' and ')}`)
  } finally {
    await tab.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await tab.close()
  }
}

/**
 * Returns the measured slowdown of a fixed computation: proves that throttling works. Medians, because the first run
 * compiles the loop, and other programs delay single ones.
 */
export async function slowdown(
  browser: MeasuringBrowser,
  page: MeasuredPage,
  cpuRate: number,
): Promise<number> {
  const tab = await browser.openTab(page.warmUrl)
  try {
    const work = `(() => { const start = performance.now(); let sum = 0; for (let i = 0; i < 3e7; i++) sum += i % 7; return performance.now() - start + (sum < 0 ? 1 : 0) })()`
    const loopMs = async () => {
      const runs: number[] = []
      for (let run = 0; run < 5; run++) runs.push(Number(await tab.evaluate(work)))
      return median(runs)
    }
    const plainMs = await loopMs()
    await tab.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    const slowMs = await loopMs()
    await tab.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return slowMs / plainMs
  } finally {
    await tab.close()
  }
}

/** Returns the median; the upper one of two. */
export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
