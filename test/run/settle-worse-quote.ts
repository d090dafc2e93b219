import { join } from 'node:path'
import type { View } from '../browser/driver.ts'
import {
  confirmReview,
  doneStates,
  fillForm,
  findPage,
  goHome,
  openReview,
  waitForOrderState,
} from '../browser/swap-journey.ts'
import { basicScenarios, type SwapScenario } from '../browser/swap-scenarios.ts'
import type { WalletMode } from '../sandbox/pages/wallet/wallet-mode.ts'
import type { LiveHarness } from './live-harness.ts'
import { pictures } from './settle-three.ts'
import { waitForEnd } from './wait-for-end.ts'

const quoteSeconds = 24

/**
 * A swap whose quote expires during the approval. The next quote brings a little less, and the person
 * accepts it.
 */
export async function settleWorseQuote(harness: LiveHarness, ferry: View, number: number): Promise<void> {
  const { sandbox, say } = harness
  const [scenario] = basicScenarios(sandbox.ledger.chains) as [SwapScenario]
  const wallet = await createWalletControls(harness)
  const seen = (await sandbox.control.truth()).requests.length
  say(
    `${number}. a next quote that is 0.05 % worse: ${scenario.amountText} ${scenario.from.symbol} for ${scenario.to.symbol}`,
  )
  await sandbox.control.life({ quoteSeconds })
  await wallet.setMode('approve-by-hand')
  await ferry.bringToFront()
  await fillForm(ferry, scenario)
  await openReview(ferry)
  await sandbox.control.offer({ lessPercent: '0.05' })
  await confirmReview(ferry)
  await new Promise((done) => setTimeout(done, quoteSeconds * 1_000))
  await wallet.answer(true)
  await waitForOrderState(ferry, ['needs_user'])
  say(`   ${await ferry.text('offer')}`)
  await ferry.click('accept-offer')
  await waitForOrderState(ferry, ['sign_requested'])
  await wallet.answer(true)
  await waitForOrderState(ferry, doneStates)
  await waitForEnd(harness, seen, 'SETTLED')
  await ferry.screenshot(join(pictures, `${number}-done.png`))
  await sandbox.control.offer({})
  await sandbox.control.life({ quoteSeconds: 60 })
  await wallet.setMode('auto')
  await ferry.bringToFront()
  await goHome(ferry)
}

interface WalletControls {
  setMode(mode: WalletMode): Promise<void>
  answer(isApproved: boolean): Promise<void>
}

async function createWalletControls({ driver, person }: LiveHarness): Promise<WalletControls> {
  if (person !== null) return person
  const page = await findPage(driver, '/wallet')
  return {
    setMode: (mode) => page.choose('wallet-mode', mode),
    answer: (isApproved) => page.click(isApproved ? 'wallet-approve' : 'wallet-reject'),
  }
}
