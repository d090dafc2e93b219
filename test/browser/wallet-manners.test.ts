import { expect, it } from 'vitest'
import { checkMoved, heldForRide } from './money.ts'
import { theStage } from './stage.ts'
import { startRide, waitOrderState, waitOver } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { testWalletPage } from './wallet-extension/test-wallet.ts'
import { useWallet } from './wallet-journey.ts'

const [signedRide] = basicScenarios(theStage().chains) as [SwapScenario]
const ride = useWallet('extension')

it('a wallet that sleeps is woken, and one that hides its question is looked for', async () => {
  const { control, driver, ferry, person } = await ride()
  const before = await heldForRide(control, signedRide)
  await person.setManners(['asleep', 'hides'])
  await person.breakOff()
  // Found while its worker starts: the list is there at once, and the wallet comes in.
  const list = await driver.openFerry('#/settings')
  await list.click('setting-wallet')
  await list.click('settings-disconnect')
  await list.click('settings-connect')
  await list.waitFor('wallet-page', 3_000)
  await list.waitUntil(
    `document.querySelector('[data-testid="wallet-extension"]')?.dataset.state === 'there'`,
    'the wallet to wake',
  )
  await list.click('wallet-extension')
  await list.click('wallet-connect')
  await list.waitUntil(
    `document.querySelector('[data-testid="settings-disconnect"]') !== null`,
    'the account',
  )

  // Asleep again under a confirmed review: said, and then asked.
  await person.setManners(['deaf', 'hides'])
  await person.breakOff()
  await ferry.bringToFront()
  await startRide(ferry, signedRide)
  await waitOrderState(ferry, ['approve_requested'])
  await ferry.waitUntil(
    `document.querySelector('[data-testid="waiting-screen"]')?.dataset.waking === 'true'`,
    'the wallet to be called asleep',
  )
  // Its window does not come: after eight seconds the person is told where to look, and finds it there.
  await ferry.waitFor('waiting-hidden', 30_000)
  await person.setMode('auto')
  const opened = await driver.openPage(testWalletPage(driver.name))
  await opened.click('wallet-approve')
  await ferry.bringToFront()
  expect([3, 4]).toContain(await waitOver(ferry))
  checkMoved(signedRide, before, await heldForRide(control, signedRide))
  expect((await control.truth()).requests).toHaveLength(1)
})
