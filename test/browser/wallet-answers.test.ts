import { describe, expect, it } from 'vitest'
import { checkMoved, heldForRide } from './money.ts'
import { theStage } from './stage.ts'
import { startRide, waitOrderState, waitOver, waitProblem } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { reachSignature, useWallet, walletWays } from './wallet-journey.ts'

const [signedRide, nativeRide] = basicScenarios(theStage().chains) as [SwapScenario, SwapScenario]

describe.each(walletWays)('what a wallet reached by %s answers', (way) => {
  const ride = useWallet(way)

  it('refused or locked it sends nothing and can be asked again; an answer given twice counts once', async () => {
    const { control, ferry, person } = await ride()
    const before = await heldForRide(control, signedRide)
    await person.setMode('reject')
    await startRide(ferry, signedRide)
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('walletRejected')
    expect((await control.truth()).requests).toEqual([])
    await person.setMode('locked')
    await ferry.click('retry')
    await ferry.waitUntil(
      `document.querySelector('[data-testid="problem"]')?.dataset.code === 'walletLocked'`,
      'the locked wallet to be named',
      60_000,
    )
    expect((await control.truth()).requests).toEqual([])
    await person.setMode('twice')
    await ferry.click('retry')
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(signedRide, before, await heldForRide(control, signedRide))
  })

  // Of an extension the cells of `wallet-cells.test.ts` show it.
  if (way === 'loopback') {
    it('a wallet that is silent can be left', async () => {
      const { control, ferry, person } = await ride()
      await startRide(ferry, nativeRide)
      // What is stopped before the wallet shows it is never put to it.
      await person.question()
      await ferry.bringToFront()
      await ferry.click('abandon')
      await waitOrderState(ferry, ['unknown_outcome'])
      await person.answer(false)
      expect((await control.truth()).requests).toEqual([])
    })
  }

  it('a signature of another key is refused', async () => {
    const { control, ferry, person } = await ride()
    await reachSignature(ferry, person, signedRide)
    await person.setMode('wrong-account')
    await person.answer(true)
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('signatureWrong')
    expect((await control.truth()).requests).toEqual([])
  })

  it('another account in the wallet brings the swap back to the person', async () => {
    const { control, ferry, person } = await ride()
    await reachSignature(ferry, person, signedRide)
    await person.chooseAccount(1)
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('walletWrongAccount')
    expect((await control.truth()).requests).toEqual([])
  })

  it('disconnecting is final, and the choice is remembered', async () => {
    const { driver, ferry, person } = await ride()
    await ferry.click('account')
    await ferry.click('disconnect')
    await ferry.waitGone('account')
    await person.chooseAccount(1)
    const again = await driver.openFerry()
    await again.waitFor('connect')
    await again.click('connect')
    await again.waitUntil(
      `document.querySelector('[data-testid="wallet-list"] button')?.dataset.testid === 'wallet-${way}'`,
      'the last choice to be the first',
    )
    expect(await again.isVisible('account')).toBe(false)
  })
})
