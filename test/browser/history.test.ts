import { expect, it } from 'vitest'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, goHome, startScenario, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [scenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

const keepFiles = `(() => {
  globalThis.savedFiles = []
  const make = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (blob) => {
    blob.text().then((text) => globalThis.savedFiles.push(text))
    return make(blob)
  }
})()`

const count = (selector: string) => `document.querySelectorAll('[data-testid^="${selector}"]').length`

async function pollService(ferry: View): Promise<void> {
  await ferry.click('service-history')
  await ferry.waitUntil(`document.querySelector('[data-service="end"]') !== null`, "the service's history")
}

it('finds, saves, repeats and deletes a swap, and lists the one that the service reports', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  const orderId = await startScenario(ferry, scenario)
  await waitForOrderState(ferry, ['verified_terminal'])

  await ferry.click('order-details')
  await ferry.click('ask-service')
  await ferry.waitFor('service-answer')
  expect(await ferry.value('service-answer')).toContain('"quoteId"')

  await goHome(ferry)
  await ferry.click('history-open')
  await ferry.waitFor(`order-row-${orderId}`)
  await ferry.fill('history-search', 'nothing like it')
  await ferry.waitFor('filter-clear')
  await ferry.click('history-filter')
  await ferry.fill('history-search', scenario.to.address.slice(0, 8))
  await ferry.choose('filter-state', 'done')
  await ferry.choose('filter-chain', String(scenario.from.chainId))
  await ferry.waitFor(`order-row-${orderId}`)

  await ferry.run(keepFiles)
  await ferry.click('menu')
  await ferry.click('history-save')
  await ferry.click('save-csv')
  await ferry.waitUntil('globalThis.savedFiles.length === 1', 'the file')
  const lines = String(await ferry.run('globalThis.savedFiles[0]'))
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  for (const cell of ['done_verified', orderId, scenario.amountText]) expect(lines[1]).toContain(`"${cell}"`)

  await ferry.press('Escape')
  await ferry.waitGone('save-csv')
  await ferry.click('filter-reset')
  await pollService(ferry)
  // Both know the swap: it has one line.
  await ferry.waitFor(`order-row-${orderId}`)
  expect(await ferry.run(`${count('order-row-')} + ${count('past-row-')}`)).toBe(1)
  await ferry.click(`order-row-${orderId}`)
  await ferry.click('do-again')
  await ferry.waitFor('review-screen')
  await ferry.click('back')
  expect(await ferry.value('amount')).toBe(scenario.amountText)

  await ferry.click('settings-open')
  await ferry.click('setting-data')
  await ferry.click('wipe')
  await ferry.click('wipe-do')
  await ferry.waitFor('wipe-done')
  await goHome(ferry)
  await ferry.click('history-open')
  await pollService(ferry)
  await ferry.waitUntil(`${count('past-row-')} === 1`, "the service's line")
  expect(await ferry.run(count('order-row-'))).toBe(0)
  await ferry.run(`document.querySelector('[data-testid^="past-row-"]').click()`)
  await ferry.waitFor('past-screen')
  expect(['3', '4']).toContain(await ferry.attribute('past-screen', 'data-status'))
  await ferry.click('do-again')
  await ferry.waitFor('review-screen')
})
