import { expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  confirmReview,
  connect,
  doneStates,
  fillForm,
  goHome,
  lengthenQuotes,
  openQuote,
  openReview,
  primaryIs,
  startScenario,
  waitForOrderState,
  waitForProblem,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signed, native] = basicScenarios(journeyHarness().chains) as [SwapScenario, SwapScenario]
const exact = '123.456789'

/** Returns the text of an element with plain blanks, and without the marks around a symbol. */
const said = async (page: View, testId: string) =>
  (await page.text(testId)).replaceAll(/[\s\u00a0]+/g, ' ').replaceAll(/[\u2066-\u2069]/g, '')

it('shows exact amounts, ignores a refused slippage, ends a failed send, and converts dollars at the new price', async () => {
  const { control, driver } = journey()
  await lengthenQuotes(control)
  const quoted = async () => (await control.asked()).filter(({ endpoint }) => endpoint === 'quote')
  const ferry = await driver.openFerry()
  const wallet = await connect(driver, ferry, 'approve-by-hand')

  // A refused slippage leaves the one before in force. Its first digit is a valid one, and may cause a request.
  await fillForm(ferry, { ...signed, amountText: exact })
  const lastSlippage = async () => (await quoted()).at(-1)?.params.slippage
  const before = await lastSlippage()
  await openQuote(ferry)
  await ferry.click('slippage-edit')
  await ferry.click('slippage')
  await ferry.type('100')
  expect(await ferry.attribute('slippage', 'aria-invalid')).toBe('true')
  await ferry.press('Escape')
  await ferry.click('ring')
  await ferry.waitUntil(primaryIs('review'), 'a quote that can be reviewed')
  expect(await lastSlippage()).toBe(before)

  // The review, its button and the waiting screen show every digit of the payment.
  await openReview(ferry)
  expect(await said(ferry, 'review-amounts')).toContain(`You pay ${exact} USDC`)
  expect(await said(ferry, 'review-amounts')).toContain(`${messages.slippageUsed.message}0.5%`)
  expect(await said(ferry, 'confirm')).toBe(`Approve ${exact} USDCStep 1 of 2`)
  await confirmReview(ferry)
  await waitForOrderState(ferry, ['approve_requested'])
  await wallet.waitFor('wallet-approve')
  expect(await said(wallet, 'wallet-title')).toBe(`Approve ${exact} USDC`)
  await ferry.bringToFront()
  expect(await said(ferry, 'waiting-screen')).toContain(`Approve exactly ${exact} USDC`)
  await wallet.click('wallet-reject')
  await waitForOrderState(ferry, ['needs_user'])
  await goHome(ferry)

  // A failed send shows the reason of the wallet, can be put away, and blocks no later swap.
  await wallet.choose('wallet-mode', 'blind-signing-off')
  await ferry.bringToFront()
  await startScenario(ferry, native)
  await waitForOrderState(ferry, ['unknown_outcome'])
  expect(await waitForProblem(ferry)).toBe('walletBlindSigning')
  expect(await said(ferry, 'problem')).toContain(messages.problem_walletBlindSigning.message)
  await ferry.click('stop')
  await waitForOrderState(ferry, ['stopping', 'abandoned_unsigned'])
  await goHome(ferry)
  await wallet.choose('wallet-mode', 'auto')
  await ferry.bringToFront()
  const held = await readScenarioBalances(control, native)
  await startScenario(ferry, native)
  await waitForOrderState(ferry, doneStates)
  checkTransfer(native, held, await readScenarioBalances(control, native))

  // Dollars use the price of the quote, not the one that an earlier view stored.
  await goHome(ferry)
  await ferry.fill('amount', '')
  const pointer = '/result/input/priceInUsd'
  await control.fault({ endpoint: 'quote', kind: 'field', value: { pointer, value: 4000 } })
  const requested = (await quoted()).length
  const later = await driver.openFerry()
  await later.waitFor('entry-toggle')
  await later.click('entry-toggle')
  await later.fill('amount', '100')
  const units = `${10n ** 18n / 40n}`
  const amounts = async () => (await quoted()).slice(requested).map(({ params }) => params.inputAmount)
  await expect.poll(async () => (await amounts()).at(-1)).toBe(units)
  expect((await amounts())[0]).not.toBe(units)
  await later.waitUntil(primaryIs('review'), 'a quote of the new amount')
  expect(await said(later, 'entry-toggle')).toContain(`0.025 ${native.from.symbol}`)
})
