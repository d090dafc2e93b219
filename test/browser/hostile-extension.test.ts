import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { messages, type StartView } from '../../lib/rpc/messages.ts'
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import { pageChannel } from '../../lib/wallet/connectors/page-protocol.ts'
import { readScenarioBalances } from './balances.ts'
import type { View } from './driver.ts'
import { compromise } from './hostile-extension/compromise.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  connect,
  goHome,
  openWallets,
  startScenario,
  waitForOrderState,
  waitForProblem,
  walletAddress,
  walletPageIsKnown,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const harness = journeyHarness()
const folder = await compromise(harness.folder)
afterAll(() => rm(folder, { recursive: true, force: true }))

const hostile = join(import.meta.dirname, 'hostile-extension')
const journey = useJourney({ folder, others: [hostile] })
const [signedScenario, nativeScenario] = basicScenarios(harness.chains) as [SwapScenario, SwapScenario]

const verbs = Object.keys(messages).map((name) => ({ channel: viewChannel, name, input: null }))
const words = [
  { kind: 'hello' },
  {
    kind: 'event',
    wallet: { rdns: 'x', name: 'x', icon: '' },
    name: 'accountsChanged',
    value: [`0x${'b'.repeat(40)}`],
  },
  { kind: 'answer', answer: { requestId: 'x', kind: 'unreached', reason: 'noWallet' } },
].map((message) => ({ channel: pageChannel, message }))
const ports = [viewChannel, pageChannel]

function tries(page: View, name: string, wanted: object): Promise<unknown> {
  return page.run(`new Promise((done) => {
    addEventListener('${name}:tried', ({ detail }) => done(JSON.parse(detail)), { once: true })
    dispatchEvent(new CustomEvent('${name}:try', { detail: ${JSON.stringify(JSON.stringify(wanted))} }))
  })`)
}

it('gives no access to another extension, nor to one in place of its content script (X1, X2)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const page = await driver.openPage(`${harness.pagesUrl}/`)
  const target = driver.name === 'firefox' ? 'ferry@ferry.example' : new URL(driver.extensionOrigin).host
  const messages = [...verbs, ...words]
  const nothing = [...messages, ...ports].map(() => null)
  expect(await tries(page, 'hostile', { target, messages, ports })).toEqual({
    here: messages.map(() => null),
    background: nothing,
    control: 'heard',
  })

  // A relay may hold its own port, which carries no message.
  const answers = (await tries(page, 'compromised', { messages, ports: [viewChannel] })) as unknown[]
  const refused = { ok: false, problem: expect.objectContaining({ code: 'notAllowed' }) }
  expect(answers.slice(0, verbs.length)).toEqual(verbs.map(() => refused))
  // The background refuses what it does not expect of a page, so that a relay does not repeat it.
  expect(answers.slice(verbs.length)).toEqual([...words.map(() => false), null])

  // Ferry answers the same messages from its own page. No port or message gives another access.
  const request = (name: string) =>
    ferry.run(`chrome.runtime.sendMessage(${JSON.stringify({ channel: viewChannel, name, input: null })})`)
  expect(await request('sites')).toEqual({
    ok: true,
    output: { kind: 'all', listed: [], never: [], allowed: [] },
  })
  expect(await request('start')).toMatchObject({ ok: true, output: { account: null, running: [] } })
})

it('stores nothing that a content script in a compromised process could read (X2)', async () => {
  const { driver } = journey()
  const ferry = await driver.openFerry()
  const request = (name: string, input: object | null = null) =>
    ferry.run(
      `chrome.runtime.sendMessage(${JSON.stringify({ channel: viewChannel, name, input })}).then(({ output }) => output)`,
    )
  const wallet = await connect(driver, ferry)
  await request('addSite', { text: harness.pagesUrl })
  const { settings, account } = (await request('start')) as StartView
  const kept = { settings: { ...settings, theme: 'dark' as const }, account }
  expect(account?.address).toBe(walletAddress)
  await request('saveSettings', { settings: kept.settings })
  const sites = await request('sites')

  const page = await driver.openPage(`${harness.pagesUrl}/`)
  await page.waitUntil(`document.readyState === 'complete'`, 'the page')
  const all = { kind: 'all', listed: [] }
  const planted = {
    account: { ...account, address: `0x${'b'.repeat(40)}` },
    settings: { ...settings, theme: 'light', slippagePercent: '49' },
    grants: [{ origin: harness.pagesUrl, grantedMs: 1 }],
    sites: { ...all, never: [new URL(harness.pagesUrl).origin] },
    pageMark: { walletPage: `${harness.pagesUrl}/`, sites: { kind: 'listed', listed: [] } },
    walletPageRequested: { tabId: 1, watched: 'x', requests: [] },
    'open-order:planted': { rev: 1, text: '{"schema":1,"id":"planted","rev":1}' },
  }
  const found = (await tries(page, 'stores', planted)) as { readonly [area: string]: string[] | null }
  const copy = driver.name === 'firefox' ? found.local : found.session
  const shut = driver.name === 'firefox' ? found.session : found.local
  // The mark of the pages with content scripts and, in Chromium, that the session has begun.
  expect([copy?.filter((key) => key !== 'began'), shut, found.databases]).toEqual([['pageMark'], null, []])

  const { proveDeath } = await driver.killBackground()
  expect(await request('start')).toMatchObject({ ...kept, running: [] })
  await proveDeath()
  expect(await request('sites')).toEqual(sites)
  // The copy is correct again too: both sites that it had removed are supported.
  await page.goto(`${harness.pagesUrl}/`)
  const received = `new Promise((done) => {
    addEventListener('ferry:announceProvider', () => done(true), { once: true })
    dispatchEvent(new Event('ferry:requestProvider'))
    setTimeout(() => done(false), 300)
  })`
  await expect.poll(() => page.run(received)).toBe(true)
  await wallet.close()
  await driver.openPage(`${harness.pagesUrl}/wallet`)
  await walletPageIsKnown(ferry)
})

/** Opens the chooser until it shows that many wallets: the page announces them in its own time. */
async function seeWallets(ferry: View, count: number): Promise<void> {
  const look = async () => {
    await ferry.bringToFront()
    await openWallets(ferry)
    await ferry.waitFor('wallet-list')
    const seen = await ferry.run(
      `document.querySelectorAll('[data-testid="wallet-page"][data-state]:not([data-state="closed"])').length`,
    )
    if (seen === count) return seen
    await ferry.press('Escape')
    await ferry.waitGone('wallet-list')
    return seen
  }
  await expect.poll(look).toBe(count)
}

it('takes no wallet for another, and trusts no script between Ferry and a wallet (M12, M13)', async () => {
  const { control, driver } = journey()
  const ferry = await driver.openFerry()
  const wallet = await driver.openPage(`${harness.pagesUrl}/wallet?hostile=twins`)
  await seeWallets(ferry, 4)
  const rows = (await ferry.run(`[...document.querySelectorAll('[data-testid="wallet-page"]')].map((row) => [
    row.dataset.wallet,
    row.querySelector('b').textContent,
    row.querySelector('img')?.src.slice(0, 15) ?? null,
    row.disabled ? row.querySelector('.tone-warning').textContent : row.textContent.includes('Through a web page'),
  ])`)) as unknown[][]
  const warned = expect.stringContaining('Two wallets claim')
  // Only a small raster image is shown. A name without a second claimant is shown as coming from a page.
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(4)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['local.sandbox.wallet', 'Sandbox Wallet', 'data:image/png;', warned],
      ['local.sandbox.wallet', 'Sandbox Wallet', null, warned],
      ['twin.example', 'Twin', 'data:image/png;', warned],
      ['io.metamask', 'MetaMask', null, true],
    ]),
  )
  expect(await wallet.run('hostile.asked')).toEqual([])
  expect(await ferry.run('document.title')).toBe('Ferry')
  await ferry.press('Escape')

  await wallet.goto(`${harness.pagesUrl}/wallet?hostile=request`)
  await wallet.choose('wallet-mode', 'auto')
  await seeWallets(ferry, 1)
  await ferry.click('wallet-page')
  // Before any request the screen names the wallet's page.
  expect(await ferry.text('connect-step')).toContain(new URL(harness.pagesUrl).origin)
  await ferry.click('wallet-connect')
  await ferry.waitFor('account')
  const before = await readScenarioBalances(control, signedScenario)
  await startScenario(ferry, signedScenario)
  await waitForOrderState(ferry, ['needs_user'])
  expect(await waitForProblem(ferry)).toBe('signatureWrong')
  // The other direction: the wallet receives the reviewed request, and its signature is replaced.
  await wallet.run(`hostile.how = 'answer'`)
  await ferry.click('retry')
  await wallet.waitUntil(`hostile.passed.join() === 'request,answer'`, 'the answer to be exchanged')
  await ferry.bringToFront()
  await waitForOrderState(ferry, ['needs_user'])
  expect(await waitForProblem(ferry)).toBe('signatureWrong')
  expect((await control.truth()).requests).toEqual([])
  expect(await readScenarioBalances(control, signedScenario)).toEqual(before)

  // A sent transaction cannot be recalled. Ferry never takes it for the swap.
  await wallet.run(`hostile.how = 'send'`)
  await goHome(ferry)
  await startScenario(ferry, nativeScenario)
  await waitForOrderState(ferry, ['unknown_outcome'])
  expect(await waitForProblem(ferry)).toBe('transactionDiffers')
  expect(await wallet.run('hostile.passed')).toEqual(['request', 'answer', 'send'])
  expect((await control.truth()).requests).toEqual([])
})
