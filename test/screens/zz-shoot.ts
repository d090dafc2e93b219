import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { createServer } from 'vite'
import { useCommonTypeface } from '../run/picture-typeface.ts'
import { broken } from './broken.ts'
import { forcedFaults } from './forced-rules.ts'
import type { Language } from './messages.ts'
import { popupFaults, sidewaysFaults, spaceFaults } from './rules.ts'
import type { Scene } from './scene.ts'
import { mainScenes, scenes } from './scenes.ts'
import { addShownTexts } from './shown-texts.ts'
import { textFaults } from './text-rules.ts'

/*
 * Takes pictures of every screen in both themes and checks each with axe: `npm run screens -- [folder] [name]
 * [every-size | languages | popup]`. A name is a scene's name, a prefix of several, or `main` for those that are shown in
 * many sizes. `rules` breaks a page against each rule; that comes first if there is no name. `every-size` takes all
 * sizes in both themes, `languages` only those in the invented languages of `messages.ts`, `popup` only the popup. Exits with 1 if axe finds
 * something, a page scrolls sideways or breaks a rule of `rules.ts` or `text-rules.ts`.
 */
const root = join(import.meta.dirname, '../..')
const usage = 'npm run screens -- [folder] [scene | prefix | main | rules] [every-size | languages | popup]'
const [folder = join(root, 'test-results/screens'), only = '', selection = '', ...rest] =
  process.argv.slice(2)
if (
  folder.startsWith('-') ||
  !['', 'every-size', 'languages', 'popup'].includes(selection) ||
  rest.length > 0
) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const isEverySize = selection === 'every-size'
const isLanguagesOnly = selection === 'languages'
const isPopupOnly = selection === 'popup'
const port = Number(process.env.FERRY_SCREENS_PORT ?? 24000)
const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly fontPixels?: number
  readonly forcedColors?: 'active'
  /** Not the popup, though as narrow. */
  readonly isFluid?: true
  /** Default: English. */
  readonly language?: Language
}
const popup: Size = { name: '', width: 400, height: 600 }
// A tab or window of 1280 x 1024, enlarged four times.
const zoomed: Size = { name: '-zoom400', width: 320, height: 256 }
const forced: Size = { name: '-forced', width: 400, height: 600, forcedColors: 'active' }
const sizes: readonly Size[] = [
  { name: '-320', width: 320, height: 640 },
  zoomed,
  { name: '-side', width: 400, height: 900, isFluid: true },
  forced,
  { name: '-tab', width: 1000, height: 700 },
  { name: '-wide', width: 1600, height: 900 },
  { name: '-text200', width: 400, height: 600, fontPixels: 32 },
]
// For all scenes: words of other languages are longer, and some run from right to left.
const languages: readonly Size[] = [
  { ...popup, name: '-long', language: 'long' },
  { ...popup, name: '-rtl', language: 'rtl' },
]
const narrowLanguages: readonly Size[] = languages.map((size) => ({
  ...size,
  name: `${size.name}-320`,
  width: 320,
  height: 640,
}))
let faults = 0
function fault(words: string): void {
  faults++
  process.stdout.write(`${words}\n`)
}

async function act(page: Page, steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    const [id = '', text] = step.split('=')
    const target = page.getByTestId(id)
    if (text === undefined) await target.click()
    else await target.fill(text)
  }
}

async function open(page: Page, scene: Scene, theme: 'light' | 'dark', size: Size): Promise<void> {
  await page.setViewportSize({ width: size.width, height: size.height })
  await page.emulateMedia({ forcedColors: size.forcedColors ?? 'none' })
  const place = size.width === popup.width && size.isFluid !== true ? '' : '&fluid'
  const language = size.language === undefined ? '' : `&language=${size.language}`
  await page.goto(
    `http://127.0.0.1:${port}/test/screens/index.html?scene=${scene.name}&theme=${theme}${place}${language}`,
  )
  if (size.fontPixels !== undefined) {
    await page.addStyleTag({ content: `html { font-size: ${size.fontPixels}px }` })
  }
  await page.waitForSelector('.screen > *')
  await page.waitForTimeout(450)
  await act(page, scene.act ?? [])
  await page.evaluate(() => void dispatchEvent(new Event('clicked')))
  // A screen's code loads on the first visit.
  await page.waitForSelector('.screen > *')
  await page.waitForTimeout(scene.act === undefined ? 50 : 450)
}

async function shoot(page: Page, scene: Scene, theme: 'light' | 'dark', size: Size): Promise<void> {
  const label = `${scene.name}${size.name}-${theme}`
  await open(page, scene, theme, size)
  await page.screenshot({ path: join(folder, `${label}.png`) })
  for (const words of await sidewaysFaults(page)) fault(`${label}: ${words}`)
  if (size === popup && theme === 'light') {
    for (const words of await popupFaults(page)) fault(`${label}: ${words}`)
  }
  if (size === forced) for (const words of await forcedFaults(page)) fault(`${label}: ${words}`)
  if (size === zoomed || size.language !== undefined) {
    for (const words of await spaceFaults(page)) fault(`${label}: ${words}`)
  }
  for (const words of await textFaults(page)) fault(`${label}: ${words}`)
  // Colors and names are those of English.
  if (size.language !== undefined) return
  if (size.forcedColors === undefined && (size !== zoomed || mainScenes.has(scene.name)))
    for (const words of await axeFaults(page)) fault(`${label}: ${words}`)
}

const provedSizes = { popup, zoomed, forced, rtl: languages[1] ?? popup }
const provedFaults = { popup: popupFaults, zoomed: spaceFaults, forced: forcedFaults, rtl: spaceFaults }

/** Breaks a page against each rule. A rule that does not find its fault would never find one. */
async function proveRules(pageOf: PageOf): Promise<void> {
  for (const { scene: name, css = '', change, says, size } of broken) {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`no scene ${name}`)
    const provedSize = provedSizes[size ?? 'popup']
    const page = await pageOf(provedSize)
    await open(page, scene, 'light', provedSize)
    if (css !== '') await page.addStyleTag({ content: css })
    if (change !== undefined) await page.evaluate(change)
    const own = await provedFaults[size ?? 'popup'](page)
    const found = [
      ...own,
      ...(await textFaults(page)),
      ...(await sidewaysFaults(page)),
      ...(await axeFaults(page)),
    ]
    if (!found.some((words) => says.test(words)))
      fault(`no rule finds ${says} in ${name} with ${css}${change ?? ''}`)
  }
  process.stdout.write(`${broken.length} rules tried\n`)
}

async function axeFaults(page: Page): Promise<readonly string[]> {
  // Content below the form's button can be scrolled from under it, which axe does not try.
  await page.addStyleTag({ content: '.home .foot-bar { position: static }' })
  await page.evaluate(axeSource)
  const found: { id: string; where: string }[] = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: AxeRule[] }> }
    }
    interface AxeRule {
      id: string
      nodes: { html: string; failureSummary: string }[]
    }
    const { violations } = await axe.run({ rules: { 'target-size': { enabled: true } } })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({
        id,
        where: `${html.slice(0, 120)} ${failureSummary.slice(0, 300)}`,
      })),
    )
  })
  return found.map(({ id, where }) => `axe ${id}: ${where}`)
}

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: false,
  root,
  logLevel: 'error',
  server: { port, host: '127.0.0.1', strictPort: true, hmr: false, watch: null },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  optimizeDeps: { include: ['preact', 'preact/hooks', 'preact/jsx-runtime', '@preact/signals'] },
})
await server.listen()
useCommonTypeface()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
/** Times and days are those of the browser's language. */
const locales: { readonly [language in Language]: string } = { en: 'en-US', long: 'de', rtl: 'he' }
type PageOf = (size: Size) => Promise<Page>

/** Returns one page per language. */
function createPages(): PageOf {
  const pages = new Map<Language, Promise<Page>>()
  return ({ language = 'en' }) => {
    const page = pages.get(language) ?? newPage(locales[language])
    pages.set(language, page)
    return page
  }
}

async function newPage(locale: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', deviceScaleFactor: 1.5, locale })
  const page = await context.newPage()
  await page.addInitScript(addShownTexts)
  page.on('pageerror', (error) => fault(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') fault(`console: ${message.text()}`)
  })
  return page
}

const isWanted = ({ name }: Scene) => (only === 'main' ? mainScenes.has(name) : name.startsWith(only))
const pictures = scenes.filter(isWanted).flatMap((scene) => {
  const shown =
    isEverySize || mainScenes.has(scene.name) ? [popup, ...sizes, ...narrowLanguages] : [popup, zoomed]
  const wanted = [...shown, ...languages].filter(
    (size) => (!isLanguagesOnly || size.language !== undefined) && (!isPopupOnly || size === popup),
  )
  return wanted.flatMap((size) =>
    (['light', 'dark'] as const)
      .filter((theme) => size === popup || theme === 'light' || isEverySize)
      .map((theme) => ({ scene, size, theme })),
  )
})

async function shootLeft(left: typeof pictures, pageOf: PageOf): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { scene, size, theme } = next
    await shoot(await pageOf(size), scene, theme, size).catch((error) =>
      fault(`${scene.name}${size.name}: ${error}`),
    )
  }
}

try {
  if (only === '' || only === 'rules') await proveRules(createPages())
  // Pages mostly wait: two in parallel use the time of both.
  const left = [...pictures].slice(541)
  await Promise.all([shootLeft(left, createPages()), shootLeft(left, createPages())])
  process.stdout.write(`${pictures.length} pictures, ${faults} faults\n`)
} finally {
  await browser.close()
  await server.close()
}
process.exitCode = faults === 0 ? 0 : 1
