import { describe, expect, it } from 'vitest'
import { checkTransfer, readScenarioBalances } from './balances.ts'
import type { View } from './driver.ts'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { requestHashOf } from './route-journey.ts'
import {
  confirmReview,
  connect,
  fillForm,
  goHome,
  holdPending,
  openConsent,
  openReview,
  primaryIs,
  startScenario,
  waitForEnd,
  waitForOrderState,
} from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

const journey = useJourney()
const [signedScenario, nativeScenario] = basicScenarios(journeyHarness().chains) as [
  SwapScenario,
  SwapScenario,
]
const attacker = `0x${'66'.repeat(20)}`
const route = '/result/autoRoute'
const witness = `${route}/signTypedData/values/witness`

/** A lie in a quote, with Ferry's expected answer: a refusal, a consent, or words that must not appear. */
interface QuoteLie {
  readonly name: string
  readonly pointer: string
  readonly value: unknown
  readonly meets: 'refusal' | 'silence'
}

const refused = (name: string, pointer: string, value: unknown): QuoteLie => ({
  name,
  pointer,
  value,
  meets: 'refusal',
})
const unread = (name: string, pointer: string, value: unknown): QuoteLie => ({
  name,
  pointer,
  value,
  meets: 'silence',
})

const bonus = 'USDC, and 500 USDC bonus to you'

const quoteLies: readonly QuoteLie[] = [
  refused('another spender', `${route}/signTypedData/values/spender`, attacker),
  refused('another receiver', `${witness}/basicReq/receiver`, attacker),
  refused('a delegate', `${witness}/basicReq/delegate`, attacker),
  refused('a transmitter', `${witness}/exclusiveTransmitter`, attacker),
  refused('a payload', `${witness}/destinationPayload`, '0xdeadbeef'),
  refused('a fee taker', `${witness}/affiliateFees`, `0x${'66'.repeat(64)}`),
  refused('a minimum that is not signed', `${route}/output/minAmountOut`, '1'),
  refused('a permit until 2096', `${route}/signTypedData/values/deadline`, 4_000_000_000),
  refused('an amount of zero', `${route}/output/amount`, '0'),
  refused('three decimals for what arrives', `${route}/output/token/decimals`, 3),
  refused('another input', '/result/input/amount', '1'),
  refused('a quote for somebody else', '/result/receiverAddress', attacker),
  refused('a member dropped from the types', `${route}/signTypedData/types/TokenPermissions`, []),
  unread('a symbol that is a sentence', `${route}/output/token/symbol`, bonus),
  unread('a name that is a sentence', `${route}/output/token/name`, bonus),
  unread('an input by another symbol', '/result/input/token/symbol', bonus),
]

const isBlocked = `document.querySelector('[data-testid="primary"][data-step="blocked"]') !== null`
/** An expression: a quote arrived, or the reason why not. */
const isAnswered = `${primaryIs('review')} || ${primaryIs('failed')} || ${isBlocked} || document.querySelector('[data-testid="problem"]') !== null`
/** An expression: the review arrived, or the reason why not. */
const isReviewed = `document.querySelector('[data-testid="confirm"]:enabled') !== null || document.querySelector('${openConsent}, [data-testid="problem"]') !== null`

/** Requests a quote again and goes as far as possible. Returns the problem's code and the visible text. */
async function readMissingPages(
  ferry: View,
  amountText: string,
): Promise<{ readonly code: string | null; readonly words: string }> {
  await ferry.fill('amount', amountText)
  await ferry.waitUntil(isAnswered, 'an answer')
  if (await ferry.run(primaryIs('review'))) {
    await ferry.click('primary')
    await ferry.waitUntil(isReviewed, 'the review, or why there is none')
  }
  const isProblem = await ferry.isVisible('problem')
  const blocked = (await ferry.run(isBlocked)) ? 'blocked' : null
  const code = isProblem ? await ferry.attribute('problem', 'data-code') : blocked
  return { code, words: String(await ferry.run('document.body.innerText')) }
}

describe('a service that lies', () => {
  it('is refused or not displayed when its quotes lie, and no wallet is prompted', async () => {
    const { control, driver } = journey()
    const before = await readScenarioBalances(control, signedScenario)
    const ferry = await driver.openFerry()
    const wallet = await connect(driver, ferry, 'approve-by-hand')
    await fillForm(ferry, signedScenario)
    const wrong: string[] = []
    for (const [index, lie] of quoteLies.entries()) {
      await control.fault({
        endpoint: 'quote',
        kind: 'field',
        value: { pointer: lie.pointer, value: lie.value },
      })
      const { code, words } = await readMissingPages(ferry, `${120 + index}.5`)
      if (lie.meets === 'refusal' && code === null) wrong.push(`${lie.name}: a review`)
      if (words.includes('500 USDC bonus')) wrong.push(`${lie.name}: it can be read`)
      if (code === 'internal' || code === 'badMessage') wrong.push(`${lie.name}: ${code}`)
      await control.clearFaults()
      await goHome(ferry)
    }
    expect(wrong).toEqual([])
    expect(await wallet.isVisible('wallet-approve')).toBe(false)
    expect((await control.truth()).requests).toEqual([])
    expect(await readScenarioBalances(control, signedScenario)).toEqual(before)
  })

  it('gets nothing for addresses that were not requested: the swap continues as reviewed', async () => {
    const { control, driver } = journey()
    const ferry = await driver.openFerry()
    await connect(driver, ferry)
    const { chainId, address, symbol, name, decimals } = nativeScenario.to
    const token = { chainId, address, symbol, name, decimals }
    const promise = { token, amount: '999000000000000000000', minAmountOut: '999000000000000000000' }
    const shapes: readonly (readonly [SwapScenario, string, unknown])[] = [
      [
        signedScenario,
        '/result/depositRoute',
        { depositAddress: attacker, quoteId: `0x${'77'.repeat(32)}`, userOp: 'tx' },
      ],
      [
        nativeScenario,
        '/result/depositRoute',
        { depositAddress: attacker, quoteId: `0x${'78'.repeat(32)}`, userOp: 'tx', output: promise },
      ],
    ]
    for (const [scenario, pointer, value] of shapes) {
      const before = await readScenarioBalances(control, scenario)
      await control.fault({ endpoint: 'quote', kind: 'field', value: { pointer, value } })
      await fillForm(ferry, scenario)
      await openReview(ferry)
      expect(
        await ferry.run(`document.body.innerText.toLowerCase().includes('${attacker.slice(2, 12)}')`),
      ).toBe(false)
      await confirmReview(ferry)
      expect([3, 4]).toContain(await waitForEnd(ferry))
      checkTransfer(scenario, before, await readScenarioBalances(control, scenario))
      const stolen = Object.values(await control.balances(attacker)).flatMap((held) => Object.values(held))
      expect(stolen.filter((units) => units !== '0')).toEqual([])
      await control.clearFaults()
      await goHome(ferry)
    }
  })

  it('reports an older payment, ten times the amount and a false refund, and Ferry does not call them verified', async () => {
    const { control, driver, harness } = journey()
    const ferry = await driver.openFerry()
    await connect(driver, ferry)
    await startScenario(ferry, signedScenario)
    expect([3, 4]).toContain(await waitForEnd(ferry))
    const older = await statusOf(harness.baseUrl, await requestHashOf(ferry))
    await goHome(ferry)

    await holdPending(control)
    const before = await readScenarioBalances(control, signedScenario)
    await startScenario(ferry, signedScenario)
    await waitForOrderState(ferry, ['pending'])
    const hash = await requestHashOf(ferry)
    const lie = (more: object) => ({ ...older, hash, ...more })
    const lies: readonly object[] = [
      lie({}),
      lie({
        exchangeStatusCode: 7,
        refund: { chainId: signedScenario.from.chainId, txHash: older.originData.txHash },
      }),
    ]
    for (const value of lies) {
      await control.clearFaults()
      await control.fault({
        endpoint: 'status',
        kind: 'field',
        value: { pointer: '/result', value: [value] },
      })
      await waitForOrderState(ferry, ['reported_terminal'])
      // Two more reads of the chain.
      const sinceMs = Date.now()
      await ferry.waitUntil(`Date.now() > ${sinceMs + 12_000}`, 'two looks', 20_000)
      expect(await ferry.attribute('order-screen', 'data-state')).toBe('reported_terminal')
      expect(await ferry.run(`document.body.innerText.includes('Verified on-chain')`)).toBe(false)
    }
    expect((await readScenarioBalances(control, signedScenario)).to).toEqual(before.to)
  })
})

interface Record {
  readonly originData: { readonly txHash: string }
}

async function statusOf(baseUrl: string, requestHash: string): Promise<Record> {
  const answer = await fetch(`${baseUrl}/api/v1/exchange/status?requestHash=${requestHash}`)
  const { result } = (await answer.json()) as { result: Record | readonly Record[] }
  return (Array.isArray(result) ? result[0] : result) as Record
}
