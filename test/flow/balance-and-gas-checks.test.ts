import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { maxNativeUnits } from '../../lib/chain/costs.ts'
import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  across,
  allow,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  manualAsk,
  nativeAsk,
  review,
  signedAsk,
  untilState,
  usdtAsk,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { does, waiting } from '../harness/one-task.ts'
import { createWorld, type World } from '../harness/world.ts'

const gwei = 1_000_000_000n
const approveUnits = 80_000n * gwei
const sendUnits = 400_000n * gwei

function leave(world: World, token: string, units: bigint): void {
  const balance = world.chain.ledger.balance(harbour.chainId, token, user)
  world.chain.ledger.give(harbour.chainId, token, user, units - balance)
}

const sentValue = ({ terms }: Order) => BigInt(terms.txData?.value ?? '0')

describe('before an approval request', () => {
  test.each<[string, QuoteRequest, ReviewChoice | undefined, bigint, bigint]>([
    ['its gas', signedAsk, undefined, 0n, approveUnits],
    ['the gas of its reset too', usdtAsk, undefined, 3n, 2n * approveUnits],
    ['the gas of the swap that it is for', inboxAsk, undefined, 0n, approveUnits + sendUnits],
    ['the native fee of the swap', manualAsk, across, 0n, approveUnits + sendUnits],
  ])('the account needs %s', async (_what, ask, choice, allowed, gasUnits) => {
    const { world, order } = await waiting(ask, choice)
    allow(world, ask, allowed)
    const units = sentValue(order) + gasUnits
    leave(world, nativeAddress, units - 1n)
    expect(await does(world, 'prepareApproval', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'gasTooLow', money: 'nothingSent' },
    })
    leave(world, nativeAddress, units)
    expect(await does(world, 'prepareApproval', order)).toMatchObject({ kind: 'prepared' })
  })

  test('the account needs no gas for a signature with a sufficient allowance', async () => {
    const { world, order } = await waiting(signedAsk)
    allow(world, signedAsk)
    leave(world, nativeAddress, 0n)
    expect(await does(world, 'prepareApproval', order)).toMatchObject({ kind: 'prepared' })
  })
})

describe('before a transaction request', () => {
  test.each<[string, QuoteRequest, ReviewChoice | undefined]>([
    ['a payment to a deposit address', depositAsk, { routeKey: 'deposit' }],
    ['a manual swap', manualAsk, across],
    ['a swap of the inbox', inboxAsk, undefined],
  ])('the account still needs the token of %s', async (_what, ask, choice) => {
    const { world, order } = await waiting(ask, choice)
    leave(world, ask.inputToken, BigInt(ask.inputAmount) - 1n)
    const { symbol } = order.reviewed.inputToken
    expect(await does(world, 'prepareSend', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'balanceTooLow', facts: { symbol } },
    })
    leave(world, ask.inputToken, BigInt(ask.inputAmount))
    expect(await does(world, 'prepareSend', order)).toMatchObject({ kind: 'prepared' })
  })
})

test('requires twice the gas of each approval in a review, also of a reset', async () => {
  const world = await createWorld()
  fund(world, usdtAsk)
  allow(world, usdtAsk, 3n)
  leave(world, nativeAddress, 4n * approveUnits - 1n)
  await expect(review(world, usdtAsk)).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
  leave(world, nativeAddress, 4n * approveUnits)
  expect((await review(world, usdtAsk)).approvals).toHaveLength(2)
})

describe('Max of native currency on a rollup', () => {
  test('reserves the gas and the data fee of a send, as the review and the prompt count them', async () => {
    const world = await createWorld()
    const held = 10n ** 18n
    leave(world, nativeAddress, held)
    world.chain.dataFeeUnits = 10n ** 15n
    const most = maxNativeUnits(held, await world.chain.reader.gasPrice(harbour.chainId), 0n)
    expect(held - most).toBe(2n * (sendUnits + world.chain.dataFeeUnits))
    const ask = { ...nativeAsk, inputAmount: most.toString() }
    const id = await begin(world, ask)
    expect((await untilState(world, id, 'verified_terminal')).fundsSettled).toBe(true)
    leave(world, nativeAddress, held - 1n)
    await expect(review(world, ask)).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
  })
})
