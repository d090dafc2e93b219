import { expect, it } from 'vitest'
import { openDatabase, openItems } from './ferry-database.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, startScenario, waitForEnd, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]

const kept = `(async () => {
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

it('leaves no signature in the storage after a whole swap, and no message in the console (DEP5)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await startScenario(ferry, signedScenario)
  expect([3, 4]).toContain(await waitForEnd(ferry))
  await waitForOrderState(ferry, ['verified_terminal'], 90_000)
  const text = String(await ferry.run(kept))
  const orders = [...text.matchAll(/"signature":("0x[0-9a-f]+"|null),"submitBody":(null|")/g)]
  expect(orders.map(([, signature, body]) => [signature, body])).toEqual([['null', 'null']])
  // 65 bytes under any other name would be a signature too.
  expect(text).not.toMatch(/0x[0-9a-f]{128}(1b|1c|00|01)"/i)
  expect(text).not.toContain('userSignature')
})
