import { afterEach } from 'vitest'
import { disconnect, setAllowance } from '../wallets/scene.ts'
import type { View } from './driver.ts'
import { type Journey, useJourney } from './journey.ts'
import { lengthenQuotes, startScenario, waitForOrderState } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { connectWith, extensionPerson, programPerson, type WalletPerson } from './wallet-person.ts'

const personByConnector = { extension: extensionPerson, loopback: programPerson }

type NonPageConnector = keyof typeof personByConnector
export const nonPageConnectors: readonly NonPageConnector[] = ['extension', 'loopback']

export interface WalletJourney extends Journey {
  readonly ferry: View
  readonly person: WalletPerson
  /** The number of requests that the service took from earlier tests. */
  readonly taken: number
}

/** Gives the tests of a group one browser. Each begins with a new wallet that Ferry has just connected, and no allowance. */
export function useWallet(way: NonPageConnector): () => Promise<WalletJourney> {
  const journey = useJourney({ wallet: way, isShared: true })
  let met: WalletPerson | null = null
  afterEach(async () => {
    await met?.stop()
    met = null
  })
  return async () => {
    const now = journey()
    const { control, driver, harness } = now
    const [scenario] = basicScenarios(harness.chains) as [SwapScenario]
    await lengthenQuotes(control)
    const person = await personByConnector[way](now)
    met = person
    const ferry = await driver.openFerry()
    await disconnect(ferry)
    await person.resetWallet(scenario.from.chainId)
    await connectWith(ferry, person)
    await setAllowance(harness, scenario, false)
    return { ...now, ferry, person, taken: (await control.truth()).requests.length }
  }
}

/** Starts a signed swap, approves its token, and waits for the signature request. */
export async function reachSignature(
  ferry: View,
  person: WalletPerson,
  scenario: SwapScenario,
): Promise<void> {
  await startScenario(ferry, scenario)
  await person.answer(true)
  await waitForOrderState(ferry, ['sign_requested'])
  await person.waitForPrompt()
}
