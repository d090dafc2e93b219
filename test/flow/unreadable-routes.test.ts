import { describe, expect, test } from 'vitest'
import { acrossRoute, createFundedWorld, manualRequest, signedRequest } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'
import type { Wire } from '../hostile/wire.ts'
import { wireService } from '../hostile/wire-service.ts'

async function reviewChangedQuote(change: (quote: Wire) => unknown) {
  const world = await createFundedWorld(manualRequest)
  wireService(world, manualRequest).changeResult('quote', (said) => void change(said))
  return requestReview(world, manualRequest, acrossRoute)
}

const auto = (quote: Wire) => quote.autoRoute as Wire
const manual = (quote: Wire) => (quote.manualRoutes as readonly Wire[])[0] ?? {}

describe('a route that cannot be decoded', () => {
  test.each<[string, (quote: Wire) => unknown, string, string]>([
    [
      'of an unknown request type',
      (quote) => Object.assign(auto(quote), { requestType: 'BATCH_REQUEST' }),
      'requestType',
      'Exchange Protocol',
    ],
    [
      'without typed data',
      (quote) => Object.assign(auto(quote), { signTypedData: null }),
      'signTypedData',
      'Exchange Protocol',
    ],
    [
      'without a transaction',
      (quote) => Object.assign(auto(quote), { userOp: 'tx' }),
      'txData',
      'Exchange Protocol',
    ],
    [
      'of another operation, with nothing to sign or to send',
      (quote) => Object.assign(auto(quote), { userOp: 'dance', signTypedData: null }),
      'signTypedData',
      'Exchange Protocol',
    ],
    ['that is a text', (quote) => Object.assign(quote, { autoRoute: 'soon' }), '', ''],
  ])('%s is listed with the reason and leaves the other routes usable', async (_, change, field, name) => {
    const { quote } = await reviewChangedQuote(change)
    expect(quote.routes.map(({ kind }) => kind)).toEqual(['manual'])
    const path = ['$.autoRoute', field].filter((part) => part !== '').join('.')
    expect(quote.unread).toMatchObject([{ kind: 'auto', name, path }])
    expect(quote.unread[0]?.expected).not.toBe('')
  })

  test.each([[{}], [[]], ['none'], [{ address: 1 }]])(
    'is not listed when it is a deposit that was not requested: %j',
    async (depositRoute) => {
      const { quote } = await reviewChangedQuote((said) => Object.assign(said, { depositRoute }))
      expect(quote.unread).toEqual([])
      expect(quote.routes).toHaveLength(2)
    },
  )
})

test('keeps a deposit without a token when the route that named the token cannot be decoded', async () => {
  const request = { ...signedRequest, options: { useDepositAddress: true, refundAddress: user } }
  const world = await createFundedWorld(request)
  wireService(world, request).changeResult('quote', (said) => {
    const expiry = Math.floor(world.clock.nowMs() / 1000) + 600
    const depositAddress = `0x${'d1'.repeat(20)}`
    Object.assign(said, { depositRoute: { depositAddress, quoteId: `0x${'d0'.repeat(32)}`, expiry } })
    Object.assign(auto(said), { requestType: 'BATCH_REQUEST' })
  })
  const { quote } = await requestReview(world, request, { routeKey: 'deposit' })
  expect(quote.outputToken).toMatchObject({ symbol: 'USDC', decimals: 6, isVerified: true })
  expect(quote.unread).toHaveLength(1)
})

describe('a fee that cannot be decoded', () => {
  test.each([
    ['gasFee', 'gas', (quote: Wire) => Object.assign(manual(quote), { gasFee: { total: '0.1' } })],
    ['affiliateFee', 'affiliate', (quote: Wire) => Object.assign(manual(quote), { affiliateFee: [] })],
    ['routeFee', 'route', (quote: Wire) => Object.assign(manual(quote), { routeDetails: 'Across' })],
  ])('%s is unknown instead of zero', async (_, kind, change) => {
    const world = await createFundedWorld(manualRequest)
    wireService(world, manualRequest).changeResult('quote', (said) => void change(said))
    const choice = kind === 'route' ? { routeKey: 'manual::' } : acrossRoute
    const { quote, loss } = await requestReview(world, manualRequest, choice)
    expect(quote.unknownFees).toContain(kind)
    expect(quote.cost).toMatchObject(kind === 'gas' ? { isLowerBound: true } : { isRestPrice: false })
    // The loss is calculated from the known amounts.
    expect(loss.percent).not.toBeNull()
  })

  test('leaves the route usable when refuel was not requested', async () => {
    const { quote } = await reviewChangedQuote((said) =>
      Object.assign(manual(said), { refuel: { amount: '5' } }),
    )
    expect(quote.routes.find(({ kind }) => kind === 'manual')?.refuel).toBeNull()
    expect(quote.unread).toEqual([])
  })

  test('drops the route when refuel was requested', async () => {
    const world = await createWorld()
    const request = { ...manualRequest, options: { ...manualRequest.options, refuel: true } }
    world.fund(request)
    wireService(world, request).changeResult(
      'quote',
      (said) => void Object.assign(auto(said), { refuel: 'some' }),
    )
    const { quote } = await requestReview(world, request, acrossRoute)
    expect(quote.unread).toMatchObject([{ kind: 'auto', path: '$.autoRoute.refuel' }])
  })
})
