import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../lib/base/hex.ts'
import { leastRefund } from '../../lib/chain/evidence.ts'
import { reviewWithdraw } from '../../lib/order/flows/exit-reviews.ts'
import { wrappedInput } from '../../lib/order/wrapped-input.ts'
import {
  account,
  begin,
  fund,
  inboxAsk,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  until,
} from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf } from '../harness/reported-end.ts'
import { deployment, harbour, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

const wrapped = tokenOf(harbour, 'WHETH')
const input = BigInt(nativeAsk.inputAmount)
const made: Hex = `0x${'5e'.repeat(32)}`

test('sends native currency as value with a request that names the wrapped token', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  const order = await orderAt(world, await begin(world, nativeAsk))
  expect(order.kind).toBe('native')
  expect(world.chain.sent).toMatchObject([{ value: input }])
  expect(wrappedInput(order, deployment)).toMatchObject({ address: wrapped.address, symbol: 'WHETH' })
})

describe('the wrapped token is not paid through the inbox', () => {
  const request = { ...signedAsk, inputToken: wrapped.address, inputAmount: nativeAsk.inputAmount }

  test('is refused before an approval when the service offers a transaction for it', async () => {
    const world = await createWorld()
    fund(world, request)
    world.service.viaInbox = true
    await expect(review(world, request)).rejects.toMatchObject({
      data: { code: 'wrappedThroughInbox', money: 'nothingSent' },
    })
    expect(world.wallet.prompts).toEqual([])
  })

  test('can be swapped by a signature', async () => {
    const world = await createWorld()
    fund(world, request)
    expect((await orderAt(world, await begin(world, request))).kind).toBe('signed')
  })
})

describe('a refund of native currency', () => {
  /** Makes an expired native request whose inbox names it in the transaction that pays `units` back. */
  async function paidBack(token: Address, units: bigint): Promise<{ over: CalledOver; back: Hex }> {
    const over = await calledOver(nativeAsk, {}, { statusCode: 5, transactions: [own('send', made)] })
    const { chain } = over.world
    const back = chain.pay(harbour.chainId, token, user, units, over.order.terms.requestHash)
    Object.assign(chain.reader, { mentions: async () => ({ hashes: [made, back], sources: 2 }) })
    return { over, back }
  }

  test('can be paid in the wrapped token, and is displayed as such', async () => {
    const { over, back } = await paidBack(wrapped.address, input)
    expect(await proofOf(over)).toMatchObject({
      proof: 'yes',
      evidence: {
        kind: 'refund',
        hash: back,
        token: wrapped.address,
        paidIn: { symbol: 'WHETH', decimals: 18 },
      },
    })
  })

  test('can be paid in native currency', async () => {
    const { over, back } = await paidBack(nativeAddress, input)
    expect(await proofOf(over)).toMatchObject({
      proof: 'yes',
      evidence: { kind: 'refund', hash: back, token: nativeAddress },
    })
  })

  test('is not proven by less of the wrapped token or by another token', async () => {
    const { over } = await paidBack(wrapped.address, leastRefund(input) - 1n)
    expect(await proofOf(over)).toMatchObject({ proof: 'no', doubt: 'less' })
    const other = await paidBack(tokenOf(harbour, 'DAI').address, input)
    expect(await proofOf(other.over)).not.toMatchObject({ proof: 'yes' })
  })

  test('of a token input must be that token', async () => {
    const over = await calledOver(inboxAsk, {}, { statusCode: 5, transactions: [own('send', made)] })
    expect(wrappedInput(over.order, deployment)).toBeNull()
  })
})

test('displays the wrapped token in the review of a native withdrawal', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  world.solver.fate = [5]
  const id = await begin(world, nativeAsk)
  await until(world, id, (order) => order.statusCode === 5)
  await pass(world, 11 * 60_000)
  const { simulation } = await reviewWithdraw(await orderAt(world, id), account, world.reviewPorts)
  expect(simulation).toMatchObject({
    kind: 'measured',
    leaves: [],
    arrives: [{ token: wrapped.address, units: nativeAsk.inputAmount }],
  })
})
