import { describe, expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import { checkTransfer, readScenarioBalances } from './balances.ts'
import type { Driver, View } from './driver.ts'
import { journeyHarness } from './journey-harness.ts'
import {
  goHome,
  openWallets,
  startScenario,
  waitForEnd,
  waitForOrderState,
  waitForProblem,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { testWalletPage } from './wallet-extension/test-wallet.ts'
import { nonPageConnectors, reachSignature, useWallet } from './wallet-journey.ts'
import { extensionPerson, isPreset, type WalletPerson } from './wallet-person.ts'

const { browser, chains } = journeyHarness()
const [signedScenario, nativeScenario] = basicScenarios(chains) as [SwapScenario, SwapScenario]

describe.each(nonPageConnectors)('a wallet reached by %s', (way) => {
  const scenario = useWallet(way)

  it('signs and sends, and adds an unknown chain', async () => {
    const { control, driver, ferry, person } = await scenario()
    expect(await person.requestingOrigin()).toBe(
      way === 'extension' ? driver.extensionId : driver.extensionOrigin,
    )
    await person.setMode('auto')
    const before = await readScenarioBalances(control, signedScenario)
    await startScenario(ferry, signedScenario)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
    if (way === 'extension') await listToken(driver, ferry, person)
    await person.forgetChains([nativeScenario.from.chainId])
    const again = await driver.openFerry()
    const held = await readScenarioBalances(control, nativeScenario)
    await startScenario(again, nativeScenario)
    expect([3, 4]).toContain(await waitForEnd(again))
    checkTransfer(nativeScenario, held, await readScenarioBalances(control, nativeScenario))
  })

  // Every connector gives Ferry the same answers and failures in every browser, so Firefox runs them for one.
  if (browser === 'firefox' && way === 'loopback') return

  const breaks = way === 'loopback'
  const also = breaks ? '; a connection that breaks is reported, and the next request uses a new one' : ''
  it(`shows no second prompt when the worker dies during the request, and uses the next answer${also}`, async () => {
    const { control, driver, ferry, person, taken } = await scenario()
    const before = await readScenarioBalances(control, signedScenario)
    await reachSignature(ferry, person, signedScenario)
    const { proveDeath } = await driver.killBackground()
    await waitForOrderState(ferry, ['needs_user'])
    await proveDeath()
    expect(await waitForProblem(ferry)).toBe('walletGone')
    // The dead worker's prompt is still open. Its answer reaches no order.
    await person.answer(true)
    await ferry.click('retry')
    await waitForOrderState(ferry, ['sign_requested'])
    if (breaks) {
      await person.waitForPrompt()
      await person.breakConnection()
      await ferry.bringToFront()
      await waitForOrderState(ferry, ['needs_user'])
      expect(await waitForProblem(ferry)).toBe('walletGone')
      // A program still shows the prompt.
      await person.answer(false)
      await person.setMode('auto')
      await ferry.click('retry')
    } else await person.answer(true)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
    expect((await control.truth()).requests).toHaveLength(taken + 1)
  })

  // In Chromium the cells of `wallet-cells.test.ts` cover an extension.
  if (browser === 'firefox') {
    it('reports a connection that breaks during a request, and retries over a new one', async () => {
      const { control, ferry, person } = await scenario()
      const before = await readScenarioBalances(control, signedScenario)
      await reachSignature(ferry, person, signedScenario)
      await person.breakConnection()
      await ferry.bringToFront()
      await waitForOrderState(ferry, ['needs_user'])
      expect(await waitForProblem(ferry)).toBe('walletGone')
      await person.setMode('auto')
      await ferry.click('retry')
      expect([3, 4]).toContain(await waitForEnd(ferry))
      checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
    })
  }

  // What Ferry does with these answers, and after a lost send, does not depend on how they came.
  if (browser === 'chromium' && way === 'extension') {
    it('reads the outcome of a send from the chain when the worker dies during the request', async () => {
      const { control, driver, ferry, person, taken } = await scenario()
      const before = await readScenarioBalances(control, nativeScenario)
      await startScenario(ferry, nativeScenario)
      await waitForOrderState(ferry, ['send_requested'])
      await person.waitForPrompt()
      await driver.killBackground()
      await waitForOrderState(ferry, ['unknown_outcome'])
      await person.answer(true)
      expect([3, 4]).toContain(await waitForEnd(ferry))
      checkTransfer(nativeScenario, before, await readScenarioBalances(control, nativeScenario))
      expect((await control.truth()).requests).toHaveLength(taken + 1)
    })

    it('sends nothing when it rejects, is locked or changes to another account, can be retried, counts a double answer once, and is disconnected for good', async () => {
      const { control, driver, ferry, person, taken } = await scenario()
      const problemIs = (code: string) =>
        ferry.waitUntil(`document.querySelector('[data-testid="problem"]')?.dataset.code === '${code}'`, code)
      const before = await readScenarioBalances(control, signedScenario)
      await person.setMode('reject')
      await startScenario(ferry, signedScenario)
      await waitForOrderState(ferry, ['needs_user'])
      expect(await waitForProblem(ferry)).toBe('walletRejected')
      expect((await control.truth()).requests).toHaveLength(taken)
      await person.setMode('locked')
      await ferry.click('retry')
      await problemIs('walletWrongAccount')
      await person.setMode('approve-by-hand')
      await ferry.click('retry')
      await person.answer(true)
      await waitForOrderState(ferry, ['sign_requested'])
      await person.waitForPrompt()
      await person.chooseAccount(1)
      await problemIs('walletWrongAccount')
      await person.answer(false)
      expect((await control.truth()).requests).toHaveLength(taken)
      await person.chooseAccount(0)
      await person.setMode('twice')
      await ferry.click('retry')
      expect([3, 4]).toContain(await waitForEnd(ferry))
      checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
      expect((await control.truth()).requests).toHaveLength(taken + 1)

      await goHome(ferry)
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
  }

  if (way === 'extension') {
    // Last, because Chromium without a window disables the reloaded wallet.
    const end =
      browser === 'firefox'
        ? 'signs once when the request is retried over a new connection'
        : 'is reported as missing, and the wallet page remains available'
    it(`is reported when it is reloaded during a request; then it ${end}`, async () => {
      const { control, driver, ferry, person, taken } = await scenario()
      const before = await readScenarioBalances(control, signedScenario)
      await reachSignature(ferry, person, signedScenario)
      await driver.reloadWallet()
      await ferry.bringToFront()
      await waitForOrderState(ferry, ['needs_user'])
      expect(await waitForProblem(ferry)).toBe('walletGone')
      if (browser === 'firefox') {
        // Its page closed with it.
        await (await extensionPerson({ driver })).setMode('auto')
        await ferry.click('retry')
        expect([3, 4]).toContain(await waitForEnd(ferry))
        checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
        expect((await control.truth()).requests).toHaveLength(taken + 1)
        return
      }
      await ferry.click('retry')
      // It may only sleep, so Ferry waits for it.
      await ferry.waitUntil(
        `document.querySelector('[data-testid="problem"]')?.dataset.code === 'walletNone'`,
        'the wallet to be missed',
      )
      const again = await driver.openFerry('#/settings')
      await again.click('setting-wallet')
      await again.click('settings-disconnect')
      await again.click('settings-connect')
      await again.waitFor('wallet-page')
      expect(await again.isVisible('wallet-extension')).toBe(false)
      expect((await control.truth()).requests).toHaveLength(taken)
    })
  }
})

/** Lets the wallet list the output token: approved once, rejected once, and once unsupported. */
async function listToken(driver: Driver, ferry: View, person: WalletPerson): Promise<void> {
  const { symbol } = signedScenario.to
  const says = async (key: 'tokenAdd_added' | 'tokenAdd_declined' | 'tokenAdd_unsupported') => {
    const text = messages[key].message.replace('{symbol}', symbol)
    const said = `document.querySelector('[data-testid=add-token-said]')?.textContent.replace(/[\\u2066-\\u2069]/g, '')`
    await ferry.waitUntil(`${said} === ${JSON.stringify(text)}`, text)
  }
  const presses = async () => {
    await ferry.bringToFront()
    await ferry.click('add-token')
  }
  await person.setMode('approve-by-hand')
  await presses()
  expect(await person.waitForPrompt()).toBe(`List ${symbol}`)
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
