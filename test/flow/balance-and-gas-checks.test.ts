import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { maxNativeUnits } from '../../lib/chain/costs.ts'
import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWaitingOrder, runTask } from '../harness/one-task.ts'
import { createWorld, type World } from '../harness/world.ts'

const gwei = 1_000_000_000n
const approveUnits = 80_000n * gwei
const sendUnits = 400_000n * gwei

function setBalance(world: World, token: string, units: bigint): void {
  const balance = world.chain.ledger.balance(harbour.chainId, token, user)
  world.chain.ledger.give(harbour.chainId, token, user, units - balance)
}

const sentValue = ({ terms }: Order) => BigInt(terms.txData?.value ?? '0')

describe('before an approval request', () => {
  test.each<[string, QuoteRequest, ReviewChoice | undefined, bigint, bigint]>([
    ['its gas', signedRequest, undefined, 0n, approveUnits],
    ['the gas of its reset too', usdtRequest, undefined, 3n, 2n * approveUnits],
    ['the gas of the swap that it is for', inboxRequest, undefined, 0n, approveUnits + sendUnits],
    ['the native fee of the swap', manualRequest, acrossRoute, 0n, approveUnits + sendUnits],
  ])('the account needs %s', async (_what, request, choice, allowed, gasUnits) => {
    const { world, order } = await createWaitingOrder(request, choice)
    world.allowPermit2(request, allowed)
    const units = sentValue(order) + gasUnits
    setBalance(world, nativeAddress, units - 1n)
    expect(await runTask(world, 'prepareApproval', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'gasTooLow', money: 'nothingSent' },
    })
    setBalance(world, nativeAddress, units)
    expect(await runTask(world, 'prepareApproval', order)).toMatchObject({ kind: 'prepared' })
  })

  test('the account needs no gas for a signature with a sufficient allowance', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    world.allowPermit2(signedRequest)
    setBalance(world, nativeAddress, 0n)
    expect(await runTask(world, 'prepareApproval', order)).toMatchObject({ kind: 'prepared' })
  })
})

test.each<[string, QuoteRequest, ReviewChoice | undefined]>([
  ['a payment to a deposit address', depositRequest, { routeKey: 'deposit' }],
  ['a manual swap', manualRequest, acrossRoute],
  ['a swap of the inbox', inboxRequest, undefined],
])('before a transaction request the account still needs the token of %s', async (_what, request, choice) => {
  const { world, order } = await createWaitingOrder(request, choice)
  setBalance(world, request.inputToken, BigInt(request.inputAmount) - 1n)
  const { symbol } = order.reviewed.inputToken
  expect(await runTask(world, 'prepareSend', order)).toMatchObject({
    kind: 'blocked',
    problem: { code: 'balanceTooLow', facts: { symbol } },
  })
  setBalance(world, request.inputToken, BigInt(request.inputAmount))
  expect(await runTask(world, 'prepareSend', order)).toMatchObject({ kind: 'prepared' })
})

test('requires twice the gas of each approval in a review, also of a reset', async () => {
  const world = await createFundedWorld(usdtRequest, { allowed: 3n })
  setBalance(world, nativeAddress, 4n * approveUnits - 1n)
  await expect(world.createReview(usdtRequest)).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
  setBalance(world, nativeAddress, 4n * approveUnits)
  expect((await world.createReview(usdtRequest)).approvals).toHaveLength(2)
})

test('Max of native currency on a rollup reserves the gas and the data fee of a send, as the review and the prompt count them', async () => {
  const world = await createWorld()
  const held = 10n ** 18n
  setBalance(world, nativeAddress, held)
  world.chain.dataFeeUnits = 10n ** 15n
  const most = maxNativeUnits(held, await world.chain.reader.gasPrice(harbour.chainId), 0n)
  expect(held - most).toBe(2n * (sendUnits + world.chain.dataFeeUnits))
  const request = { ...nativeRequest, inputAmount: most.toString() }
  const id = await world.startOrder(request)
  expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  setBalance(world, nativeAddress, held - 1n)
  await expect(world.createReview(request)).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
})
