import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { honest, leftPage } from './hostile-page/pages.ts'
import { type HostilePages, servePages } from './hostile-page/serve.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { newerBuild } from './newer-build.ts'
import { proposalWindow } from './proposal-window.ts'
import { basicScenarios, proposalOf, type SwapScenario } from './swap-scenarios.ts'

const harness = journeyHarness()
// A copy, because a newer build is installed over it.
const folder = await mkdtemp(join(tmpdir(), 'ferry-updated-'))
await cp(harness.folder, folder, { recursive: true })

const journey = useJourney({ folder, usesPageCache: true })
const [scenario] = basicScenarios(harness.chains) as [SwapScenario]
const wanted = proposalOf(scenario, '1000000')

let pages: HostilePages
beforeAll(async () => {
  pages = await servePages({ '/left': leftPage(wanted), '/honest': honest })
})
afterAll(async () => {
  await pages.stop()
  await rm(folder, { recursive: true, force: true })
})

it("keeps a page's proposal when the page is left and restored, and tells a page that outlives Ferry to reload", async () => {
  const { driver } = journey()
  const reportOf = (count: number) => expect.poll(() => pages.reports.length).toBe(count)
  const view = await driver.openPage(`${pages.site}/left`)
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
  await view.click('propose')
  const window = await proposalWindow(driver)
  await window.waitFor('site-permission')
  await reportOf(1)
  // Firefox does not keep a page that still waits for a response. The entry comes after the page's own answer, once the browser
  // has closed the request.
  await view.waitUntil(
    `globalThis.reported === 1 && performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/report'))`,
    'its report to be answered, and its request to be closed',
  )
  await view.goto(`${pages.site}/honest`)
  await window.waitFor('problem')
  expect(await window.attribute('problem', 'data-code')).toBe('proposalGone')
  await view.run('setTimeout(() => history.back(), 0); undefined')
  await reportOf(2)
  expect(pages.reports.map((report) => JSON.parse(report))).toEqual([
    { state: 'proposed' },
    { isKept: true, state: 'proposed' },
  ])
  await window.waitFor('site-permission')
  // An update waits while Ferry is open.
  await window.close()

  await view.run('globalThis.old = ferry; undefined')
  await driver.updateFerry(await newerBuild(folder, 1))
  const requestFor = (provider: string) =>
    view.run(`${provider}.request({ method: 'ferry_getCapabilities' }).then(
      ({ chains }) => chains.length > 0,
      ({ code, message }) => ({ code, message }),
    )`)
  expect(await requestFor('old')).toEqual({ code: 4900, message: 'Ferry was updated: reload the page.' })
  await view.goto(`${pages.site}/honest`)
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered again')
  expect(await requestFor('ferry')).toBe(true)
})
