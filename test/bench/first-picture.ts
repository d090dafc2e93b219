import type { BrowserContext } from 'playwright-core'
import { testIdSelector } from '../browser/driver.ts'

/** Where a measured page puts its figure. */
const mark = '__firstPictureMs'

/**
 * Runs before the page's own code: as soon as an enabled amount field is in the document it waits for the next animation
 * frame and keeps the milliseconds since navigation start.
 */
const observer = `(() => {
  const look = () => {
    const field = document.querySelector(${JSON.stringify(testIdSelector('amount'))})
    if (field === null || field.disabled || field.readOnly) return false
    watch.disconnect()
    requestAnimationFrame(() => { globalThis.${mark} = performance.now() })
    return true
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true, attributes: true })
  look()
})()`

/** A page to measure: its address, and another of the same extension that starts its process first. */
export interface MeasuredPage {
  readonly url: string
  readonly warmUrl: string
}

/** One opening of the page in a tab of its own: ms from navigation start to the first frame with a usable field. */
export async function firstPictureMs(
  context: BrowserContext,
  page: MeasuredPage,
  cpuRate: number,
): Promise<number> {
  const tab = await context.newPage()
  try {
    // Slowing the CPU holds for a renderer process, so the tab has to be in the extension's before it is set.
    await tab.goto(page.warmUrl)
    const session = await context.newCDPSession(tab)
    await tab.addInitScript(observer)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await tab.goto(page.url, { waitUntil: 'commit' })
    let value: unknown
    for (let look = 0; value === undefined && look < 300; look++) {
      await tab.waitForTimeout(100)
      value = await tab.evaluate(`globalThis.${mark}`)
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return Number(value)
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
