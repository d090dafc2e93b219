import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { FlowEvent } from '../../lib/order/event.ts'
import type { Order } from '../../lib/order/order.ts'
import { orderStates } from '../../lib/order/order-state.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, stranger } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import { plantInBackup } from '../harness/planted-order.ts'
import type { World } from '../harness/world.ts'
import { leavesOf, mutated } from '../unit/checks/mutations.ts'
import { noLoss, withTerms } from '../unit/order/order-fixture.ts'

const attacker = stranger.address.toLowerCase() as Hex

async function startStoppedOrder(
  quoteRequest: QuoteRequest,
  choice: ReviewChoice = {},
): Promise<{ world: World; order: Order }> {
  const world = await createFundedWorld(quoteRequest, { allowed: 10n ** 30n })
  world.allowTargets(quoteRequest, 10n ** 30n)
  world.walletProblem = new Problem('walletGone')
  const id = await world.startOrder(quoteRequest, undefined, choice)
  const order = await world.waitForState(id, 'needs_user')
  world.walletProblem = null
  return { world, order }
}

const everyState = Object.keys(orderStates) as Order['state'][]

/** Everything that a person, or a manipulated view, can do to an order. */
const personEvents: readonly FlowEvent[] = [
  { kind: 'retry' },
  { kind: 'acceptOffer', offerId: 'planted' },
  { kind: 'withdraw', accountNonce: 0, wallet: account.wallet },
  { kind: 'cancel', accountNonce: 0, sinceBlock: '1', wallet: account.wallet },
  { kind: 'retry' },
]

describe('an order that an attacker wrote into the backup', () => {
  test.each(everyState)('as %s gets no wallet request, whatever is done to it', async (state) => {
    for (const quoteRequest of [signedRequest, nativeRequest]) {
      const { world, order } = await startStoppedOrder(quoteRequest)
      const request = {
        requestId: 'planted',
        purpose: quoteRequest === signedRequest ? 'sign' : 'send',
        requestedMs: 0,
      } as const
      const planted: Order = {
        ...order,
        id: 'planted',
        state,
        dueMs: world.clock.nowMs(),
        problem: null,
        statusCode: 5,
        fundsSettled: false,
        walletRequest: { ...request, accountNonce: 0, amountUnits: null },
        offer: { id: 'offer', terms: order.terms, reviewed: order.reviewed, loss: noLoss },
      }
      expect(await plantInBackup(world, planted)).toEqual(['planted'])
      await world.restart()
      for (const act of personEvents) {
        await world.run.dispatch('planted', act)
        await world.settle()
        for (let ticks = 0; ticks < 3; ticks += 1) await world.runNextTimer()
      }
      expect(world.wallet.prompts).toEqual([])
      expect((await world.readOrder('planted')).restored).toBe(true)
    }
  })

  test('is displayed as restored, and is put away when left alone', async () => {
    const { world, order } = await startStoppedOrder(signedRequest)
    const planted: Order = { ...order, id: 'planted', state: 'approved', problem: null, dueMs: 0 }
    await plantInBackup(world, planted)
    expect(await world.readOrder('planted')).toMatchObject({
      state: 'needs_user',
      problem: { code: 'orderRestored', money: 'nothingSent' },
    })
    await world.restart()
    await world.advanceTime(11 * 60_000)
    expect(await world.readOrder('planted')).toMatchObject({ state: 'abandoned_unsigned' })
  })

  test('does not change an order that the database has, one write later', async () => {
    const { world, order } = await startStoppedOrder(signedRequest)
    const changed: Order = { ...order, rev: order.rev + 1, state: 'approved' }
    expect(await plantInBackup(world, changed)).toEqual([])
    expect(await world.readOrder(order.id)).toEqual(order)
  })

  test('with a much later revision marks Ferry’s own order as restored', async () => {
    const { world, order } = await startStoppedOrder(signedRequest)
    const changed: Order = { ...order, rev: order.rev + 9, state: 'approved' }
    expect(await plantInBackup(world, changed)).toEqual([order.id])
    expect(await world.readOrder(order.id)).toMatchObject({ restored: true, state: 'needs_user' })
  })
})

/** Changes the stored terms of an order, and retries it. */
async function retryChanged(
  { world, order }: Awaited<ReturnType<typeof startStoppedOrder>>,
  change: (order: Order) => Order,
) {
  await world.orders.restore({ ...change(order), rev: order.rev + 1 })
  await world.run.dispatch(order.id, { kind: 'retry' })
  // A simulation that fails is repeated for six seconds.
  await world.advanceTime(7_000)
  return { world, order: await world.readOrder(order.id) }
}

const changeTerms = (fields: object) => (order: Order) => withTerms(order, fields)
const changeTxData = (fields: object) => (order: Order) =>
  changeTerms({ txData: { ...order.terms.txData, ...fields } })(order)
const changeDeposit = (fields: object) => (order: Order) =>
  changeTerms({ deposit: { ...order.terms.deposit, ...fields } })(order)
const changeRequest = (fields: object) => (order: Order) => ({
  ...order,
  reviewed: { ...order.reviewed, request: { ...order.reviewed.request, ...fields } },
})

const swapMethods = [
  ['signed', signedRequest, {}],
  ['native', nativeRequest, {}],
  ['inbox', inboxRequest, {}],
  ['manual', manualRequest, acrossRoute],
  ['deposit', depositRequest, payByWallet],
] as const

describe('the stored terms, checked right before the wallet request', () => {
  test.each(swapMethods)(
    '%s: the wallet gets the request when nothing changed',
    async (_way, quoteRequest, choice) => {
      const { world } = await retryChanged(await startStoppedOrder(quoteRequest, choice), (order) => order)
      expect(world.wallet.prompts).toHaveLength(1)
    },
  )

  const changes: readonly (readonly [string, (order: Order) => Order])[] = [
    ['another receiver was reviewed', changeRequest({ receiverAddress: attacker })],
    ['another token was reviewed', changeRequest({ outputToken: attacker })],
    ['a smaller minimum', changeTerms({ minAmountOut: '1' })],
    ['another target', changeTxData({ to: attacker })],
    [
      'more value',
      (order) => changeTxData({ value: `${BigInt(order.terms.txData?.value ?? '0') + 10n ** 17n}` })(order),
    ],
    ['another chain', changeTxData({ chainId: 1 })],
    ['an approval as its data', changeTxData({ data: `0x095ea7b3${'00'.repeat(64)}` })],
    ['another deposit address', changeDeposit({ address: attacker })],
    ['a larger deposit', changeDeposit({ amount: '9000000' })],
  ]
  const applies = (way: string, name: string) => {
    if (name.includes('deposit')) return way === 'deposit'
    // Their calldata contains no receiver that Ferry can read.
    if (name.includes('receiver')) return way !== 'manual' && way !== 'deposit'
    const isOfTransaction = /target|value|chain|data/.test(name)
    return way === 'signed' ? !isOfTransaction : true
  }

  test.each(
    swapMethods.flatMap((way) =>
      changes
        .filter(([name]) => applies(way[0], name))
        .map(([name, change]) => [way[0], name, way, change] as const),
    ),
  )(
    '%s: the wallet gets no request after the change to %s',
    async (_way, _name, [, quoteRequest, choice], change) => {
      const { world, order } = await retryChanged(await startStoppedOrder(quoteRequest, choice), change)
      expect(world.wallet.prompts).toEqual([])
      // Without a pinned contract to approve, the order stops before the approval and stays stopped.
      expect(['needs_user', 'confirmed']).toContain(order.state)
      expect(order.problem?.code).toMatch(/^(checkFailed|internal|wouldFail)$/)
    },
  )

  test.each(
    (
      [
        ['SINGLE_OUTPUT_REQUEST', signedRequest],
        ['SWAP_REQUEST', sameChainRequest],
      ] as const
    ).flatMap(([kind, quoteRequest]) =>
      leavesOf(kind).map((leaf) => [kind, leaf.path.join('.'), quoteRequest, leaf] as const),
    ),
  )('%s: the wallet gets no signature request with another %s', async (_kind, _path, quoteRequest, leaf) => {
    const { world, order } = await retryChanged(await startStoppedOrder(quoteRequest), (order) => {
      const { signTypedData } = order.terms
      if (signTypedData === null) throw new Error('nothing to sign')
      const mutator = leaf.type === 'address' ? 'otherAddress' : 'plusOne'
      return changeTerms({ signTypedData: mutated(signTypedData, leaf, mutator) })(order)
    })
    expect(world.wallet.prompts).toEqual([])
    expect(order).toMatchObject({ state: 'needs_user', problem: { code: 'checkFailed' } })
  })
})
