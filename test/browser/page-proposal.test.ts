import { expect, it } from 'vitest'
import { foreignText, otherParameters } from '../flow/pages/other-parameters.ts'
import type { Control } from '../sandbox/service/control-client.ts'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { proposalWindow } from './proposal-window.ts'
import {
  confirmReview,
  connect,
  giveAllConsents,
  holdPending,
  openReview,
  primaryIs,
  releasePending,
  waitForEnd,
  waitForOrderState,
  waitForProblem,
  walletAddress,
} from './swap-journey.ts'
import { basicScenarios, proposalOf, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]
/** The amount of its request, as a page and the service write it. */
const signedAmount = String(scenarioUnits(signedScenario))
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const reference = 'hostile cart&slippage=48.61'

it('reports the end of a proposed swap to its page after the page reloads and the worker dies (M6, M7)', async () => {
  const { control, driver, harness } = journey()
  await holdPending(control)
  const before = await readScenarioBalances(control, signedScenario)
  await connect(driver, await driver.openFerry())
  const page = await driver.openPage(`${harness.pagesUrl}/`)
  await page.waitUntil(
    `document.querySelector('[data-testid=example-capabilities]').textContent !== ''`,
    'Ferry',
  )
  await page.fill('example-inputAmount', signedAmount)
  await sendOtherParameters(page)
  await page.fill('example-reference', reference)
  await page.click('example-propose')
  const ferry = await proposalWindow(driver)
  await ferry.waitFor('site-permission')
  await ferry.click('site-allow')
  await ferry.waitUntil(primaryIs('review'), 'a quote of the proposal')
  await openReview(ferry)
  expect(await ferry.text('review-site')).toContain(new URL(harness.pagesUrl).origin)
  await confirmReview(ferry)
  // If the worker died just before the wallet request, Ferry could not know whether the wallet received it.
  await waitForOrderState(ferry, ['submitted', 'pending'])
  const { proveDeath } = await driver.killBackground()
  await page.goto(`${harness.pagesUrl}/`)
  await releasePending(control)
  expect([3, 4]).toContain(await waitForEnd(ferry))
  await proveDeath()
  const stateIs = (state: string) =>
    `document.querySelector('[data-testid=example-state]').dataset.state === ${JSON.stringify(state)}`
  await page.waitUntil(stateIs('done'), 'the page to hear that it is done')
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  const { reference: kept } = JSON.parse(await page.text('example-swap')) as { reference: string }
  expect(kept).toBe(reference)
  await checkAsked(control, new URL(harness.pagesUrl).origin)

  await ferry.close()
  // The site may propose now. The person reads the receiver before confirming (M7).
  await page.fill('example-receiverAddress', other)
  await page.click('example-propose')
  const next = await proposalWindow(driver)
  await next.waitUntil(primaryIs('review'), 'a quote of the second proposal')
  await openReviewUnpicked(next)
  const ends = (await next.run(
    `[...document.querySelectorAll('[data-testid^=receiver-end-]')].map((one) => one.dataset.testid)`,
  )) as string[]
  expect(ends).toHaveLength(3)
  const wrong = ends.find((id) => !other.endsWith(id.slice(-6).toLowerCase()))
  await next.click(wrong ?? '')
  await next.click('confirm')
  expect(await waitForProblem(next)).toBe('receiverNotPicked')
  await next.click('back')
  await next.click('proposal-refuse')
  await page.waitUntil(stateIs('declined'), 'the page to hear that it was declined')
  expect((await control.truth()).requests).toHaveLength(1)
})

it("offers a proposing page's own wallet first, and signs through it", async () => {
  const { control, driver, harness } = journey()
  const before = await readScenarioBalances(control, signedScenario)
  const site = harness.pagesUrl.replace('127.0.0.1', 'localhost')
  const page = await driver.openPage(`${site}/wallet?auto=1`)
  await page.waitFor('wallet-mode')
  await page.run(handOverButton(signedScenario))
  await page.click('hand-over')
  const ferry = await proposalWindow(driver)
  await ferry.waitFor('site-permission')
  // It lasts as long as this page, which is open for the whole swap.
  await ferry.click('site-allow-once')
  await ferry.waitUntil(primaryIs('connect'), 'the proposal without a wallet')
  await ferry.click('primary')
  await ferry.waitFor('wallet-tab')
  const rows = (await ferry.run(
    `[...document.querySelectorAll('[data-testid=wallet-list] button')].map((row) => row.textContent)`,
  )) as string[]
  expect(rows[0]).toContain(site)
  expect(rows.slice(1).some((row) => row.includes(site))).toBe(false)
  await ferry.click('wallet-tab')
  // It is in a tab as well, and has the same warning as any other.
  expect(await ferry.text('tab-origin')).toBe(site)
  await ferry.click('tab-use')
  await ferry.waitUntil(primaryIs('review'), 'a quote for the wallet of the page')
  // Only the page says that this is the person's account.
  await openReviewUnpicked(ferry)
  await ferry.waitFor('receiver-unproven')
  await ferry.click(`receiver-end-${walletAddress.slice(-6)}`)
  await giveAllConsents(ferry)
  await confirmReview(ferry)
  expect([3, 4]).toContain(await waitForEnd(ferry))
  checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  // The request went through that page: no wallet page was opened.
  expect(driver.pages().some((one) => one.url().startsWith(harness.pagesUrl))).toBe(false)
})

/** Connects the page to its own wallet, and adds a button that proposes this swap. */
function handOverButton(scenario: SwapScenario): string {
  return `(async () => {
    const meet = (announced, asked) => new Promise((done) => {
      addEventListener(announced, ({ detail }) => done(detail.provider), { once: true })
      dispatchEvent(new Event(asked))
    })
    const wallet = await meet('eip6963:announceProvider', 'eip6963:requestProvider')
    await wallet.request({ method: 'eth_requestAccounts' })
    const ferry = await meet('ferry:announceProvider', 'ferry:requestProvider')
    const button = document.createElement('button')
    button.dataset.testid = 'hand-over'
    button.textContent = 'Swap'
    button.addEventListener('click', () =>
      ferry.request({ method: 'ferry_proposeSwap', params: [${JSON.stringify(proposalOf(scenario))}] }),
    )
    document.body.prepend(button)
    return true
  })()`
}

/** Next to a valid swap and inside its fields. Ferry refuses all of them (M6). */
async function sendOtherParameters(page: View): Promise<void> {
  const wanted = Object.fromEntries([
    ...Object.entries(otherParameters).map(([name, value]) => [name, { [name]: value }]),
    ...['inputToken', 'outputToken', 'inputAmount'].map((name) => [`in ${name}`, { after: name }]),
    ['in receiverAddress', { receiverAddress: `${other}&slippage=48.61` }],
  ]) as { readonly [name: string]: object }
  const codes = await page.run(`(async () => {
    const { swapFromForm } = await import('/example/form.js')
    const { provider } = await new Promise((done) => {
      addEventListener('ferry:announceProvider', ({ detail }) => done(detail), { once: true })
      dispatchEvent(new Event('ferry:requestProvider'))
    })
    const codes = {}
    for (const [name, { after, ...more }] of Object.entries(${JSON.stringify(wanted)})) {
      const good = swapFromForm()
      const swap = { ...good, ...(after === undefined ? more : { [after]: good[after] + '&slippage=48.61' }) }
      do {
        codes[name] = await provider.request({ method: 'ferry_proposeSwap', params: [swap] }).then(() => 0, ({ code }) => code)
        if (codes[name] === -32005) await new Promise((done) => setTimeout(done, 250))
      } while (codes[name] === -32005)
    }
    // Ten requests a second are permitted. After this pause none of these counts any more.
    await new Promise((done) => setTimeout(done, 1000))
    return codes
  })()`)
  expect(codes).toEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, -32602])))
}

/**
 * The service's requests, quote and signed request included, contain nothing of the page but its swap (M6).
 */
async function checkAsked(control: Control, pageOrigin: string): Promise<void> {
  const requested = await control.asked()
  const quotes = requested.filter(({ endpoint, params }) => {
    return endpoint === 'quote' && params.inputAmount === signedAmount
  })
  expect(quotes.length).toBeGreaterThan(0)
  const own = ['originChainId', 'destinationChainId', 'inputToken', 'outputToken', 'inputAmount']
  for (const { params } of quotes) {
    expect(Object.keys(params).sort()).toEqual([...own, 'receiverAddress', 'userAddress'].sort())
    expect([params.userAddress, params.receiverAddress]).toEqual([walletAddress, walletAddress])
  }
  const request = { basicReq: { inputAmount: signedAmount, receiver: walletAddress } }
  // Before a signature Ferry checks its access with an empty body.
  const submits = requested.filter(
    ({ endpoint, body }) => endpoint === 'submit' && JSON.stringify(body) !== '{}',
  )
  expect(submits.length).toBeGreaterThan(0)
  for (const { body } of submits) expect(body).toMatchObject({ request, userSignature: expect.any(String) })
  const text = JSON.stringify(requested)
  expect(text).not.toMatch(foreignText)
  expect(text).not.toContain(pageOrigin)
}

/** Opens a review whose button waits until the person has picked the receiver's last characters. */
async function openReviewUnpicked(view: View): Promise<void> {
  await view.click('primary')
  await view.waitFor('receiver-choice')
  expect(
    await view.run(
      `(({ disabled, ariaDisabled }) => disabled || ariaDisabled === 'true')(document.querySelector('[data-testid=confirm]'))`,
    ),
  ).toBe(true)
}
