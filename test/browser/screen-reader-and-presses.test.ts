import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import { permit2Address } from '../sandbox/chains/chain-book.ts'
import type { SandboxChain } from '../sandbox/chains/ledger.ts'
import { approve } from '../sandbox/service/person.ts'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { testIdSelector, type View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { recordAnnouncements, replaceVaryingText, screenReaderLines } from './screen-reader-text.ts'
import {
  connect,
  holdPending,
  lengthenQuotes,
  listIsCurrent,
  pickToken,
  primaryIs,
  releasePending,
  waitForOrderState,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

const journey = useJourney()
const { chains } = journeyHarness()
const [scenario] = basicScenarios(chains) as [SwapScenario]
const origin = chains.find(({ chainId }) => chainId === scenario.from.chainId) as SandboxChain

/**
 * The intermediate states of a swap, in order. Their duration varies, and so does whether they are announced.
 */
const passing = [
  messages.state_confirmed,
  messages.state_approve_sent,
  messages.state_approved,
  messages.state_signed,
  messages.state_submitting,
  messages.state_submitted,
  messages.state_pending,
  messages.status_1,
  messages.state_crossing,
  messages.state_reported_done,
].map(({ message }) => `in turn: ${message}`)

/** The lists of the networks arrive one after the other, so the listed tokens depend on the moment. */
const tokensStep = 'The tokens'
const listed = /^(?:option|button "(?:Favorite|About) |"\d+ tokens"|group "|"(?:Your|All) tokens")/

const countPresses = `(() => {
  globalThis.countedPresses = 0
  addEventListener('click', ({ isTrusted }) => { if (isTrusted) globalThis.countedPresses += 1 }, true)
})()`

/** The presses in a page since the last call. */
async function pressed(page: View): Promise<number> {
  return Number(await page.run('(() => { const now = countedPresses; countedPresses = 0; return now })()'))
}

it('takes five presses for a swap, three or with an approval four to repeat it, and a screen reader announces everything', async () => {
  const { control, driver } = journey()
  await control.shape('interface')
  await lengthenQuotes(control)
  const before = await readScenarioBalances(control, scenario)
  await holdPending(control)
  let ferry = await driver.openFerry()
  const received: string[] = []
  const passed: string[] = []
  /** Adds the screen reader's text for the screen, after the announcements since the last one. */
  const read = async (step: string): Promise<void> => {
    await ferry.bringToFront()
    const announced = (await ferry.run('announced.splice(0)')) as string[]
    passed.push(...announced.filter((said) => passing.includes(said)))
    const isListed = (line: string) => step === tokensStep && listed.test(line)
    const lasting = announced.filter(
      (said) => !passing.includes(said) && !isListed(`"${said.replace('in turn: ', '')}"`),
    )
    const lines = screenReaderLines(await ferry.tree()).filter((line) => !isListed(line))
    // How often a quote is renewed before it is read depends on the speed of the machine.
    const said = lasting
      .map((text) => `* ${replaceVaryingText(text)}`)
      .filter((line, index, all) => line !== all[index - 1])
    received.push(`# ${step}`, ...said, ...lines, '')
  }
  /** Reads a secondary sheet in its final state, and goes back. These are not presses of the person. */
  const readSheet = async (step: string, opener: string, isReady: string, typed = ''): Promise<void> => {
    await ferry.waitFor(opener)
    await ferry.run(`document.querySelector(${JSON.stringify(testIdSelector(opener))}).click()`)
    await ferry.waitFor('sheet-close')
    await ferry.type(typed)
    await ferry.waitUntil(isReady, step)
    // The announcements while a list fills depend on its speed.
    await ferry.run('announced.splice(0)')
    await read(step)
    await ferry.press('Escape')
    await ferry.waitGone('sheet-close')
    await ferry.run('announced.splice(0)')
  }
  const isThere = (testId: string) => `document.querySelector('${testIdSelector(testId)}') !== null`

  await ferry.waitUntil(primaryIs('connect'), 'the form to offer connecting')
  await ferry.run(recordAnnouncements)
  await readSheet('The wallets', 'primary', isThere('wallets-look'))
  const wallet = await connect(driver, ferry, 'approve-by-hand')
  const { symbol } = scenario.to
  await readSheet(tokensStep, 'to-token', `${listIsCurrent} && ${isThere(`token-family-${symbol}`)}`, symbol)
  await pickToken(ferry, 'from', scenario.from)
  await pickToken(ferry, 'to', scenario.to)

  // The person presses Ferry's toolbar icon.
  await ferry.close()
  ferry = await driver.openFerry()
  const toolbarPresses = 1
  await ferry.waitFor('account')
  await ferry.waitFor('side-pin')
  for (const page of [ferry, wallet]) await page.run(countPresses)
  await ferry.run(recordAnnouncements)

  await ferry.waitUntil(`document.querySelector('[data-step="enterAmount"]') !== null`, 'the form')
  await ferry.waitUntil(
    `document.querySelector('[data-testid="own-tokens"][aria-busy="false"]') !== null`,
    'the balances of all chains',
  )
  await read('The form')
  await ferry.type(scenario.amountText)
  await ferry.waitUntil(primaryIs('review'), 'a quote that can be reviewed')
  await read('A quote')
  // By script, like the sheets: reading on is no press of a swap.
  await ferry.run(`document.querySelector('${testIdSelector('quote-open')}').click()`)
  await ferry.waitFor('minimum')
  await read('The quote, opened')
  await readSheet('The routes', 'routes-open', isThere('route-list'))
  await ferry.click('primary')
  await ferry.waitUntil(`document.querySelector('[data-testid="confirm"]')?.disabled === false`, 'the review')
  // The wallet's report of its chain arrives after the review, which until then shows the minimum of wallet
  // requests.
  await ferry.waitUntil(
    `document.querySelector('[data-testid="review-steps"][data-count="2"][data-more="false"]') !== null`,
    'the wallet to say that it is on the chain',
  )
  await read('The review')
  await ferry.click('confirm')
  await waitForOrderState(ferry, ['approve_requested'])
  await wallet.waitFor('wallet-approve')
  await read('The wallet asks for the approval')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['sign_requested'])
  await wallet.waitFor('wallet-approve')
  await read('The wallet asks for the signature')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['pending'])
  await read('On its way')
  await releasePending(control)
  await waitForOrderState(ferry, ['verified_terminal'])
  await read('Done')
  checkTransfer(scenario, before, await readScenarioBalances(control, scenario))
  expect(await ferry.attribute('evidence', 'data-verified')).toBe('true')
  expect(toolbarPresses + (await pressed(ferry)) + (await pressed(wallet))).toBe(5)

  // Ferry approves only the amount of a swap. Here an approval is left from another app, so none is needed.
  const approvalData = {
    spenderAddress: getAddress(permit2Address),
    amount: String(scenarioUnits(scenario)),
    tokenAddress: scenario.from.address,
  }
  await approve(origin, { approvalData })
  await ferry.click('do-again')
  await ferry.click('confirm')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['verified_terminal'])
  expect((await pressed(ferry)) + (await pressed(wallet))).toBe(3)

  // The swap used the whole leftover approval. The next one needs an approval again, like any swap with an
  // exact approval.
  await ferry.click('do-again')
  await ferry.click('confirm')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['sign_requested'])
  await wallet.waitFor('wallet-approve')
  await wallet.click('wallet-approve')
  await waitForOrderState(ferry, ['verified_terminal'])
  expect((await pressed(ferry)) + (await pressed(wallet))).toBe(4)
  expect((await control.truth()).requests).toHaveLength(3)

  // None of these comes before an earlier one.
  expect(passed).toEqual(passed.toSorted((one, other) => passing.indexOf(one) - passing.indexOf(other)))
  // `npm run spoken` runs this journey with `-u` and writes the file again.
  await expect(`${received.join('\n')}`).toMatchFileSnapshot('golden/spoken-swap.txt')
})
