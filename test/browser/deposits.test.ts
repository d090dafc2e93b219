import { expect, it } from 'vitest'
import { pay } from '../sandbox/service/person.ts'
import { readTokenBalance } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { confirmReview, giveAllConsents, pickToken, waitForEnd, walletAddress } from './swap-journey.ts'
import { tokenOf } from './swap-scenarios.ts'

const journey = useJourney()
const { chains } = journeyHarness()
const from = tokenOf(chains, 'Harbour', 'USDC')
const to = tokenOf(chains, 'Island', 'USDC')
const amount = '80'

/** An expression: this step of the payment from an exchange is shown, and its title has the focus. */
function stepIs(step: number, name: string): string {
  return `document.activeElement?.matches('h1') === true && document.activeElement.textContent === 'Step ${step} of 3: ${name}'`
}

/** An expression: the button of a step can be pressed, and does this. */
function continues(doing: string): string {
  return `document.querySelector('[data-testid="deposit-next"][data-step="${doing}"]:enabled') !== null`
}

it('settles a deposit without a wallet in three steps, each announced by its title, and a step back returns to the entered values', async () => {
  const { control, driver } = journey()
  const ferry = await driver.openFerry()
  const start = await readTokenBalance(control, to)
  await ferry.click('welcome-exchange')
  await ferry.waitUntil(stepIs(1, 'What you receive'), 'the first step')
  await pickToken(ferry, 'to', to)
  await pickToken(ferry, 'from', from)
  await ferry.fill('amount', amount)
  await ferry.fill('receiver', walletAddress)
  await ferry.waitUntil(continues('continue'), 'the first step to be done')
  await ferry.click('deposit-next')
  await ferry.waitUntil(stepIs(2, 'Refund address'), 'the second step')
  await ferry.press('Escape')
  await ferry.waitUntil(continues('continue'), 'the first step again')
  expect(await ferry.run(`document.querySelector('#amount').value`)).toBe(amount)
  await ferry.click('deposit-next')
  await ferry.waitUntil(stepIs(2, 'Refund address'), 'the second step again')
  await ferry.fill('option-refundAddress', walletAddress)
  await ferry.waitUntil(continues('review'), 'a quote for an address')
  await ferry.click('deposit-next')
  await giveAllConsents(ferry)
  await confirmReview(ferry)
  await ferry.waitUntil(stepIs(3, 'Deposit'), 'the third step')
  await ferry.waitFor('deposit-panel')
  const chain = chains.find(({ chainId }) => chainId === from.chainId)
  if (chain === undefined) throw new Error('the sandbox has no such chain')
  await pay(chain, from.address, 80_000_000n, await ferry.text('deposit-address'))
  expect([3, 4]).toContain(await waitForEnd(ferry))
  expect(await readTokenBalance(control, to)).toBeGreaterThan(start)
})
