import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import type { WalletRequestRecord } from '../../lib/order/order-parts.ts'
import { walletRequestOf } from '../../lib/order/wallet-request.ts'
import { createFundedWorld, depositRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { account, deployment } from '../harness/chains.ts'
import type { WireQuote } from '../harness/honest-quote.ts'
import { orderOf } from '../unit/order/order-fixture.ts'

describe('a wallet request that does not fit its order', () => {
  const record = (purpose: WalletRequestRecord['purpose']): WalletRequestRecord => ({
    requestId: 'r',
    purpose,
    requestedMs: 0,
    accountNonce: null,
    amountUnits: null,
  })

  async function orderOfRow(request = signedRequest): Promise<Order> {
    const world = await createFundedWorld(request, { behaviours: ['silent'] })
    return world.readOrder(await world.startOrder(request))
  }

  test.each<[WalletRequestRecord['purpose'], (order: Order) => Order, string]>([
    ['sign', (order) => ({ ...order, wallet: null }), 'walletNotConnected'],
    ['sign', () => orderOf({ kind: 'inbox' }), 'reason=T-1'],
    ['send', (order) => order, 'reason=T-1'],
    ['withdraw', (order) => order, 'reason=T-1'],
    ['cancel', () => orderOf({ kind: 'native' }), 'reason=T-1'],
    ['approve', () => orderOf({ kind: 'native' }), 'reason=V-3'],
  ])('%s is refused', async (purpose, change, what) => {
    const order = await orderOfRow()
    expect(() => walletRequestOf(deployment, change(order), record(purpose))).toThrow(what)
  })

  test('names the explorer only when the file has one, and no chain outside of the file', async () => {
    const order = await orderOfRow(nativeRequest)
    const added = (explorerUrl: string | null) => {
      const chains = deployment.chains.map((chain) => ({ ...chain, explorerUrl }))
      return walletRequestOf({ ...deployment, chains }, order, record('send')).chain?.add
    }
    expect(added('https://example.test')).toMatchObject({ blockExplorerUrls: ['https://example.test'] })
    expect(added(null)).not.toHaveProperty('blockExplorerUrls')
    const { currency: _unsaid, ...nameless } = deployment.chains[0] ?? ({} as never)
    const unnamed = { ...deployment, chains: [nameless, ...deployment.chains.slice(1)] }
    expect(walletRequestOf(unnamed, order, record('send')).chain?.add).toBeNull()
    expect(walletRequestOf(deployment, order, record('send')).chain?.add).toMatchObject({
      nativeCurrency: { ...deployment.chains[0]?.currency, decimals: 18 },
    })
    const approve = walletRequestOf(deployment, await orderOfRow(), record('approve'))
    expect(JSON.stringify(approve.params)).toMatch(/0x095ea7b3[0-9a-f]{64}0{64}"/)
    expect(() => walletRequestOf({ ...deployment, chains: [] }, order, record('send'))).toThrow(
      'chainNotPinned',
    )
  })
})

describe('a quote for a view', () => {
  const noRoutes = (quote: WireQuote): WireQuote => ({
    ...quote,
    autoRoute: null,
    autoRoutes: [],
    manualRoutes: [],
    deposit: null,
  })

  test('is noRoute without routes, and superseded when the view dropped it', async () => {
    const world = await createFundedWorld(signedRequest)
    world.service.changeQuote = noRoutes
    expect(await world.quotes.quote('view', signedRequest, account)).toEqual({ kind: 'noRoute' })
    world.service.changeQuote = (quote) => quote
    const { reader } = world.chain
    Object.assign(reader, {
      balance: async () => {
        world.quotes.drop('view')
        return 1n
      },
    })
    const viaInbox = { ...signedRequest, options: { useInbox: true } }
    expect(await world.quotes.quote('view', viaInbox, account)).toEqual({ kind: 'superseded' })
  })

  test('is returned when lists and balance cannot be read, with the token of the deployment file', async () => {
    const world = await createFundedWorld(depositRequest)
    Object.assign(world.chain.reader, { balance: () => Promise.reject(new Error('down')) })
    const viaInbox = { ...signedRequest, options: { useInbox: true } }
    expect(await world.quotes.quote('view', viaInbox, account)).toMatchObject({
      kind: 'quote',
      held: { nativeUnits: null, outputToken: { symbol: 'USDC', decimals: 6, isVerified: true } },
    })
  })
})
