import { deepEqual, equal, ok } from 'node:assert/strict'
import { checkSingleSubmits, checkTransfer, readScenarioBalances } from '../browser/balances.ts'
import { primaryIs, waitForEnd, waitForOrderState } from '../browser/swap-journey.ts'
import { scenarioUnits } from '../browser/swap-scenarios.ts'
import { connectWith } from '../browser/wallet-person.ts'
import type { Cell } from './cell.ts'
import { createCellPerson } from './cell-person.ts'
import { countMined, disconnect, lowestAllowanceUnits, setAllowance, type WalletScene } from './scene.ts'

/** Runs one cell in a scene, from a new wallet to its end. Throws at a violation. */
export async function runCell(scene: WalletScene, cell: Cell): Promise<void> {
  const { control, person } = scene
  const at = createCellPerson(scene, cell)
  const { scenario } = at
  await begin(scene, cell)
  if (cell.step !== 'send') await setAllowance(scene.harness, scenario, cell.step === 'sign')
  const before = await readScenarioBalances(control, scenario)
  const { requests: known } = await control.truth()
  const mined = await countMined(scene.harness, scenario)

  await cell.run(at)
  await at.approveAll()
  await waitEnd(scene, cell)

  const isSwapped = cell.ends === 'swapped'
  const after = await readScenarioBalances(control, scenario)
  if (isSwapped) checkTransfer(scenario, before, after)
  else deepEqual(after, before, 'money moved')
  const { requests, problems } = await control.truth()
  equal(requests.length - known.length, isSwapped ? 1 : 0, 'requests that were taken up')
  equal((await countMined(scene.harness, scenario)) - mined, cell.mined, 'transactions that were mined')
  const first = (titles: readonly string[]) => titles.map((title) => title.split(' ')[0])
  const connecting = cell.step === 'connect' ? [] : ['Connect']
  deepEqual(
    first(await person.readPromptTitles()),
    first([...connecting, ...cell.prompts]),
    'what the person was asked',
  )
  if (cell.step !== 'send') {
    const left = cell.step === 'sign' && !isSwapped ? scenarioUnits(scenario) : 0n
    equal(await lowestAllowanceUnits(scene.harness, scenario), left, 'what is still allowed')
  }
  await checkSingleSubmits(control)
  deepEqual(problems, [], 'what the solver met')
  const { loggedErrors, extensionOrigin } = scene.driver
  deepEqual(
    loggedErrors().filter((complaint) => complaint.startsWith(extensionOrigin)),
    [],
    'what Ferry complained of',
  )
}

/** Opens the form with a new wallet, connected if the cell is about a later step. */
async function begin({ driver, ferry, person, scenarios }: WalletScene, { step }: Cell): Promise<void> {
  await disconnect(ferry)
  await person.resetWallet(scenarios.signed.from.chainId)
  await ferry.goto(`${driver.extensionOrigin}/popup.html`)
  await ferry.waitUntil(primaryIs('connect'), 'the form without a wallet')
  if (step !== 'connect') await connectWith(ferry, person)
}

async function waitEnd({ ferry }: WalletScene, { ends }: Cell): Promise<void> {
  switch (ends) {
    case 'connected':
      return ferry.waitFor('account')
    case 'stopped':
      await waitForOrderState(ferry, ['abandoned_unsigned'])
      return
    case 'stopping':
      await waitForOrderState(ferry, ['stopping'])
      return
    case 'swapped':
      ok([3, 4].includes(await waitForEnd(ferry)), 'it did not arrive')
      await waitForOrderState(ferry, ['verified_terminal'])
  }
}
