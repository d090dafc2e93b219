import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'

const journey = useJourney({ isAlwaysPrivate: true })

it('keeps Ferry out with "never remember history", so that no swap starts whose data would be lost', async () => {
  const { driver, harness } = journey()
  // Its page opens only by its URL: this mode shows no button for an extension that is kept out of private
  // windows.
  const ferry = await driver.openFerry()
  expect(await ferry.run('typeof browser + typeof chrome')).toBe('undefinedundefined')
  expect(await ferry.isVisible('amount')).toBe(false)
  const page = await driver.openPage(`${harness.pagesUrl}/wallet`)
  await page.waitFor('wallet-mode')
  const received = (await page.run(`new Promise((done) => {
    const heard = []
    addEventListener('ferry:announceProvider', (event) => heard.push(event.type))
    dispatchEvent(new Event('ferry:requestProvider'))
    setTimeout(() => done(heard), 300)
  })`)) as string[]
  expect(received).toEqual([])
})
