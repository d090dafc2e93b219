import { describe, expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import { checkTransfer, readScenarioBalances } from './balances.ts'
import type { Driver, View } from './driver.ts'
import { journeyHarness } from './journey-harness.ts'
import { startScenario, waitForEnd, waitForOrderState, waitForProblem } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { testWalletPage } from './wallet-extension/test-wallet.ts'
import { nonPageConnectors, reachSignature, useWallet } from './wallet-journey.ts'
import { extensionPerson, isPreset, type WalletPerson } from './wallet-person.ts'

const { browser, chains } = journeyHarness()
const [signedScenario, nativeScenario] = basicScenarios(chains) as [SwapScenario, SwapScenario]

/** A broken connection is the same to Ferry for every connector, so Firefox tests only the extension. */
const breaking = browser === 'firefox' ? nonPageConnectors.slice(0, 1) : nonPageConnectors

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

describe.each(breaking)('a wallet reached by %s whose connection breaks', (way) => {
  const scenario = useWallet(way)

  it('shows no second prompt when the worker dies during the request, and uses the next answer', async () => {
    const { control, driver, ferry, person } = await scenario()
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
    await person.answer(true)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
    expect((await control.truth()).requests).toHaveLength(1)
  })

  it('reads the outcome of a send from the chain when the worker dies during the request', async () => {
    const { control, driver, ferry, person } = await scenario()
    const before = await readScenarioBalances(control, nativeScenario)
    await startScenario(ferry, nativeScenario)
    await waitForOrderState(ferry, ['send_requested'])
    await person.waitForPrompt()
    await driver.killBackground()
    await waitForOrderState(ferry, ['unknown_outcome'])
    await person.answer(true)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(nativeScenario, before, await readScenarioBalances(control, nativeScenario))
    expect((await control.truth()).requests).toHaveLength(1)
  })

  // In Chromium the cells of `wallet-cells.test.ts` cover an extension.
  if (browser === 'chromium' && way === 'extension') return
  it('reports a connection that breaks during a request, and retries over a new one', async () => {
    const { control, ferry, person } = await scenario()
    const before = await readScenarioBalances(control, signedScenario)
    await reachSignature(ferry, person, signedScenario)
    await person.breakConnection()
    await ferry.bringToFront()
    await waitForOrderState(ferry, ['needs_user'])
    expect(await waitForProblem(ferry)).toBe('walletGone')
    // A program still shows the prompt. A worker forgot it when it died.
    if (way === 'loopback') await person.answer(false)
    await person.setMode('auto')
    await ferry.click('retry')
    expect([3, 4]).toContain(await waitForEnd(ferry))
    checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
  })
})

describe('a wallet extension that is reloaded during a request', () => {
  const meet = useWallet('extension')

  async function reloadUnderQuestion() {
    const now = await meet()
    const { control, driver, ferry, person } = now
    const before = await readScenarioBalances(control, signedScenario)
    await reachSignature(ferry, person, signedScenario)
    await driver.reloadWallet()
    await ferry.bringToFront()
    await waitForOrderState(ferry, ['needs_user'])
    expect(await waitForProblem(ferry)).toBe('walletGone')
    return { ...now, before }
  }

  if (browser === 'firefox') {
    it('is reported, and signs once when the request is retried over a new connection', async () => {
      const { control, driver, ferry, before } = await reloadUnderQuestion()
      // Its page closed with it.
      const person = await extensionPerson({ driver })
      await person.setMode('auto')
      await ferry.click('retry')
      expect([3, 4]).toContain(await waitForEnd(ferry))
      checkTransfer(signedScenario, before, await readScenarioBalances(control, signedScenario))
      expect((await control.truth()).requests).toHaveLength(1)
    })
  } else {
    it('is reported as missing if it does not come back, and the wallet page remains available', async () => {
      const { control, driver, ferry } = await reloadUnderQuestion()
      await ferry.click('retry')
      await ferry.waitUntil(
        `document.querySelector('[data-testid="problem"]')?.dataset.code === 'walletNone'`,
        'the wallet to be missed',
        // It may only sleep, so Ferry waits for it.
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
