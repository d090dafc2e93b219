import { expect, it } from 'vitest'
import { useJourney } from './journey.ts'

const journey = useJourney()
const patienceMs = 60_000

/** The background's last message, as each page of the App stores it. */
const lastMessage = `localStorage.getItem('ferry.start.1')`

it('opens the App in the side panel, where it reaches the background and fits', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry('#/settings')
  await ferry.click('setting-place', patienceMs)
  await ferry.waitFor('place-side', patienceMs)
  expect(await driver.sideUrl()).toBeNull()
  // Removed here and no longer stored by this page, so that only the page in the side panel can write it
  // again. This page receives it again when the lists of all chains have been read.
  await ferry.waitUntil(`${lastMessage} !== null`, 'this page to be told', patienceMs)
  await ferry.run(`Storage.prototype.setItem = () => undefined; localStorage.removeItem('ferry.start.1')`)
  await ferry.click('place-side', patienceMs)
  await ferry.waitUntil(`${lastMessage} !== null`, 'the page at the side to be told', patienceMs)
  const sideUrl = `${driver.extensionOrigin}/sidepanel.html`
  expect(await driver.sideUrl()).toBe(sideUrl)
  expect(await ferry.isVisible('problem')).toBe(false)

  // With the side panel as the chosen place, a press on the toolbar icon opens it, even if it has to start
  // the background.
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
  // With a pinned side panel, a press on the toolbar icon opens no popup either.
  const toolbarPage = `${driver.extensionOrigin}/popup.html?toolbar`
  await expect.poll(popup, { timeout: patienceMs }).toBe(toolbarPage)
  await side.click('side-pin', patienceMs)
  await expect.poll(popup, { timeout: patienceMs }).toBe('')
  await side.click('side-pin')
  await expect.poll(popup, { timeout: patienceMs }).toBe(toolbarPage)
  const fit = `[innerWidth - document.body.clientWidth, innerHeight - document.body.clientHeight, document.documentElement.scrollWidth - innerWidth]`
  expect(await side.run(fit)).toEqual([0, 0, 0])
  // The side panel offers no second side panel.
  await side.click('settings-open', patienceMs)
  await side.click('setting-place', patienceMs)
  await side.waitFor('place-window', patienceMs)
  expect(await side.isVisible('place-side')).toBe(false)
})
