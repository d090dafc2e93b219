import { expect, it } from 'vitest'
import { openBareChromium } from './bare-chromium.ts'
import { prerendered, prerenderingPage } from './hostile-page/pages.ts'
import { servePages } from './hostile-page/serve.ts'
import { journeyHarness } from './journey-harness.ts'

it('offers nothing to a prerendered page before the person sees it (M14)', async () => {
  const pages = await servePages({ '/ahead': prerenderingPage('/prerendered'), '/prerendered': prerendered })
  const close = await openBareChromium(journeyHarness().folder, `${pages.site}/ahead`)
  try {
    const reportOf = () => pages.reports.map((report) => JSON.parse(report))
    await expect.poll(reportOf).toEqual([
      { isSeen: false, announced: 0 },
      { isSeen: true, announced: 1 },
    ])
  } finally {
    await close()
    await pages.stop()
  }
})
