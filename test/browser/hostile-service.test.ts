import { describe, expect, it } from 'vitest'
import { readScenarioBalances } from './balances.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, startScenario, waitForOrderState, waitForProblem } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]
const attacker = `0x${'66'.repeat(20)}`
const typedData = '/result/autoRoute/signTypedData'

/**
 * The service's change after the review, and the check that refuses it. The table of lies covers every other
 * field of a newer quote without a browser: each row here waits until a quote expires.
 */
const changes: readonly (readonly [string, string, unknown, string])[] = [
  ['the spender', `${typedData}/values/spender`, attacker, 'V-3'],
  ['the hash of the request', '/result/autoRoute/requestHash', `0x${'66'.repeat(32)}`, 'X-3'],
]

describe('a service that changes, after the review (API3),', () => {
  it.each(changes)(
    '%s is refused, prompts no wallet, and shows the reason',
    async (_, pointer, value, code) => {
      const { control, driver } = journey()
      await control.life({ quoteSeconds: 24 })
      const before = await readScenarioBalances(control, signedScenario)
      const ferry = await driver.openFerry()
      const wallet = await connect(driver, ferry, 'approve-by-hand')
      await startScenario(ferry, signedScenario)
      await wallet.waitFor('wallet-approve')
      await control.fault({ endpoint: 'quote', kind: 'field', value: { pointer, value } })
      // The reviewed quote expires while the approval waits, so the signature needs another one.
      const requestedMs = Date.now()
      await wallet.waitUntil(`Date.now() > ${requestedMs + 24_500}`, 'the quote to be over')
      await wallet.click('wallet-approve')
      await waitForOrderState(ferry, ['needs_user'])
      expect(await waitForProblem(ferry)).toBe('checkFailed')
      expect(
        await ferry.run(
          `[...document.querySelectorAll('[data-testid="problem-details"] code')].map((facts) => facts.textContent)`,
        ),
      ).toContainEqual(expect.stringContaining(`reason: ${code}`))
      expect(await wallet.isVisible('wallet-approve')).toBe(false)
      expect((await control.truth()).requests).toEqual([])
      expect((await readScenarioBalances(control, signedScenario)).from).toEqual(before.from)
    },
  )
})
