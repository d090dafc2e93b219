import { afterEach, describe, expect, it } from 'vitest'
import type { View } from './driver.ts'
import { type Journey, useJourney } from './journey.ts'
import { checkMoved, heldForRide } from './money.ts'
import { basicRides, type Ride } from './rides.ts'
import { theStage } from './stage.ts'
import { keepQuotes, startRide, waitOrderState, waitOver, waitProblem } from './swap-journey.ts'
import { connectWith, extensionPerson, programPerson, type WalletPerson } from './wallet-person.ts'

const { browser, chains } = theStage()
const [signedRide, nativeRide] = basicRides(chains) as [Ride, Ride]

const ways = [
  ['extension', extensionPerson],
  ['loopback', programPerson],
] as const

/** What a wallet answers is the same to Ferry whatever carries it, and in each browser: Firefox sees it once. */
const answering = browser === 'firefox' ? ways.slice(0, 1) : ways

/** Gives how to bring Ferry and a wallet's person together, fresh for each test. */
function useWallet([way, meet]: (typeof ways)[number]) {
  const journey = useJourney({ wallet: way })
  let met: WalletPerson | null = null
  afterEach(async () => {
    await met?.stop()
    met = null
  })
  return async (): Promise<Journey & { ferry: View; person: WalletPerson }> => {
    const now = journey()
    await keepQuotes(now.control)
    const person = await meet(now)
    met = person
    const ferry = await now.driver.openFerry()
    await connectWith(ferry, person)
    return { ...now, ferry, person }
  }
}

/** Starts a swap, approves its token, and waits for the question for its signature. */
async function reachSignature(ferry: View, person: WalletPerson): Promise<void> {
  await startRide(ferry, signedRide)
  await person.answer(true)
  await waitOrderState(ferry, ['sign_requested'])
  await person.question()
}

describe.each(ways)('a wallet reached by %s', (way, meet) => {
  const ride = useWallet([way, meet] as (typeof ways)[number])

  it('signs and sends; an unknown chain is added on the way', async () => {
    const { control, driver, ferry, person } = await ride()
    expect(await person.origin()).toBe(way === 'extension' ? driver.extensionId : driver.extensionOrigin)
    await person.setMode('auto')
    const before = await heldForRide(control, signedRide)
    await startRide(ferry, signedRide)
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(signedRide, before, await heldForRide(control, signedRide))
    await person.forgetChains([nativeRide.from.chainId])
    const again = await driver.openFerry()
    const held = await heldForRide(control, nativeRide)
    await startRide(again, nativeRide)
    expect([3, 4]).toContain(await waitOver(again))
    checkMoved(nativeRide, held, await heldForRide(control, nativeRide))
  })

  it('the worker dies while the wallet asks: no second prompt, and the next one counts', async () => {
    const { control, driver, ferry, person } = await ride()
    const before = await heldForRide(control, signedRide)
    await reachSignature(ferry, person)
    const { proveDeath } = await driver.killBackground()
    await waitOrderState(ferry, ['needs_user'])
    await proveDeath()
    expect(await waitProblem(ferry)).toBe('walletGone')
    // The question of the dead worker is still there; its answer is nobody's.
    await person.answer(true)
    await ferry.click('retry')
    await waitOrderState(ferry, ['sign_requested'])
    await person.answer(true)
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(signedRide, before, await heldForRide(control, signedRide))
    expect((await control.truth()).requests).toHaveLength(1)
  })

  it('the worker dies while the wallet asks to send: the chain tells what became of it', async () => {
    const { control, driver, ferry, person } = await ride()
    const before = await heldForRide(control, nativeRide)
    await startRide(ferry, nativeRide)
    await waitOrderState(ferry, ['send_requested'])
    await person.question()
    await driver.killBackground()
    await waitOrderState(ferry, ['unknown_outcome'])
    await person.answer(true)
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(nativeRide, before, await heldForRide(control, nativeRide))
    expect((await control.truth()).requests).toHaveLength(1)
  })

  it('the wallet breaks off while it asks: said, and asked again over a new line', async () => {
    const { control, ferry, person } = await ride()
    const before = await heldForRide(control, signedRide)
    await reachSignature(ferry, person)
    await person.breakOff()
    await ferry.bringToFront()
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('walletGone')
    // A program still shows the question; a worker forgot it as it died.
    if (way === 'loopback') await person.answer(false)
    await person.setMode('auto')
    await ferry.click('retry')
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(signedRide, before, await heldForRide(control, signedRide))
  })
})

describe.each(answering)('what a wallet reached by %s answers', (way, meet) => {
  const ride = useWallet([way, meet] as (typeof ways)[number])

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

  it('a wallet that is silent can be left', async () => {
    const { control, ferry, person } = await ride()
    await person.setMode('never')
    await startRide(ferry, nativeRide)
    await ferry.waitFor('waiting-screen')
    await ferry.click('abandon')
    await waitOrderState(ferry, ['unknown_outcome'])
    expect((await control.truth()).requests).toEqual([])
  })

  it('a signature of another key is refused', async () => {
    const { control, ferry, person } = await ride()
    await reachSignature(ferry, person)
    await person.setMode('wrong-account')
    await person.answer(true)
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('signatureWrong')
    expect((await control.truth()).requests).toEqual([])
  })

  it('another account in the wallet brings the swap back to the person', async () => {
    const { control, ferry, person } = await ride()
    await reachSignature(ferry, person)
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

describe('a wallet extension that is reloaded while it asks', () => {
  const meet = useWallet(['extension', extensionPerson])

  async function reloadUnderQuestion() {
    const now = await meet()
    const { control, driver, ferry, person } = now
    const before = await heldForRide(control, signedRide)
    await reachSignature(ferry, person)
    await driver.reloadWallet()
    await ferry.bringToFront()
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('walletGone')
    return { ...now, before }
  }

  if (browser === 'firefox') {
    it('said; asked again over a new line it signs once', async () => {
      const { control, driver, ferry, before } = await reloadUnderQuestion()
      // Its page went with it.
      const person = await extensionPerson({ driver })
      await person.setMode('auto')
      await ferry.click('retry')
      expect([3, 4]).toContain(await waitOver(ferry))
      checkMoved(signedRide, before, await heldForRide(control, signedRide))
      expect((await control.truth()).requests).toHaveLength(1)
    })
  } else {
    it('said; one that does not come back is missed, and the way through the page is left', async () => {
      const { control, driver, ferry } = await reloadUnderQuestion()
      await ferry.click('retry')
      await ferry.waitUntil(
        `document.querySelector('[data-testid="problem"]')?.dataset.code === 'walletNone'`,
        'the wallet to be missed',
      )
      const again = await driver.openFerry('#/settings')
      await again.click('settings-disconnect')
      await again.click('settings-connect')
      await again.waitFor('wallet-page')
      expect(await again.isVisible('wallet-extension')).toBe(false)
      expect((await control.truth()).requests).toEqual([])
    })
  }
})
