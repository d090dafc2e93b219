import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { popupSize, type View } from '../browser/driver.ts'
import {
  confirmReview,
  connect,
  fillForm,
  goHome,
  openReview,
  waitForEnd,
  waitForOrderState,
} from '../browser/swap-journey.ts'
import { basicScenarios, type SwapScenario } from '../browser/swap-scenarios.ts'
import { ensureBrowser } from '../run/ensure-browser.ts'
import { requireChromium } from '../run/find-browser.ts'
import { type LiveHarness, startHarness } from '../run/live-harness.ts'
import { useCommonTypeface } from '../run/picture-typeface.ts'
import { framePage, readmePage, tilePage } from './frame.ts'
import {
  pictureName,
  pictureSize,
  readmeSize,
  type Scene,
  scenes,
  type Theme,
  themes,
  tileSize,
} from './scenes.ts'

/*
 * `npm run store`: the pictures of both stores' pages and of the README, from the real extension with a sandbox
 * of its own. They show real quotes, real signatures and real transfers, on chains of this machine.
 */
const folder = import.meta.dirname
const shots = resolve('test-results', 'store')

function shotPath(name: Scene['name'], theme: Theme): string {
  return join(shots, `${name}-${theme}.png`)
}

async function waitVerified(ferry: View): Promise<void> {
  await waitForEnd(ferry)
  await waitForOrderState(ferry, ['verified_terminal'])
}

async function settleOne(ferry: View, scenario: SwapScenario): Promise<void> {
  await fillForm(ferry, scenario)
  await openReview(ferry)
  await confirmReview(ferry)
  await waitVerified(ferry)
  await goHome(ferry)
}

async function shootTheme({ sandbox, driver, say }: LiveHarness, ferry: View, theme: Theme): Promise<void> {
  const [scenario] = basicScenarios(sandbox.ledger.chains)
  if (scenario === undefined) throw new Error('there is no swap to show')
  const shoot = (view: View, name: Scene['name']) => view.screenshot(shotPath(name, theme))
  await driver.preferTheme(theme)
  await fillForm(ferry, scenario)
  await shoot(ferry, 'quote')
  await openReview(ferry)
  await shoot(ferry, 'review')
  // Slow enough to photograph the swap in progress.
  await sandbox.control.pace({ assigned: 300, extracted: 300, fulfilled: 9_000, settled: 300 })
  await confirmReview(ferry)
  const isTaken = `document.querySelector('[data-testid="order-screen"]')?.dataset.status === '2'`
  await ferry.waitUntil(isTaken, 'the tokens to be taken from the first chain')
  await shoot(ferry, 'progress')
  await sandbox.control.pace({ assigned: 300, extracted: 300, fulfilled: 300, settled: 300 })
  await waitVerified(ferry)
  await shoot(ferry, 'done')
  await goHome(ferry)
  for (const { name, size } of scenes) {
    if (size === undefined) continue
    const tab = await driver.openFerry()
    await tab.resize(size)
    await fillForm(tab, scenario)
    await shoot(tab, name)
    await tab.close()
  }
  say(`${theme}: ${scenes.length} screens`)
}

async function shootScreens(): Promise<void> {
  const harness = await startHarness({
    browser: 'chromium',
    headless: true,
    wallet: 'page',
    forPictures: true,
  })
  try {
    const { driver, sandbox } = harness
    await driver.preferTheme('light')
    const ferry = await driver.openFerry()
    await ferry.resize(popupSize)
    await connect(driver, ferry, 'auto')
    const [, native, sameChain] = basicScenarios(sandbox.ledger.chains)
    for (const scenario of [native, sameChain]) if (scenario !== undefined) await settleOne(ferry, scenario)
    for (const theme of themes) await shootTheme(harness, ferry, theme)
  } finally {
    await harness.stop()
  }
}

/** Puts the screens into their frames. Returns the size of the pictures in bytes. */
async function frameAll(): Promise<number> {
  const mark = readFileSync(join(folder, 'ferry.svg'), 'utf8')
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
  let bytes = 0
  try {
    const page = await browser.newPage()
    const draw = async (name: string, html: string, size: { width: number; height: number }) => {
      const file = join(shots, 'frame.html')
      writeFileSync(file, html)
      await page.setViewportSize(size)
      await page.goto(pathToFileURL(file).href)
      const picture = await page.screenshot({ path: join(folder, name) })
      bytes += picture.length
    }
    for (const scene of scenes) {
      for (const theme of themes) {
        const shot = pathToFileURL(shotPath(scene.name, theme)).href
        await draw(pictureName(scene, theme), framePage(scene, theme, shot, mark), pictureSize)
      }
    }
    await draw('tile.png', tilePage(mark), tileSize)
    const shown = [shotPath('quote', 'light'), shotPath('review', 'light'), shotPath('done', 'dark')]
    await draw('readme.png', readmePage(shown.map((file) => pathToFileURL(file).href)), readmeSize)
  } finally {
    await browser.close()
  }
  return bytes
}

if (!ensureBrowser('chromium')) process.exit(1)
useCommonTypeface()
mkdirSync(shots, { recursive: true })
// `--frames` redraws the frames around the screens of the last run.
if (!process.argv.includes('--frames')) await shootScreens()
const bytes = await frameAll()
console.log(`${scenes.length * themes.length + 2} pictures, ${Math.round(bytes / 1000)} kB`)
