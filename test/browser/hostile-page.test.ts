import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Driver, View } from './driver.ts'
import { storedProposals } from './ferry-database.ts'
import { flood, frame, frameKinds, honest, opener, plain, plainBody, poisoned } from './hostile-page/pages.ts'
import { type HostilePages, servePages } from './hostile-page/serve.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { proposalWindow } from './proposal-window.ts'
import { findPage } from './swap-journey.ts'
import { basicScenarios, proposalOf, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney({ isShared: true })
const [scenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]
const wanted = proposalOf(scenario, '1000000')

let pages: HostilePages
beforeAll(async () => {
  pages = await servePages({
    '/honest': honest,
    '/flood': flood(wanted),
    '/opener': opener,
    '/frame': frame,
    '/plain': plain,
    '/poisoned': poisoned,
  })
})
afterAll(() => pages.stop())

const script = (value: unknown) => JSON.stringify(value)

async function meet(driver: Driver, url: string): Promise<View> {
  const view = await driver.openPage(url)
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
  await view.run(`globalThis.wish = ${script(wanted)}; undefined`)
  return view
}

/** The secret of the channel between a page and its relay, which a page with the offer knows. */
const secretOf = async (view: View): Promise<string> => String(await view.run('info.uuid'))

it('ignores messages that an opener or a frame posts into a page (M1, M14)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const above = await driver.openPage(`${pages.other}/opener`)
  await above.run(`globalThis.target = ${script(`${pages.site}/honest`)}; undefined`)
  await above.click('open')
  const victim = await findPage(driver, '/honest')
  await victim.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
  const name = `ferry:to-relay:${await secretOf(victim)}`
  const forged = (id: string) => ({
    name,
    text: JSON.stringify({ id, method: 'ferry_proposeSwap', params: [wanted] }),
  })
  for (let turn = 0; turn < 50; turn++) {
    await above.run(`child.postMessage(${script(forged(`forged-opener-${turn}`))}, '*'); undefined`)
  }
  // A window of another site cannot dispatch an event there.
  const refused = `(() => {
    const { name, text: detail } = ${script(forged('forged-opener-event'))}
    try { child.dispatchEvent(new CustomEvent(name, { detail })) } catch (error) { return error.name }
  })()`
  expect(await above.run(refused)).toBe('SecurityError')
  const kinds = frameKinds(`${pages.other}/frame`)
  for (const [name, attributes] of Object.entries(kinds)) {
    const message = script({ name, forge: forged(`forged-${name}`) })
    await victim.run(`new Promise((done) => {
      const frame = document.createElement('iframe')
      const hear = ({ source, data }) => {
        if (source !== frame.contentWindow) return
        if (data.ready) source.postMessage(${message}, '*')
        if (data.posted) { removeEventListener('message', hear); done(true) }
      }
      addEventListener('message', hear)
      for (const [name, value] of Object.entries(${script(attributes)})) frame.setAttribute(name, value)
      document.body.append(frame)
    })`)
  }
  // The page's own message is answered: the channel was the right one.
  const own = script({ detail: JSON.stringify({ id: 'own', method: 'ferry_getCapabilities' }) })
  await victim.run(`dispatchEvent(new CustomEvent(${script(name)}, ${own})); undefined`)
  await victim.waitUntil(`answers.some((text) => text.startsWith('{"id":"own","result"'))`, 'its own answer')
  expect(await victim.run(`answers.filter((text) => text.includes('forged'))`)).toEqual([])
  expect(await victim.run(`heard.filter((one) => one?.posted).map((one) => one.announced)`)).toEqual(
    Object.keys(kinds).map(() => 0),
  )
  expect(await storedProposals(ferry)).toEqual([])
  // Ferry supports plain http only on this machine's own two names. Another address of this machine
  // represents every other host.
  const elsewhere = [
    'about:blank',
    `data:text/html,${encodeURIComponent(frame)}`,
    pathToFileURL(join(import.meta.dirname, 'wallet-extension', 'wallet.html')).href,
    `${pages.plainHttp}/plain`,
  ]
  for (const url of elsewhere) {
    const blank = await driver.openPage(url)
    const announced = await blank.run(`new Promise((done) => {
      let count = 0
      addEventListener('ferry:announceProvider', () => { count += 1 })
      dispatchEvent(new Event('ferry:requestProvider'))
      setTimeout(() => done(count), 200)
    })`)
    expect(announced).toBe(0)
  }
})

it('shows a page nothing of Ferry but the offered provider (M8, M11, X5)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const view = await driver.openPage(`${pages.site}/plain`)
  expect(await view.run('document.body.innerHTML.trim()')).toBe(plainBody)
  expect(await view.run('document.documentElement.getAttributeNames()')).toEqual(['lang'])
  const extra = await view.run(`(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const bare = new Set(Object.getOwnPropertyNames(frame.contentWindow))
    const names = Object.getOwnPropertyNames(window).filter((name) => !bare.has(name) && !/^\\d+$/.test(name))
    frame.remove()
    return names
  })()`)
  expect(extra).toEqual([])
  // The stacks of its errors and calls contain neither a version nor a person's own id.
  const offered = await meet(driver, `${pages.site}/honest`)
  const stacks = (await offered.run(`(async () => {
    const stacks = []
    const look = () => void stacks.push(new Error().stack)
    await ferry.request({ get method() { look(); return 'none' }, params: [{ toJSON: look }] }).catch((error) => stacks.push(error.stack))
    await ferry.request().catch((error) => stacks.push(error.stack))
    await new Promise((done) => {
      addEventListener('ferry:announceProvider', () => done(look()), { once: true })
      dispatchEvent(new Event('ferry:requestProvider'))
    })
    return stacks
  })()`)) as string[]
  expect(stacks).toHaveLength(5)
  // After the two worlds shared their word, nothing is left for the page's first script.
  expect(await offered.run('[firstStatus, status]')).toEqual(['', ''])
  const { version } = JSON.parse(readFileSync(join(journey().harness.folder, 'manifest.json'), 'utf8'))
  // Chromium's id is the same for every person; Firefox's identifies one person.
  const person = driver.name === 'firefox' ? new URL(driver.extensionOrigin).host : version
  const reported = stacks.map((stack) => stack.replaceAll(pages.site, ''))
  for (const stack of reported) for (const own of [version, person]) expect(stack).not.toContain(own)
  await offered.close()
  await view.bringToFront()
  const files = [
    'popup.html',
    'sidepanel.html',
    'manifest.json',
    'background.js',
    'icon/128.png',
    'deployment.json',
  ]
  const reached = await view.run(`Promise.all(${script(files)}.map((file) =>
    fetch('${driver.extensionOrigin}/' + file).then(() => file, () => null)))`)
  expect(reached).toEqual(files.map(() => null))
  await view.run(`new Promise((done) => {
    const frame = document.createElement('iframe')
    frame.src = '${driver.extensionOrigin}/popup.html#/framed'
    frame.onload = frame.onerror = () => done(true)
    setTimeout(() => done(false), 2000)
    document.body.append(frame)
  })`)
  const shown = await ferry.run(`(async () => {
    const all = chrome.runtime.getContexts
      ? (await chrome.runtime.getContexts({})).map((one) => one.documentUrl)
      : chrome.extension.getViews().map((one) => one.location.href)
    return all.filter((url) => url !== undefined)
  })()`)
  expect((shown as string[]).some((url) => url.startsWith(driver.extensionOrigin))).toBe(true)
  expect((shown as string[]).filter((url) => url.includes('framed'))).toEqual([])
})

it('harms only itself when a page poisons its own world (M9)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const view = await driver.openPage(`${pages.site}/poisoned`)
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
  await view.run(`globalThis.wish = ${script(wanted)}; undefined`)
  const answer = (await view.run(`ask('ferry_getCapabilities')`)) as {
    result?: { chains: unknown[] }
    code?: number
  }
  // Ferry’s own copies were taken before the page’s first script, so the request is sent unchanged.
  expect(answer.result?.chains.length).toBeGreaterThan(0)
  expect(await view.run(`ask('ferry_getSwap', [{ swapId: 'none' }])`)).toEqual({ code: -32001 })
  expect(await view.run(`Object.isFrozen(ferry) && Object.getPrototypeOf(ferry) === null`)).toBe(true)
  expect(await storedProposals(ferry)).toEqual([])
})

it('ends a proposal with its page, and tells the next page there nothing about it (M3)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const view = await meet(driver, `${pages.site}/honest`)
  await view.click('propose')
  const window = await proposalWindow(driver)
  await window.waitFor('site-permission')
  await view.waitUntil('proposed !== null', 'the page to be answered')
  const { result } = (await view.run('proposed')) as { result: { swapId: string } }
  expect(await storedProposals(ferry)).toEqual([result.swapId])
  await view.goto(`${pages.other}/honest`)
  await window.waitFor('problem')
  expect(await window.attribute('problem', 'data-code')).toBe('proposalGone')
  await view.waitUntil('globalThis.ferry !== undefined', 'Ferry to be offered')
  expect(await view.run(`ask('ferry_getSwap', [${script({ swapId: result.swapId })}])`)).toEqual({
    code: -32001,
  })
})

// Last, because the flooding site may send nothing more for a minute.
it('stops a flood without prompting the person, and serves other pages meanwhile (M5)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const stored = await storedProposals(ferry)
  await driver.openPage(`${pages.site}/flood`)
  const before = driver.pages().length
  await expect.poll(() => pages.reports.length).toBe(1)
  const { codes, seconds } = JSON.parse(pages.reports[0] ?? '') as { codes: number[]; seconds: number }
  expect([...new Set(codes)].sort()).toEqual([-32005, 4100])
  // Ten in each second that it took, 90 in a minute.
  const most = Math.min(90, 10 * (Math.ceil(seconds) + 1))
  expect(codes.filter((code) => code === 4100).length).toBeLessThanOrEqual(most)
  expect(await storedProposals(ferry)).toEqual(stored)
  expect(driver.pages()).toHaveLength(before)
  const other = await meet(driver, `${pages.other}/honest`)
  expect(await other.run(`ask('ferry_getCapabilities').then(({ result }) => result.chains.length > 0)`)).toBe(
    true,
  )
})
