import { deepEqual, equal, ok } from 'node:assert/strict'
import { checkMoved, checkSubmits, heldForScenario } from '../browser/balances.ts'
import { waitOrderState, waitOver } from '../browser/swap-journey.ts'
import { scenarioUnits } from '../browser/swap-scenarios.ts'
import { connectWith } from '../browser/wallet-person.ts'
import { personAt } from './cell-person.ts'
import type { Cell } from './cell.ts'
import { allowBeforehand, allowedUnits, minedOf, type WalletScene } from './scene.ts'

/** Runs one cell in a scene, from a new wallet to its end. Throws at a violation. */
export async function liveCell(scene: WalletScene, cell: Cell): Promise<void> {
  const { control, person } = scene
  const at = personAt(scene, cell)
  const { scenario } = at
  await begin(scene, cell)
  if (cell.step !== 'send') await allowBeforehand(scene, scenario, cell.step === 'sign')
  const before = await heldForScenario(control, scenario)
  const { requests: known } = await control.truth()
  const mined = await minedOf(scene, scenario)

  await cell.work(at)
  await at.saysYesToAll()
  await waitEnd(scene, cell)

  const isSwapped = cell.ends === 'swapped'
  const after = await heldForScenario(control, scenario)
  if (isSwapped) checkMoved(scenario, before, after)
  else deepEqual(after, before, 'money moved')
  const { requests, problems } = await control.truth()
  equal(requests.length - known.length, isSwapped ? 1 : 0, 'requests that were taken up')
  equal((await minedOf(scene, scenario)) - mined, cell.mined, 'transactions that were mined')
  const first = (titles: readonly string[]) => titles.map((title) => title.split(' ')[0])
  const connecting = cell.step === 'connect' ? [] : ['Connect']
  deepEqual(first(await person.asked()), first([...connecting, ...cell.asks]), 'what the person was asked')
  if (cell.step !== 'send') {
    const left = cell.step === 'sign' && !isSwapped ? scenarioUnits(scenario) : 0n
    equal(await allowedUnits(scene, scenario), left, 'what is still allowed')
  }
  await checkSubmits(control)
  deepEqual(problems, [], 'what the solver met')
  const { complaints, extensionOrigin } = scene.driver
  deepEqual(
    complaints().filter((complaint) => complaint.startsWith(extensionOrigin)),
    [],
    'what Ferry complained of',
  )
}

/** Opens the form with a new wallet, connected if the cell is about a later step. */
async function begin({ driver, ferry, person, scenarios }: WalletScene, { step }: Cell): Promise<void> {
  await ferry.goto(`${driver.extensionOrigin}/popup.html`)
  // Firefox reports no load of a page whose URL differs only after the #.
  await ferry.run(`location.hash = '#/settings'`)
  await ferry.click('setting-wallet')
  await ferry.waitUntil(
    `document.querySelector('[data-testid="settings-connect"], [data-testid="settings-disconnect"]') !== null`,
    'the settings',
  )
  if (await ferry.isVisible('settings-disconnect')) await ferry.click('settings-disconnect')
  await ferry.waitFor('settings-connect')
  await person.begin(scenarios.signed.from.chainId)
  await ferry.goto(`${driver.extensionOrigin}/popup.html`)
  await ferry.waitFor('connect')
  if (step !== 'connect') await connectWith(ferry, person)
}

async function waitEnd({ ferry }: WalletScene, { ends }: Cell): Promise<void> {
  switch (ends) {
    case 'connected':
      return ferry.waitFor('account')
    case 'stopped':
      await waitOrderState(ferry, ['abandoned_unsigned'])
      return
    case 'stopping':
      await waitOrderState(ferry, ['stopping'])
      return
    case 'swapped':
      ok([3, 4].includes(await waitOver(ferry)), 'it did not arrive')
      await waitOrderState(ferry, ['verified_terminal'])
  }
}
