import { describe, expect, it, test } from 'vitest'
import { type NoRouteReason, noRouteReason } from '../../../lib/models/no-route-reason.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import type { ChainView } from '../../../lib/tokens/token-messages.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

const [harbour, island] = data.chains
if (harbour === undefined || island === undefined) throw new Error('there are no two chains')

type Flags = readonly [isAutoEnabled: boolean, isManualEnabled: boolean, isDepositEnabled: boolean]

function able(chain: ChainView, [isAutoEnabled, isManualEnabled, isDepositEnabled]: Flags): ChainView {
  return { ...chain, isAutoEnabled, isManualEnabled, isDepositEnabled }
}

const all: Flags = [true, true, true]

/**
 * The reason for no route, by the flags of the origin, and by those of the destination with an origin that supports
 * everything.
 */
const cases: readonly (readonly [Flags, atOrigin: NoRouteReason, atDestination: NoRouteReason])[] = [
  [[true, true, true], 'unknown', 'unknown'],
  [[true, true, false], 'unknown', 'unknown'],
  [[true, false, true], 'unknown', 'unknown'],
  [[true, false, false], 'unknown', 'unknown'],
  [[false, true, true], 'manualOrDeposit', 'manualOrDeposit'],
  [[false, true, false], 'manualOnly', 'manualOrDeposit'],
  [[false, false, true], 'depositOnly', 'depositOnly'],
  [[false, false, false], 'pairNotSupported', 'depositOnly'],
]

const reasonOf = (origin: ChainView, destination: ChainView, options: QuoteOptions = {}) =>
  noRouteReason({ origin, destination, options, valueInUsd: '50', slippagePercent: null })

describe('supported automatic, manual and deposit routes', () => {
  test.each(cases)('at the origin or the destination: %j', (flags, atOrigin, atDestination) => {
    expect(reasonOf(able(harbour, flags), able(island, all))).toBe(atOrigin)
    expect(reasonOf(able(harbour, all), able(island, flags))).toBe(atDestination)
    // Within one chain both ends are the same.
    expect(reasonOf(able(harbour, flags), able(harbour, flags))).toBe(atOrigin)
  })

  test.each<[Flags, Flags, NoRouteReason]>([
    [[true, false, false], [false, true, true], 'pairNotSupported'],
    [[false, true, false], [true, false, true], 'pairNotSupported'],
    [[true, true, false], [false, true, true], 'manualOnly'],
  ])('%j to %j supports what both support', (from, to, reason) => {
    expect(reasonOf(able(harbour, from), able(island, to))).toBe(reason)
  })

  test.each<[Flags, QuoteOptions, NoRouteReason]>([
    [[false, true, false], { enableManual: true }, 'unknown'],
    [[false, true, true], { useDepositAddress: true }, 'unknown'],
    [[false, false, true], { enableManual: true }, 'depositOnly'],
    [[false, true, false], { enableDepositAddress: true }, 'manualOnly'],
    [[false, true, false], { enableManual: true, excludeBridges: ['across'] }, 'filters'],
    [[true, false, false], { disableAuto: true, enableManual: true }, 'filters'],
    [[false, false, false], { excludeBridges: ['across'] }, 'pairNotSupported'],
  ])('%j with %j has another reason', (flags, options, reason) => {
    expect(reasonOf(able(harbour, flags), able(island, all), options)).toBe(reason)
  })

  test("a chain's missing ability comes first", () => {
    expect(reasonOf({ ...harbour, sendingEnabled: false }, island)).toBe('originCannotSend')
    expect(reasonOf(harbour, { ...island, receivingEnabled: false })).toBe('destinationCannotReceive')
  })
})

async function form(flags: Flags, part: Partial<ChainView> = {}) {
  const chains = [able({ ...harbour, ...part } as ChainView, flags), ...data.chains.slice(1)]
  const { app, ...fake } = await openApp({ start: { ...data.start, chains } })
  app.pickToken('input', data.usdcHarbour)
  app.pickToken('output', data.usdcIsland)
  app.swap.draft.setAmount('5')
  await fake.pass(1_000)
  const requests = () => fake.sent('quote')
  return { ...fake, app, requests: requests }
}

describe('the form', () => {
  it('requests a quote where an automatic route is supported', async () => {
    const { requests, app } = await form([true, true, false])
    expect(requests()).toHaveLength(1)
    expect(app.swap.notSupported.value).toBeNull()
    expect(app.swap.otherMethods.value).toEqual(['manual'])
  })

  it('shows that no route is supported, without a request', async () => {
    const { requests, app } = await form([false, false, false])
    expect([app.swap.step.value, app.swap.notSupported.value]).toEqual(['notSupported', 'pairNotSupported'])
    expect(app.swap.otherMethods.value).toEqual([])
    expect(requests()).toEqual([])
  })

  it('offers manual routes, and requests them with one press', async () => {
    const { requests, app, pass } = await form([false, true, false])
    expect([app.swap.step.value, app.swap.notSupported.value]).toEqual(['otherMethod', 'manualOnly'])
    expect(requests()).toEqual([])
    app.swap.draft.setOption('enableManual', true)
    await pass(1_000)
    expect(requests()).toMatchObject([{ request: { options: { enableManual: true } } }])
    expect(app.swap.otherMethods.value).toEqual([])
  })

  it('does not offer methods that Ferry cannot execute there', async () => {
    const { app } = await form([false, true, true], { isConfigured: false })
    expect([app.swap.step.value, app.swap.otherMethods.value]).toEqual(['otherMethod', ['deposit']])
    const shut = await form([false, true, true], { isConfigured: false, sendingEnabled: false })
    expect([shut.app.swap.step.value, shut.app.swap.otherMethods.value]).toEqual(['cannotSend', []])
  })
})

test.each([
  ['50', null, 'unknown'],
  ['50', '0.5', 'slippageNarrow'],
  ['1', '0.5', 'amountTooSmall'],
  ['100001', '0.5', 'amountTooLarge'],
] as const)('no route for $%s with a slippage of %s: %s', (valueInUsd, slippagePercent, reason) => {
  const pair = { origin: undefined, destination: undefined, options: {} }
  expect(noRouteReason({ ...pair, valueInUsd, slippagePercent })).toBe(reason)
})
