import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import type { Driver, View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  goHome,
  openQuote,
  openReview,
  waitForEnd,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]
const require = createRequire(import.meta.url)
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const runAxe = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 160)))`

/** Returns what axe finds on a screen in each theme. */
async function findAxeViolations(driver: Driver, view: View, name: string): Promise<string[]> {
  await view.run(`${axeSource}; undefined`)
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await driver.preferTheme(theme)
    await view.screenshot(join('test-results', 'screens', `${theme}-${name}.png`))
    const violations = (await view.run(runAxe)) as string[]
    found.push(...violations.map((line) => `${theme} ${name}: ${line}`))
  }
  return found
}

/** An expression: more tokens match than the list shows. */
const hasMoreTokens = `document.querySelector('.token-scroll')?.textContent.includes(${JSON.stringify(messages.tokensMore.message)})`

/** An expression: the last row of the list is selected, in view and exposed to screen readers. */
const lastTokenIsShown = `(() => {
  const active = document.querySelector('[role="option"][data-active="true"]')
  const [row, list] = [active, document.querySelector('.token-scroll')].map((one) => one?.getBoundingClientRect())
  return active?.dataset.testid !== undefined && active.ariaPosInSet === active.ariaSetSize &&
    row.top >= list.top && row.bottom <= list.bottom + 1 &&
    document.activeElement?.getAttribute('aria-activedescendant') === active.id
})()`

it('passes axe on every screen in both themes', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const violationsOn = (name: string) => findAxeViolations(driver, ferry, name)
  await ferry.waitFor('welcome')
  const found = await violationsOn('welcome')
  await connect(driver, ferry)
  found.push(...(await violationsOn('home')))
  await ferry.click('from-token')
  await ferry.waitFor('token-search')
  found.push(...(await violationsOn('tokens')))
  await ferry.press('Escape')
  await ferry.waitGone('token-search')
  await ferry.click('to-token')
  await ferry.waitFor('token-search')
  await ferry.waitUntil(hasMoreTokens, 'the list to say that there are more tokens')
  await ferry.press('End')
  await ferry.waitUntil(lastTokenIsShown, 'the end of the list')
  found.push(...(await violationsOn('last-token')))
  await ferry.press('Escape')
  await ferry.waitGone('token-search')
  await fillForm(ferry, signedScenario)
  found.push(...(await violationsOn('quote')))
  await openQuote(ferry)
  found.push(...(await violationsOn('opened-quote')))
  for (const sheet of ['routes', 'advanced']) {
    await ferry.click(`${sheet}-open`)
    await ferry.waitFor(sheet === 'routes' ? 'route-list' : 'advanced-sheet')
    found.push(...(await violationsOn(sheet)))
    await ferry.press('Escape')
    await ferry.waitGone(sheet === 'routes' ? 'route-list' : 'advanced-sheet')
  }
  await openReview(ferry)
  found.push(...(await violationsOn('review')))
  expect(await ferry.text('sandbox')).toBe(messages.sandbox.message)
  await confirmReview(ferry)
  found.push(...(await violationsOn('progress')))
  await waitForEnd(ferry)
  found.push(...(await violationsOn('done')))
  await goHome(ferry)
  await ferry.click('history-open')
  await ferry.waitFor('back')
  await ferry.click('history-filter')
  found.push(...(await violationsOn('history')))
  await ferry.click('menu')
  await ferry.click('history-save')
  found.push(...(await violationsOn('export')))
  await ferry.press('Escape')
  await ferry.waitGone('save-csv')
  await goHome(ferry)
  await ferry.click('settings-open')
  await ferry.waitFor('back')
  found.push(...(await violationsOn('settings')))
  expect(found).toEqual([])
})
