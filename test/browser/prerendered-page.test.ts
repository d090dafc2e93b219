import { expect, it } from 'vitest'
import { startBareChromium } from './bare-chromium.ts'
import { prerendered, prerenderingPage } from './hostile-page/pages.ts'
import { servePages } from './hostile-page/serve.ts'
import { journeyHarness } from './journey-harness.ts'

it('offers nothing to a prerendered page before the person sees it (M14)', async () => {
  const pages = await servePages({ '/ahead': prerenderingPage('/prerendered'), '/prerendered': prerendered })
  // With a debugger, Chromium prerenders nothing.
  const chromium = await startBareChromium([journeyHarness().folder], [`${pages.site}/ahead`])
  try {
    const reportOf = () => pages.reports.map((report) => JSON.parse(report))
    await expect.poll(reportOf).toEqual([
      { isSeen: false, announced: 0 },
      { isSeen: true, announced: 1 },
    ])
  } finally {
    await chromium.close()
    await pages.stop()
  }
})
