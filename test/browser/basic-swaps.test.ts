import { expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { openDatabase, openItems } from './ferry-database.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { swapByKeys } from './keyboard-swap.ts'
import { goHome, startScenario, waitForEnd, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [first, ...others] = basicScenarios(journeyHarness().chains) as [SwapScenario, ...SwapScenario[]]

/** An expression: everything in Ferry's storage, as text. */
const stored = `(async () => {
  const rows = []
  for (const database of [await ${openDatabase}, await ${openItems}]) {
    rows.push(await Promise.all([...database.objectStoreNames].map((name) => new Promise((done, fail) => {
      const reading = database.transaction(name).objectStore(name).getAll()
      reading.onsuccess = () => done(reading.result)
      reading.onerror = () => fail(reading.error)
    }))))
    database.close()
  }
  const local = await chrome.storage.local.get(null)
  const session = await chrome.storage.session.get(null)
  return JSON.stringify([rows, local, session])
})()`

it('settles a swap with the keyboard only and then the other basic ones, and leaves no signature in the storage and no message in the console (DEP5)', async () => {
  const { control, driver } = journey()
  const before = await readScenarioBalances(control, first)
  const { status, verified } = await swapByKeys(journey(), first)
  expect([3, 4]).toContain(status)
  expect(verified).toBe('true')
  checkTransfer(first, before, await readScenarioBalances(control, first))

  const ferry = await driver.openFerry()
  for (const scenario of others) {
    const held = await readScenarioBalances(control, scenario)
    await startScenario(ferry, scenario)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(scenario, held, await readScenarioBalances(control, scenario))
    // Both endpoints of the sandbox show it, so it is verified, not only reported.
    await waitForOrderState(ferry, ['verified_terminal'])
    expect(await ferry.attribute('evidence', 'data-verified')).toBe('true')
    await goHome(ferry)
  }
  expect((await control.truth()).requests).toHaveLength(3)

  const text = String(await ferry.run(stored))
  const orders = [...text.matchAll(/"signature":("0x[0-9a-f]+"|null),"submitBody":(null|")/g)]
  expect(orders.map(([, signature, body]) => [signature, body])).toEqual(Array(3).fill(['null', 'null']))
  // 65 bytes under any other name would be a signature too.
  expect(text).not.toMatch(/0x[0-9a-f]{128}(1b|1c|00|01)"/i)
  expect(text).not.toContain('userSignature')
})
