import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'

const folder = await mkdtemp(join(tmpdir(), 'ferry-held-'))
await holdApp(journeyHarness().folder, folder)
const journey = useJourney({ folder })
afterAll(() => rm(folder, { recursive: true, force: true }))

/** In the copy the App starts only after the event `test:go`, so that tests can read the page before it. */
async function holdApp(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  const name = (await readdir(join(to, 'chunks'))).find((file) => /^app-.*\.js$/.test(file))
  if (name === undefined) throw new Error('the build has no App')
  const file = join(to, 'chunks', name)
  const hold = `await new Promise((go) => addEventListener('test:go', go, { once: true }));`
  await writeFile(file, hold + (await readFile(file, 'utf8')))
}

async function letGo(ferry: View): Promise<void> {
  await ferry.waitUntil(
    `dispatchEvent(new Event('test:go')) && document.querySelector('[data-testid="settings-open"], [data-testid="back"]') !== null`,
    'the App to be there',
  )
}

const amount = `document.getElementById('amount')`

/** Positions and sizes in CSS pixels. Elements whose size may still change have only a position; a quote may change the size of the amount. */
const places = `[
  ...['header', 'h1', '.card', '.card:last-child'].map((name) => [name, 'x', 'y', 'width', 'height']),
  ...['#from-label', '#amount', '.row-words', '#to-label', ':has(> span.amount)'].map((name) => [name, 'x', 'y']),
].map(([name, ...sides]) => {
  const box = document.querySelector(name).getBoundingClientRect()
  return [name, ...sides.map((side) => box[side])]
})`

it('accepts input into the form before the App has loaded, and the App keeps it unchanged', async () => {
  const { driver } = journey()
  let ferry = await driver.openFerry('#/settings')
  expect(await ferry.isVisible('amount')).toBe(false)
  expect(await ferry.run('document.body.innerText.trim()')).toBe('')
  await letGo(ferry)
  await ferry.click('theme-dark')
  await ferry.waitUntil(
    `localStorage.getItem('ferry.start.1')?.includes('"theme":"dark"')`,
    'the theme to be kept',
  )
  await ferry.click('back')
  await ferry.fill('amount', '1.5')
  await ferry.waitUntil(`document.querySelectorAll('.row-words b').length === 2`, 'a pair of tokens')
  await ferry.close()

  ferry = await driver.openFerry()
  await ferry.waitFor('amount')
  expect(await ferry.isVisible('settings-open')).toBe(false)
  const frame = await ferry.run(`[document.documentElement.dataset.theme, ${amount}.value, ${places}]`)
  const words = `[...document.querySelectorAll('.row-words')].map((words) => words.textContent)`
  const tokens = await ferry.run(words)
  await ferry.screenshot('test-results/first-frame/dark.png')
  expect(await ferry.run(`document.activeElement === ${amount}`)).toBe(true)
  await ferry.run(`{
    const field = ${amount}
    field.setSelectionRange(2, 2)
    document.execCommand('insertText', false, '2')
    field.isTheSame = true
  } undefined`)
  // There is nothing to submit yet, and Enter moves no caret.
  await ferry.press('Enter')
  await letGo(ferry)
  const field = `[${amount}.value, ${amount}.selectionStart, document.activeElement === ${amount}, ${amount}.isTheSame]`
  expect(await ferry.run(field)).toEqual(['1.25', 3, true, true])
  expect(tokens).toHaveLength(2)
  expect(await ferry.run(words)).toEqual(tokens)
  expect(frame).toEqual(['dark', '1.5', await ferry.run(places)])
  await ferry.close()

  ferry = await driver.openFerry()
  await ferry.waitFor('amount')
  expect(await ferry.run(`${amount}.value`)).toBe('1.25')
})
