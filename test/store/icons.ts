import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { requireChromium } from '../run/find-browser.ts'

const sizes = [16, 32, 48, 128]

/** Run `npm run icons` after changing a drawing. The smallest size has its own with whole pixels. */
async function drawIcons(): Promise<void> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    for (const size of sizes) {
      const name = size === 16 ? 'ferry-16.svg' : 'ferry.svg'
      const drawing = readFileSync(join(import.meta.dirname, name), 'utf8')
      await page.setViewportSize({ width: size, height: size })
      const style = `<style>body { margin: 0 } svg { display: block; inline-size: ${size}px }</style>`
      await page.setContent(`${style}${drawing}`)
      await page.screenshot({ path: join('public', 'icon', `${size}.png`), omitBackground: true })
    }
  } finally {
    await browser.close()
  }
}

await drawIcons()
