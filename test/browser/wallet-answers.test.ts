import { describe, expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import { journeyHarness } from './journey-harness.ts'
import { openWallets, startScenario, waitForEnd, waitForOrderState, waitForProblem } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { nonPageConnectors, reachSignature, useWallet } from './wallet-journey.ts'

const [signedScenario, nativeScenario] = basicScenarios(journeyHarness().chains) as [
  SwapScenario,
  SwapScenario,
]

describe.each(nonPageConnectors)('the answers of a wallet reached by %s', (way) => {
  const scenario = useWallet(way)

  it('sends nothing when it rejects or is locked, can be retried, and counts a double answer once', async () => {
    const { control, ferry, person } = await scenario()
    const before = await readScenarioBalances(control, signedScenario)
    await person.setMode('reject')
    await startScenario(ferry, signedScenario)
    await waitForOrderState(ferry, ['needs_user'])
    expect(await waitForProblem(ferry)).toBe('walletRejected')
    expect((await control.truth()).requests).toEqual([])
    await person.setMode('locked')
    await ferry.click('retry')
    await ferry.waitUntil(
      `document.querySelector('[data-testid="problem"]')?.dataset.code === 'walletWrongAccount'`,
      'the locked wallet to be named',
    )
    expect((await control.truth()).requests).toEqual([])
    await person.setMode('twice')
    await ferry.click('retry')
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  })

  // The cells of `wallet-cells.test.ts` cover an extension.
  if (way === 'loopback') {
    it('lets the person stop a swap whose wallet is silent', async () => {
      const { control, ferry, person } = await scenario()
      await startScenario(ferry, nativeScenario)
      // A request that is stopped before the wallet shows it never prompts.
      await person.waitForPrompt()
      await ferry.bringToFront()
      await ferry.click('stop')
      await waitForOrderState(ferry, ['unknown_outcome'])
      await person.answer(false)
      expect((await control.truth()).requests).toEqual([])
    })
  }

  it('refuses a signature by another key', async () => {
    const { control, ferry, person } = await scenario()
    await reachSignature(ferry, person, signedScenario)
    await person.setMode('wrong-account')
    await person.answer(true)
    await waitForOrderState(ferry, ['needs_user'])
    expect(await waitForProblem(ferry)).toBe('signatureWrong')
    expect((await control.truth()).requests).toEqual([])
  })

  it('returns the swap to the person when the wallet has another account', async () => {
    const { control, ferry, person } = await scenario()
    await reachSignature(ferry, person, signedScenario)
    await person.chooseAccount(1)
    await waitForOrderState(ferry, ['needs_user'])
    expect(await waitForProblem(ferry)).toBe('walletWrongAccount')
    expect((await control.truth()).requests).toEqual([])
  })

  it('disconnects for good, and remembers the choice', async () => {
    const { driver, ferry, person } = await scenario()
    await ferry.click('account')
    await ferry.click('disconnect')
    await ferry.waitGone('account')
    await person.chooseAccount(1)
    const again = await driver.openFerry()
    await openWallets(again)
    await again.waitUntil(
      `document.querySelector('[data-testid="wallet-list"] button')?.dataset.testid === 'wallet-${way}'`,
      'the last choice to be the first',
    )
    expect(await again.isVisible('account')).toBe(false)
  })
})
