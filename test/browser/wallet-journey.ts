import { afterEach } from 'vitest'
import type { View } from './driver.ts'
import { type Journey, useJourney } from './journey.ts'
import { lengthenQuotes, startScenario, waitForOrderState } from './swap-journey.ts'
import type { SwapScenario } from './swap-scenarios.ts'
import { connectWith, extensionPerson, programPerson, type WalletPerson } from './wallet-person.ts'

const personByConnector = { extension: extensionPerson, loopback: programPerson }

type NonPageConnector = keyof typeof personByConnector
export const nonPageConnectors: readonly NonPageConnector[] = ['extension', 'loopback']

export function useWallet(way: NonPageConnector) {
  const journey = useJourney({ wallet: way })
  let met: WalletPerson | null = null
  afterEach(async () => {
    await met?.stop()
    met = null
  })
  return async (): Promise<Journey & { ferry: View; person: WalletPerson }> => {
    const now = journey()
    await lengthenQuotes(now.control)
    const person = await personByConnector[way](now)
    met = person
    const ferry = await now.driver.openFerry()
    await connectWith(ferry, person)
    return { ...now, ferry, person }
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
