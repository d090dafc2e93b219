import { describe, expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import type { Driver, View } from './driver.ts'
import { journeyHarness } from './journey-harness.ts'
import { checkMoved, heldForScenario } from './money.ts'
import { startScenario, waitOrderState, waitOver, waitProblem } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { testWalletPage } from './wallet-extension/test-wallet.ts'
import { reachSignature, useWallet, walletWays } from './wallet-journey.ts'
import { extensionPerson, isPreset, type WalletPerson } from './wallet-person.ts'

const { browser, chains } = journeyHarness()
const [signedScenario, nativeScenario] = basicScenarios(chains) as [SwapScenario, SwapScenario]

/** A line that breaks is the same to Ferry whatever carried it: Firefox sees it with an extension. */
const breaking = browser === 'firefox' ? walletWays.slice(0, 1) : walletWays

describe.each(walletWays)('a wallet reached by %s', (way) => {
  const scenario = useWallet(way)

  it('signs and sends; an unknown chain is added on the way', async () => {
    const { control, driver, ferry, person } = await scenario()
    expect(await person.origin()).toBe(way === 'extension' ? driver.extensionId : driver.extensionOrigin)
    await person.setMode('auto')
    const before = await heldForScenario(control, signedScenario)
    await startScenario(ferry, signedScenario)
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(signedScenario, before, await heldForScenario(control, signedScenario))
    if (way === 'extension') await listToken(driver, ferry, person)
    await person.forgetChains([nativeScenario.from.chainId])
    const again = await driver.openFerry()
    const held = await heldForScenario(control, nativeScenario)
    await startScenario(again, nativeScenario)
    expect([3, 4]).toContain(await waitOver(again))
    checkMoved(nativeScenario, held, await heldForScenario(control, nativeScenario))
  })
})

/** Has the wallet list what arrived: once it says yes, once no, and once it does not know how. */
async function listToken(driver: Driver, ferry: View, person: WalletPerson): Promise<void> {
  const { symbol } = signedScenario.to
  const says = async (key: 'tokenAdd_added' | 'tokenAdd_declined' | 'tokenAdd_unsupported') => {
    const text = messages[key].message.replace('{symbol}', symbol)
    const said = `document.querySelector('.menu-said')?.textContent.replace(/[\\u2066-\\u2069]/g, '')`
    await ferry.waitUntil(`${said} === ${JSON.stringify(text)}`, text)
  }
  const presses = async () => {
    await ferry.bringToFront()
    await ferry.click('menu')
    await ferry.click('add-token')
  }
  await person.setMode('approve-by-hand')
  await presses()
  expect(await person.question()).toBe(`List ${symbol}`)
  await person.answer(true)
  await says('tokenAdd_added')
  await person.setMode('reject')
  await presses()
  await says('tokenAdd_declined')
  const { href } = new URL('?tokens=no', testWalletPage(driver.name))
  const page = await driver.openPage(href)
  await page.waitUntil(isPreset, 'the wallet to take no tokens')
  await page.close()
  await presses()
  await says('tokenAdd_unsupported')
  await person.setMode('auto')
}

describe.each(breaking)('a wallet reached by %s, broken off', (way) => {
  const scenario = useWallet(way)

  it('the worker dies while the wallet asks: no second prompt, and the next one counts', async () => {
    const { control, driver, ferry, person } = await scenario()
    const before = await heldForScenario(control, signedScenario)
    await reachSignature(ferry, person, signedScenario)
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
    checkMoved(signedScenario, before, await heldForScenario(control, signedScenario))
    expect((await control.truth()).requests).toHaveLength(1)
  })

  it('the worker dies while the wallet asks to send: the chain tells what became of it', async () => {
    const { control, driver, ferry, person } = await scenario()
    const before = await heldForScenario(control, nativeScenario)
    await startScenario(ferry, nativeScenario)
    await waitOrderState(ferry, ['send_requested'])
    await person.question()
    await driver.killBackground()
    await waitOrderState(ferry, ['unknown_outcome'])
    await person.answer(true)
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(nativeScenario, before, await heldForScenario(control, nativeScenario))
    expect((await control.truth()).requests).toHaveLength(1)
  })

  // In Chromium the cells of `wallet-cells.test.ts` show it of an extension.
  if (browser === 'chromium' && way === 'extension') return
  it('the wallet breaks off while it asks: said, and asked again over a new line', async () => {
    const { control, ferry, person } = await scenario()
    const before = await heldForScenario(control, signedScenario)
    await reachSignature(ferry, person, signedScenario)
    await person.breakOff()
    await ferry.bringToFront()
    await waitOrderState(ferry, ['needs_user'])
    expect(await waitProblem(ferry)).toBe('walletGone')
    // A program still shows the question; a worker forgot it as it died.
    if (way === 'loopback') await person.answer(false)
    await person.setMode('auto')
    await ferry.click('retry')
    expect([3, 4]).toContain(await waitOver(ferry))
    checkMoved(signedScenario, before, await heldForScenario(control, signedScenario))
  })
})

describe('a wallet extension that is reloaded while it asks', () => {
  const meet = useWallet('extension')

  async function reloadUnderQuestion() {
    const now = await meet()
    const { control, driver, ferry, person } = now
    const before = await heldForScenario(control, signedScenario)
    await reachSignature(ferry, person, signedScenario)
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
      checkMoved(signedScenario, before, await heldForScenario(control, signedScenario))
      expect((await control.truth()).requests).toHaveLength(1)
    })
  } else {
    it('said; one that does not come back is missed, and the way through the page is left', async () => {
      const { control, driver, ferry } = await reloadUnderQuestion()
      await ferry.click('retry')
      await ferry.waitUntil(
        `document.querySelector('[data-testid="problem"]')?.dataset.code === 'walletNone'`,
        'the wallet to be missed',
        // It may only be asleep, and is waited for.
      )
      const again = await driver.openFerry('#/settings')
      await again.click('setting-wallet')
      await again.click('settings-disconnect')
      await again.click('settings-connect')
      await again.waitFor('wallet-page')
      expect(await again.isVisible('wallet-extension')).toBe(false)
      expect((await control.truth()).requests).toEqual([])
    })
  }
})
