import { describe, expect, it } from 'vitest'
import type { FaultAsk } from '../sandbox/service/control-client.ts'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  fillForm,
  goHome,
  openReview,
  pickToken,
  primaryIs,
  waitForEnd,
  waitForProblem,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario, , sameChainScenario] = basicScenarios(journeyHarness().chains) as [
  SwapScenario,
  SwapScenario,
  SwapScenario,
]
/** USDC for DAI. At this amount the service's own prices do not suffice. */
const feedScenario: SwapScenario = { ...sameChainScenario, amountText: '240' }

/** Whether the review shows, folded or not, that Ferry measured the loss itself. */
const pricedByUs = `document.querySelector('[data-testid="priced-by"]') !== null`

type FaultOf = Omit<FaultAsk, 'endpoint'>

/** The last one makes Ferry pause its requests. */
const quoteFaults: readonly (readonly [string, FaultOf, readonly string[]])[] = [
  ['500 and a message', { kind: 'status', value: 500 }, ['serviceRefused']],
  ['502 and a page', { kind: 'html', value: 502 }, ['serviceFailed']],
  ['HTML', { kind: 'html' }, ['otherServerAnswered']],
  ['nothing', { kind: 'dropBefore' }, ['serviceUnreachable', 'serviceTimeout']],
  ['429', { kind: 'status', value: 429 }, ['serviceBusy']],
]

it('explains a quote that fails, and keeps the entered values', async () => {
  const { control, driver } = journey()
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  await pickToken(ferry, 'from', signedScenario.from)
  await pickToken(ferry, 'to', signedScenario.to)
  for (const [name, fault, codes] of quoteFaults) {
    await control.fault({ endpoint: 'quote', ...fault })
    await ferry.fill('amount', '')
    await ferry.fill('amount', signedScenario.amountText)
    expect(codes, name).toContain(await waitForProblem(ferry))
    expect(await ferry.value('amount'), name).toBe(signedScenario.amountText)
    await control.clearFaults()
    await ferry.waitUntil(primaryIs('failed'), `the form to offer another try after ${name}`)
    await ferry.click('primary')
    await ferry.waitUntil(primaryIs('review'), `a quote that can be reviewed after ${name}`)
  }
})

describe("a service's prices are compared with the chain (API2)", () => {
  it('requires a typed word when feeds fell, a confirmation when they are silent, and nothing when they agree', async () => {
    const { control, driver } = journey()
    const before = await readScenarioBalances(control, feedScenario)
    const { chainId, address, priceInUsd } = feedScenario.to
    const ferry = await driver.openFerry()
    await connect(driver, ferry)
    await control.feed(chainId, address, '0.4')
    await fillForm(ferry, feedScenario)
    await ferry.click('primary')
    await ferry.waitFor('loss-word')
    await ferry.waitFor('warning-valueLossAtMinimum')
    await ferry.waitUntil(pricedByUs, 'the loss to be measured by Ferry')
    const isHeld = `(({ ariaDisabled, disabled }) => disabled || ariaDisabled === 'true')`
    expect(await ferry.run(`${isHeld}(document.querySelector('[data-testid="confirm"]'))`)).toBe(true)
    await goHome(ferry)

    await control.feed(chainId, address, null)
    await ferry.waitUntil(primaryIs('review'), 'the quote to be there again')
    await ferry.click('primary')
    await ferry.waitFor('consent-priceNotChecked')
    await ferry.waitFor('warning-priceNotIndependent')
    expect(await ferry.run(pricedByUs)).toBe(false)
    await goHome(ferry)

    await control.feed(chainId, address, priceInUsd, 3_000)
    await ferry.waitUntil(primaryIs('review'), 'the quote to be there again')
    await openReview(ferry)
    await ferry.waitUntil(pricedByUs, 'the loss to be measured by Ferry')
    expect(await ferry.isVisible('consent-priceNotChecked')).toBe(false)
    await confirmReview(ferry)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(feedScenario, before, await readScenarioBalances(control, feedScenario))
  })
})

/** The last one makes Ferry pause its requests. */
const laterFaults: readonly (readonly [string, FaultAsk])[] = [
  ['submit answers 500 once', { endpoint: 'submit', kind: 'status', value: 500, times: 1 }],
  ['submit answers HTML once', { endpoint: 'submit', kind: 'html', times: 1 }],
  ['submit answers nothing once', { endpoint: 'submit', kind: 'dropBefore', times: 1 }],
  ['submit is taken and the answer lost', { endpoint: 'submit', kind: 'dropAfterAccept', times: 1 }],
  ['status answers 500 twice', { endpoint: 'status', kind: 'status', value: 500, times: 2 }],
  ['status answers HTML twice', { endpoint: 'status', kind: 'html', times: 2 }],
  ['submit answers 429 once', { endpoint: 'submit', kind: 'status', value: 429, times: 1 }],
]

it('settles a swap whose submit or status fails, and submits it once', async () => {
  const { control, driver } = journey()
  const ferry = await driver.openFerry()
  await connect(driver, ferry)
  for (const [index, [name, fault]] of laterFaults.entries()) {
    const before = await readScenarioBalances(control, signedScenario)
    await fillForm(ferry, signedScenario)
    // After the review, which checks by itself whether the service would accept a POST.
    await openReview(ferry)
    await control.fault(fault)
    await confirmReview(ferry)
    expect([3, 4], name).toContain(await waitForEnd(ferry, 90_000))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
    expect((await control.truth()).requests, name).toHaveLength(index + 1)
    await control.clearFaults()
    await goHome(ferry)
  }
})
