import { afterAll, beforeAll, expect, it } from 'vitest'
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import type { View } from './driver.ts'
import { honest, spying } from './hostile-page/pages.ts'
import { type HostilePages, servePages } from './hostile-page/serve.ts'
import { useJourney } from './journey.ts'

const journey = useJourney()

let pages: HostilePages
beforeAll(async () => {
  pages = await servePages({ '/spying': spying, '/honest': honest })
})
afterAll(() => pages.stop())

async function learntIn(view: View): Promise<unknown> {
  await view.waitUntil('globalThis.isOver === true', 'the page to have tried everything')
  return view.run('({ learnt, announced, status: realStatus() })')
}

it('shows a site that the person has not enabled nothing of Ferry, whatever it does to its world (M9, M11)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const notify = (name: string, input: object) =>
    ferry.run(`chrome.runtime.sendMessage(${JSON.stringify({ channel: viewChannel, name, input })})`)
  await notify('addSite', { text: pages.other })
  expect(await notify('chooseSites', { kind: 'listed' })).toMatchObject({ ok: true })
  const view = await driver.openPage(`${pages.site}/spying`)
  const planted = 'ferry:ffffffff-ffff-4fff-8fff-ffffffffffff and more'
  expect(await learntIn(view)).toEqual({ learnt: [], announced: 0, status: planted })
  // The same page finds Ferry on an enabled site: the search works.
  const served = await driver.openPage(`${pages.other}/spying`)
  expect(await learntIn(served)).toMatchObject({ status: planted })
  expect(await served.run('announced > 0 && learnt.length > 0')).toBe(true)
  // Its planted word does not follow to the next site of its tab.
  await view.goto(`${pages.other}/honest`)
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
  expect(await view.run('[firstStatus, status]')).toEqual(['', ''])
})
