import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../lib/base/hex.ts'
import { minRefund } from '../../lib/chain/evidence.ts'
import { wrappedInput } from '../../lib/order/wrapped-input.ts'
import { createFundedWorld, inboxRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { deployment, harbour, tokenOf, user } from '../harness/chains.ts'
import { createOverdueOrder, reviewOrderExit } from '../harness/exits.ts'
import {
  createOwnTransaction,
  createReportedEnd,
  type ReportedEnd,
  verifyEnd,
} from '../harness/reported-end.ts'

const wrapped = tokenOf(harbour, 'WHETH')
const input = BigInt(nativeRequest.inputAmount)
const requestTransactionHash: Hex = `0x${'5e'.repeat(32)}`

test('sends native currency as value with a request that names the wrapped token', async () => {
  const world = await createFundedWorld(nativeRequest)
  const order = await world.readOrder(await world.startOrder(nativeRequest))
  expect(order.kind).toBe('native')
  expect(world.chain.sent).toMatchObject([{ value: input }])
  expect(wrappedInput(order, deployment)).toMatchObject({ address: wrapped.address, symbol: 'WHETH' })
})

describe('the wrapped token is not paid through the inbox', () => {
  const request = { ...signedRequest, inputToken: wrapped.address, inputAmount: nativeRequest.inputAmount }

  test('is refused before an approval when the service offers a transaction for it', async () => {
    const world = await createFundedWorld(request)
    world.service.viaInbox = true
    await expect(world.createReview(request)).rejects.toMatchObject({
      data: { code: 'wrappedThroughInbox', money: 'nothingSent' },
    })
    expect(world.wallet.prompts).toEqual([])
  })

  test('can be swapped by a signature', async () => {
    const world = await createFundedWorld(request)
    expect((await world.readOrder(await world.startOrder(request))).kind).toBe('signed')
  })
})

describe('a refund of native currency', () => {
  /** Makes an expired native request whose inbox names it in the transaction that pays `units` back. */
  async function paidBack(token: Address, units: bigint): Promise<{ over: ReportedEnd; back: Hex }> {
    const over = await createReportedEnd(
      nativeRequest,
      {},
      { statusCode: 5, transactions: [createOwnTransaction('send', requestTransactionHash)] },
    )
    const { chain } = over.world
    const back = chain.payAsSolver(harbour.chainId, token, user, units, over.order.terms.requestHash)
    const hashes = [requestTransactionHash, back]
    Object.assign(chain.reader, {
      findTransactionsWithTopic: async () => ({ hashes, final: hashes, sources: 2 }),
    })
    return { over, back }
  }

  test('can be paid in the wrapped token, and is displayed as such', async () => {
    const { over, back } = await paidBack(wrapped.address, input)
    expect(await verifyEnd(over)).toMatchObject({
      proof: 'verified',
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
    expect(await verifyEnd(over)).toMatchObject({
      proof: 'verified',
      evidence: { kind: 'refund', hash: back, token: nativeAddress },
    })
  })

  test('is not proven by less of the wrapped token or by another token', async () => {
    const { over } = await paidBack(wrapped.address, minRefund(input) - 1n)
    expect(await verifyEnd(over)).toMatchObject({ proof: 'pending', doubt: 'less' })
    const other = await paidBack(tokenOf(harbour, 'DAI').address, input)
    expect(await verifyEnd(other.over)).not.toMatchObject({ proof: 'verified' })
  })

  test('of a token input must be that token', async () => {
    const over = await createReportedEnd(
      inboxRequest,
      {},
      { statusCode: 5, transactions: [createOwnTransaction('send', requestTransactionHash)] },
    )
    expect(wrappedInput(over.order, deployment)).toBeNull()
  })
})

test('displays the wrapped token in the review of a native withdrawal', async () => {
  const { world, id } = await createOverdueOrder([5], nativeRequest)
  const { simulation } = await reviewOrderExit(world, 'withdraw', id)
  expect(simulation).toMatchObject({
    kind: 'measured',
    leaves: [],
    arrives: [{ token: wrapped.address, units: nativeRequest.inputAmount }],
  })
})
