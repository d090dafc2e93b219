import { describe, expect, it } from 'vitest'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { decodeQuote } from '../../../lib/service/quote-shape.ts'
import { unpricedRoute } from '../../../lib/service/route.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { withValue } from '../base/with-value.ts'
import { request, signQuote, txQuote, usdcArbitrum, user } from './quote-fixture.ts'
import { deposit, depositRoute, manualRoute, refuel, solanaTransaction } from './route-fixtures.ts'

const options = { enableManual: true, enableDepositAddress: true } as const
const read = (part: object) => decodeGrouped({ ...signQuote, ...part }, { ...request, options })
const unreadOf = (part: object) => (read(part).unread ?? []).map(({ kind, path }) => `${kind} ${path}`)

describe('manualRoutes', () => {
  it('are read with all fields', () => {
    expect(read({ manualRoutes: [manualRoute] }).manualRoutes).toMatchObject([
      {
        quoteId: manualRoute.quoteId,
        quoteExpirySeconds: 1745927101,
        gasFee: { amount: '5676000000000', feeInUsd: '0.009', token: { symbol: 'ETH' } },
        slippagePercent: '0.5',
        estimatedSeconds: 60,
        routeDetails: { name: 'Across', routeFee: { amount: '2585' } },
        refuel: null,
        routeTags: [],
      },
    ])
  })

  it.each(['quoteExpiry', 'affiliateFee', 'gasFee', 'slippage', 'estimatedTime', 'refuel'])(
    'are read without %s',
    (key) => {
      const route = withValue(manualRoute, [key], undefined)
      expect(read({ manualRoutes: [route] }).manualRoutes).toHaveLength(1)
    },
  )

  it.each([
    [['quoteId'], ''],
    [['quoteExpiry'], 1745927101000],
    [['output'], null],
    [['output', 'amount'], 5],
  ])('drop a route with a wrong %j, and report it', (path, value) => {
    const wrong = withValue(manualRoute, path, value)
    const { manualRoutes, unread } = read({ manualRoutes: [wrong, manualRoute] })
    expect(manualRoutes).toHaveLength(1)
    const place = `$.manualRoutes[0].${path.join('.')}`
    expect(unread).toMatchObject([{ kind: 'manual', name: 'Across', path: place }])
  })

  it.each([
    ['gasFee', ['gasFee', 'estimatedFee'], '1.5'],
    ['gasFee', ['gasFee'], 0.009],
    ['gasFee', ['gasFee'], [manualRoute.gasFee, manualRoute.gasFee]],
    ['routeFee', ['routeDetails', 'routeFee'], 'free'],
    ['routeFee', ['routeDetails'], null],
    ['affiliateFee', ['affiliateFee'], {}],
  ])('have an unknown %s if it is unreadable (%#)', (name, path, value) => {
    const wrong = withValue(manualRoute, path, value)
    const { manualRoutes, unread } = read({ manualRoutes: [wrong] })
    expect(manualRoutes).toMatchObject([{ unreadFees: [name] }])
    expect(unread).toEqual([])
  })

  it.each([
    [1.5, '1.5'],
    ['2', '2'],
    [null, null],
    [100, null],
    [-1, null],
    [{ percent: 1 }, null],
  ])('suggest a slippage of %j for display only', (suggestedClientSlippage, expected) => {
    const { manualRoutes, unread } = read({ manualRoutes: [{ ...manualRoute, suggestedClientSlippage }] })
    expect(manualRoutes[0]?.suggestedSlippagePercent).toBe(expected)
    expect(unread).toEqual([])
  })

  it('have a gas fee in either shape', () => {
    const { gasToken, estimatedFee, feeInUsd } = manualRoute.gasFee
    for (const gasFee of [{ token: gasToken, amount: estimatedFee, feeInUsd }, manualRoute.gasFee]) {
      const [route] = read({ manualRoutes: [{ ...manualRoute, gasFee }] }).manualRoutes
      expect(route?.gasFee).toMatchObject({ amount: '5676000000000', feeInUsd: '0.009' })
      expect(route?.unreadFees).toEqual([])
    }
  })

  it('are one unreadable route if they are no list', () => {
    expect(unreadOf({ manualRoutes: { Across: manualRoute } })).toEqual(['manual $.manualRoutes'])
  })
})

describe('autoRoutes', () => {
  const second = { ...signQuote.autoRoute, quoteId: 'second', routeTags: ['FASTEST'] }

  it('are added to the automatic route without repeating it', () => {
    const quote = read({ autoRoutes: [signQuote.autoRoute, second, second] })
    expect(quote.autoRoute?.quoteId).toBe('68b79aeab92d6307')
    expect(quote.autoRoutes.map(({ quoteId }) => quoteId)).toEqual(['second'])
  })

  it('replace a missing automatic route', () => {
    expect(read({ autoRoute: null, autoRoutes: [second] })).toMatchObject({
      autoRoute: { quoteId: 'second' },
      autoRoutes: [],
    })
  })

  it('are read without the malformed one', () => {
    const wrong = { ...second, requestHash: '0x12' }
    const quote = read({ autoRoutes: [wrong, second, { ...second, requestType: 'FLY' }] })
    expect(quote.autoRoutes).toHaveLength(1)
    expect(quote.unread?.map(({ path }) => path)).toEqual([
      '$.autoRoutes[0].requestHash',
      '$.autoRoutes[2].requestType',
    ])
  })

  it('report an unreadable route once when deployments repeat it', () => {
    const autoRoute = { ...signQuote.autoRoute, requestType: 'BATCH_REQUEST' }
    expect(unreadOf({ autoRoute, autoRoutes: [autoRoute, second] })).toEqual(['auto $.autoRoute.requestType'])
  })
})

describe('the routes of a quote', () => {
  const fast = { ...signQuote.autoRoute, quoteId: 'fast', routeTags: ['FASTEST', 'SUGGESTED'] }
  const whole = {
    ...signQuote,
    autoRoute: { ...signQuote.autoRoute, routeTags: [] },
    autoRoutes: [fast, { ...fast, quoteId: 'fast-2' }],
    manualRoutes: ['Across', 'Stargate'].map((name) => ({ ...manualRoute, routeDetails: { name } })),
    deposit,
  }
  const keysOf = (quote: unknown, options: QuoteOptions) =>
    (decodeQuote(quote, { ...request, options }, [])?.routes ?? []).map(({ key }) => key)
  const everyKey = [
    'auto:sign:Exchange Protocol',
    'auto:sign:Exchange Protocol:FASTEST',
    'auto:sign:Exchange Protocol:FASTEST#2',
    'manual:Across:',
    'manual:Stargate:',
    'deposit',
  ]

  it('have keys of their own, which the next quote keeps', () => {
    expect(keysOf(whole, options)).toEqual(everyKey)
    const [, stargate] = whole.manualRoutes
    const none = { autoRoute: null, autoRoutes: [] }
    const next = { ...whole, ...none, manualRoutes: [{ ...stargate, quoteId: 'other' }] }
    expect(keysOf(next, options)).toEqual(['manual:Stargate:', 'deposit'])
  })

  it('have keys that are never longer than a message allows', () => {
    const routeTags = Array.from({ length: 8 }, (_, at) => `${at}${'t'.repeat(31)}`)
    const autoRoute = { ...signQuote.autoRoute, routeDetails: { name: 'n'.repeat(32) }, routeTags }
    for (const key of keysOf({ ...signQuote, autoRoute }, {})) expect(key.length).toBeLessThan(400)
  })

  it.each<[QuoteOptions, string]>([
    [{}, 'auto'],
    [{ useInbox: true, refundAddress: '0x1' }, 'auto'],
    [{ enableManual: true }, 'auto manual'],
    [{ useDepositAddress: true }, 'auto deposit'],
    [{ enableDepositAddress: true, disableAuto: true }, 'deposit'],
    [{ enableManual: true, disableAuto: true }, 'manual'],
    [{ disableAuto: true }, ''],
  ])('are only of the requested kinds: %j', (requested, kinds) => {
    const found = keysOf(whole, requested)
    expect([...new Set(found.map((key) => key.split(':')[0]))].join(' ')).toBe(kinds)
    expect(found).toEqual(everyKey.filter((key) => kinds.split(' ').includes(key.split(':')[0] ?? '')))
  })
})

describe('a deposit', () => {
  it('is read without its transaction', () => {
    expect(read({ deposit }).deposit).toEqual({
      ...unpricedRoute,
      kind: 'deposit',
      key: 'deposit',
      requestHash: deposit.requestHash,
      address: '0xd000000000000000000000000000000000000001',
      token: usdcArbitrum.address,
      amount: '10000000',
      chainId: 42161,
      memo: null,
      expirySeconds: 1771335259,
      refundAddress: user,
      totalFeeBps: '5',
      output: null,
      estimatedSeconds: null,
    })
  })

  it('retains addresses and memo of another chain', () => {
    const address = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
    const depositData = { address, token: 'native', amount: '5', chainId: 1110002, memo: '100 7' }
    expect(read({ deposit: { ...deposit, depositData } }).deposit).toMatchObject({ address, memo: '100 7' })
    for (const memo of ['für Ä', 'x'.repeat(256)]) {
      const remembered = read({ deposit: { ...deposit, depositData: { ...depositData, memo } } }).deposit
      expect(remembered?.memo).toBe(memo)
    }
  })

  it('has an output if the service names one', () => {
    const reported = { ...deposit, output: signQuote.autoRoute.output, estimatedTime: 90 }
    const shown = { output: { amount: '9988676' }, estimatedSeconds: 90 }
    expect(read({ deposit: reported }).deposit).toMatchObject(shown)
  })

  it('is read in the older shape, whose quote id is its hash', () => {
    expect(read({ depositRoute }).deposit).toMatchObject({
      requestHash: `0x${'ab'.repeat(32)}`,
      address: '0xd000000000000000000000000000000000000002',
      token: null,
      amount: null,
      chainId: null,
      expirySeconds: null,
      totalFeeBps: '3.5',
    })
    expect(read({ depositRoute: { ...depositRoute, quoteId: 'short' } }).deposit?.requestHash).toBeNull()
    const both = read({ deposit, depositRoute }).deposit
    expect(both?.address).toBe('0xd000000000000000000000000000000000000001')
  })

  it.each([
    ['deposit.requestHash', ['requestHash'], null],
    ['deposit.expiry', ['expiry'], 1771335259000],
    ['deposit.refundAddress', ['refundAddress'], 5],
    ['deposit.depositData', ['depositData'], null],
    ['deposit.depositData.address', ['depositData', 'address'], '0x12'],
    ['deposit.depositData.token', ['depositData', 'token'], ''],
    ['deposit.depositData.amount', ['depositData', 'amount'], 10_000_000],
    ['deposit.depositData.chainId', ['depositData', 'chainId'], '42161'],
    ['deposit.depositData.memo', ['depositData', 'memo'], 'a\nb'],
    ['deposit.depositData.memo', ['depositData', 'memo'], 'a\u202eb'],
    ['deposit.depositData.memo', ['depositData', 'memo'], 'x'.repeat(257)],
    ['deposit.depositData.memo', ['depositData', 'memo'], 7],
  ])('is unreadable with a wrong %s', (path, at, value) => {
    const part = { deposit: withValue(deposit, at, value) }
    expect(unreadOf(part)).toEqual([`deposit $.${path}`])
    expect(read(part)).toMatchObject({ deposit: null, autoRoute: { quoteId: '68b79aeab92d6307' } })
  })

  it.each([[{}], [[]], ['x'], [5], [true], [{ address: user }]])('is unreadable as %j', (depositRoute) => {
    expect(read({ depositRoute })).toMatchObject({ deposit: null, unread: [{ kind: 'deposit' }] })
    // An unreadable shape is not reported next to a readable one.
    expect(read({ deposit, depositRoute }).unread).toEqual([])
  })

  it('is read in either shape under either name', () => {
    expect(read({ depositRoute: deposit }).deposit).toMatchObject({ amount: '10000000' })
    expect(read({ deposit: depositRoute }).deposit).toMatchObject({ amount: null, totalFeeBps: '3.5' })
  })
})

describe('additional parts of a quote', () => {
  const withAuto = (part: object) => read({ autoRoute: { ...signQuote.autoRoute, ...part } }).autoRoute

  it('have a refuel, with or without its price', () => {
    const amount = '400000000000000'
    expect(withAuto({ refuel })?.refuel).toMatchObject({ input: { amount: '1000000' }, output: { amount } })
    expect(withAuto({ refuel: { ...refuel, input: null } })?.refuel).toMatchObject({ input: null })
  })

  it('have an unread refuel for another shape', () => {
    for (const other of [{}, true, '1', { amount: '1' }]) {
      expect(withAuto({ refuel: other })).toMatchObject({ refuel: null, isRefuelUnread: true })
    }
  })

  it('have a call on the receiver', () => {
    const destinationExec = { destinationPayload: '0x1234', destinationGasLimit: '800000' }
    expect(read({ destinationExec }).destinationExec).toEqual(destinationExec)
    expect(read({ destinationExec: undefined }).destinationExec).toBeNull()
  })
})

it("another chain's transaction is marked as foreign, without txData", () => {
  const quote = { ...txQuote, autoRoute: { ...txQuote.autoRoute, txData: solanaTransaction } }
  expect(read(quote).autoRoute).toMatchObject({ isForeign: true, txData: null })
  expect(read(txQuote).autoRoute?.isForeign).toBe(false)
})
