import { expect, it } from 'vitest'
import { pay } from '../sandbox/service/person.ts'
import { readTokenBalance } from './balances.ts'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { clearOptions, fillRouteForm, requestHashOf, setOptions } from './route-journey.ts'
import { farAccount, farTokenOf, type RouteScenario } from './route-scenarios.ts'
import {
  confirmReview,
  giveAllConsents,
  goHome,
  openQuote,
  openReview,
  pickToken,
  waitForEnd,
  walletAddress,
} from './swap-journey.ts'
import { tokenOf } from './swap-scenarios.ts'

const journey = useJourney()
const { chains } = journeyHarness()
const harbour = tokenOf(chains, 'Harbour', 'USDC')
const to = tokenOf(chains, 'Island', 'USDC')

function deposit(name: string, from: RouteScenario['from'], refundAddress: string): RouteScenario {
  const options = { enableDepositAddress: true, refundAddress } as const
  return { name, from, to, amountText: '80', receiver: walletAddress, options }
}

async function begin(ferry: View, scenario: RouteScenario): Promise<void> {
  await fillRouteForm(ferry, scenario)
  await openReview(ferry)
  await confirmReview(ferry)
  await ferry.waitFor('deposit-panel')
  expect(await ferry.attribute('deposit-panel', 'data-phase')).toBe('awaited')
}

/** An expression: this step of the payment from an exchange is shown, and its title has the focus. */
function stepIs(step: number, name: string): string {
  return `document.activeElement?.matches('h1') === true && document.activeElement.textContent === 'Step ${step} of 3: ${name}'`
}

/** An expression: the button of a step can be pressed, and does this. */
function continues(doing: string): string {
  return `document.querySelector('[data-testid="deposit-next"][data-step="${doing}"]:enabled') !== null`
}

/** In three steps, each announced by its title. A step back keeps the entered values. */
async function beginBySteps(
  ferry: View,
  { from, to, amountText, receiver = '' }: RouteScenario,
): Promise<void> {
  await ferry.click('welcome-exchange')
  await ferry.waitUntil(stepIs(1, 'What you receive'), 'the first step')
  await pickToken(ferry, 'to', to)
  await pickToken(ferry, 'from', from)
  await ferry.fill('amount', amountText)
  await ferry.fill('receiver', receiver)
  await ferry.waitUntil(continues('continue'), 'the first step to be done')
  await ferry.click('deposit-next')
  await ferry.waitUntil(stepIs(2, 'Refund address'), 'the second step')
  await ferry.press('Escape')
  await ferry.waitUntil(continues('continue'), 'the first step again')
  expect(await ferry.run(`document.querySelector('#amount').value`)).toBe(amountText)
  await ferry.click('deposit-next')
  await ferry.waitUntil(stepIs(2, 'Refund address'), 'the second step once more')
  await ferry.fill('option-refundAddress', walletAddress)
  await ferry.waitUntil(continues('review'), 'a quote for an address')
  await ferry.click('deposit-next')
  await giveAllConsents(ferry)
  await confirmReview(ferry)
  await ferry.waitUntil(stepIs(3, 'Deposit'), 'the third step')
  await ferry.waitFor('deposit-panel')
}

async function next(ferry: View): Promise<void> {
  await goHome(ferry)
  await clearOptions(ferry)
}

it('makes deposits without a wallet: from every kind of chain, too small, and never paid; and shows a route for another wallet', async () => {
  const { control, driver } = journey()
  const ferry = await driver.openFerry()
  await ferry.waitFor('amount')
  const start = await readTokenBalance(control, to)

  await beginBySteps(ferry, deposit('from Harbour', harbour, walletAddress))
  const chain = chains.find(({ chainId }) => chainId === harbour.chainId)
  if (chain === undefined) throw new Error('the sandbox has no such chain')
  await pay(chain, harbour.address, 80_000_000n, await ferry.text('deposit-address'))
  expect([3, 4]).toContain(await waitForEnd(ferry))
  const first = await readTokenBalance(control, to)
  expect(first).toBeGreaterThan(start)

  await next(ferry)
  await begin(ferry, deposit('from Stellar', farTokenOf('Stellar', 'USDC'), farAccount('stellar')))
  expect(await ferry.text('deposit-address')).toMatch(/^G[A-Z2-7]{55}$/)
  expect(await ferry.text('deposit-memo')).toMatch(/^[0-9]+$/)
  await control.deposit(await requestHashOf(ferry), '80000000')
  expect([3, 4]).toContain(await waitForEnd(ferry))
  const second = await readTokenBalance(control, to)
  expect(second).toBeGreaterThan(first)

  await next(ferry)
  await begin(ferry, deposit('from Solana', farTokenOf('Solana', 'USDC'), farAccount('solana')))
  await control.deposit(await requestHashOf(ferry), '70000000')
  expect([6, 7]).toContain(await waitForEnd(ferry))
  await ferry.waitUntil(isWrongAmount, 'the wrong amount to be told')

  await next(ferry)
  await begin(ferry, deposit('from Tron', farTokenOf('Tron', 'USDC'), farAccount('tron')))
  await control.expire(await requestHashOf(ferry))
  expect(await waitForEnd(ferry)).toBe(5)
  // Ferry cannot read that chain: the person may have paid all the same.
  const isReported = `document.body.innerText.includes('If you sent a deposit, don’t send again')`
  await ferry.waitUntil(isReported, 'what to do about a deposit that was sent')
  expect(await readTokenBalance(control, to)).toBe(second)

  // A route for another chain's wallet is displayed, but cannot be sent.
  await next(ferry)
  await pickToken(ferry, 'from', farTokenOf('Solana', 'USDC'))
  await pickToken(ferry, 'to', farTokenOf('Solana', 'SOL'))
  await ferry.fill('receiver', farAccount('solana'))
  await setOptions(ferry, { solanaSponsorAddress: farAccount('solana') })
  await ferry.fill('amount', '50')
  await openQuote(ferry)
  await ferry.click('routes-open')
  await ferry.waitUntil(
    `document.querySelector('[data-testid="route-card"][data-blocked="routeUnusable"]:disabled') !== null`,
    'the sponsored route to be disabled',
  )
  const requested = (await control.asked()).findLast(({ endpoint }) => endpoint === 'quote')
  expect(requested?.params).toMatchObject({ solanaSponsorAddress: farAccount('solana') })
})

/** An expression: the screen says why the deposit failed. */
const isWrongAmount = `document.querySelector('[data-phase="wrongAmount"]')?.textContent.includes('arrived, not')`
