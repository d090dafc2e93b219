import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import type { View } from './driver.ts'
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

async function findAxeViolations(view: View, theme: string, name: string): Promise<string[]> {
  await view.screenshot(join('test-results', 'screens', `${theme}-${name}.png`))
  await view.run(`${axeSource}; undefined`)
  const found = (await view.run(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 160)))`,
  )) as string[]
  return found.map((line) => `${theme} ${name}: ${line}`)
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

it.each(['light', 'dark'] as const)('passes axe on every screen in the %s theme', async (theme) => {
  const { driver } = journey()
  await driver.preferTheme(theme)
  const ferry = await driver.openFerry()
  await ferry.waitFor('welcome')
  const found = await findAxeViolations(ferry, theme, 'welcome')
  await connect(driver, ferry)
  found.push(...(await findAxeViolations(ferry, theme, 'home')))
  await ferry.click('from-token')
  await ferry.waitFor('token-search')
  found.push(...(await findAxeViolations(ferry, theme, 'tokens')))
  await ferry.press('Escape')
  await ferry.waitGone('token-search')
  await ferry.click('to-token')
  await ferry.waitFor('token-search')
  await ferry.waitUntil(hasMoreTokens, 'the list to say that there are more tokens')
  await ferry.press('End')
  await ferry.waitUntil(lastTokenIsShown, 'the end of the list')
  found.push(...(await findAxeViolations(ferry, theme, 'last-token')))
  await ferry.press('Escape')
  await ferry.waitGone('token-search')
  await fillForm(ferry, signedScenario)
  found.push(...(await findAxeViolations(ferry, theme, 'quote')))
  await openQuote(ferry)
  found.push(...(await findAxeViolations(ferry, theme, 'opened-quote')))
  for (const sheet of ['routes', 'advanced']) {
    await ferry.click(`${sheet}-open`)
    await ferry.waitFor(sheet === 'routes' ? 'route-list' : 'advanced-sheet')
    found.push(...(await findAxeViolations(ferry, theme, sheet)))
    await ferry.press('Escape')
    await ferry.waitGone(sheet === 'routes' ? 'route-list' : 'advanced-sheet')
  }
  await openReview(ferry)
  found.push(...(await findAxeViolations(ferry, theme, 'review')))
  expect(await ferry.text('sandbox')).toBe(messages.sandbox.message)
  await confirmReview(ferry)
  found.push(...(await findAxeViolations(ferry, theme, 'progress')))
  await waitForEnd(ferry)
  found.push(...(await findAxeViolations(ferry, theme, 'done')))
  await goHome(ferry)
  await ferry.click('history-open')
  await ferry.waitFor('back')
  await ferry.click('history-filter')
  found.push(...(await findAxeViolations(ferry, theme, 'history')))
  await ferry.click('menu')
  await ferry.click('history-save')
  found.push(...(await findAxeViolations(ferry, theme, 'export')))
  await ferry.press('Escape')
  await ferry.waitGone('save-csv')
  await goHome(ferry)
  await ferry.click('settings-open')
  await ferry.waitFor('back')
  found.push(...(await findAxeViolations(ferry, theme, 'settings')))
  expect(found).toEqual([])
})
