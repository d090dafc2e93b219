import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'

const journey = useJourney()
const patienceMs = 60_000

/** Where each page of the App keeps what the background told it last. */
const told = `localStorage.getItem('ferry.start.1')`

it('the App opens at the side, speaks with the background there and fits', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry('#/settings')
  await ferry.click('setting-place', patienceMs)
  await ferry.waitFor('place-side', patienceMs)
  expect(await driver.sideUrl()).toBeNull()
  // Forgotten here and kept here no more, so that only the page at the side can have been told it again: this one is
  // told once more when the lists of all chains have been read.
  await ferry.waitUntil(`${told} !== null`, 'this page to be told', patienceMs)
  await ferry.run(`Storage.prototype.setItem = () => undefined; localStorage.removeItem('ferry.start.1')`)
  await ferry.click('place-side', patienceMs)
  await ferry.waitUntil(`${told} !== null`, 'the page at the side to be told', patienceMs)
  const sideUrl = `${driver.extensionOrigin}/sidepanel.html`
  expect(await driver.sideUrl()).toBe(sideUrl)
  expect(await ferry.isVisible('problem')).toBe(false)

  // Where the side is wanted, a press on the toolbar's icon opens it, though it has to start the background for it.
  await driver.closeSide()
  await expect.poll(() => driver.sideUrl(), { timeout: patienceMs }).toBeNull()
  await ferry.click('opens-side')
  const popup = () => ferry.run(`(globalThis.browser ?? chrome).action.getPopup({})`)
  await expect.poll(popup, { timeout: patienceMs }).toBe('')
  const background = await driver.killBackground()
  await driver.pressIcon()
  await expect.poll(() => driver.sideUrl(), { timeout: patienceMs }).toBe(sideUrl)
  await background.proveDeath()
  await ferry.click('opens-popup')

  const side = await driver.openPage(sideUrl)
  await side.waitFor('amount', patienceMs)
  // Pinned, a press on the toolbar's icon brings no popup either.
  const toolbarPage = `${driver.extensionOrigin}/popup.html?toolbar`
  await expect.poll(popup, { timeout: patienceMs }).toBe(toolbarPage)
  await side.click('side-pin', patienceMs)
  await expect.poll(popup, { timeout: patienceMs }).toBe('')
  await side.click('side-pin')
  await expect.poll(popup, { timeout: patienceMs }).toBe(toolbarPage)
  const fit = `[innerWidth - document.body.clientWidth, innerHeight - document.body.clientHeight, document.documentElement.scrollWidth - innerWidth]`
  expect(await side.run(fit)).toEqual([0, 0, 0])
  // From here there is no second side to go to.
  await side.click('settings-open', patienceMs)
  await side.click('setting-place', patienceMs)
  await side.waitFor('place-window', patienceMs)
  expect(await side.isVisible('place-side')).toBe(false)
})
