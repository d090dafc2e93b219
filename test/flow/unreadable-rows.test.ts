import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import {
  acceptedRequest,
  account,
  advanceTime,
  allowPermit2,
  createUnexecutedOrder,
  fund,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import { createWorld } from '../harness/world.ts'

const wordLimit = 2n ** 256n

test('keeps an order readable when one endpoint returns an amount over 256 bits', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.solver.setStatus(acceptedRequest(world), 2)
  await waitForOrder(world, id, ({ statusCode }) => statusCode === 2)
  const hash = world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, account.address, 5n)
  Object.assign(acceptedRequest(world), { code: 7, refundHash: hash, refundChainId: harbour.chainId })
  const { payment } = world.chain.reader
  // The result of `readPayment` for such a receipt, from one endpoint alone.
  const parts = [{ logIndexes: [1, 2], units: 2n * (wordLimit - 1n) - 1n }]
  world.chain.reader.payment = (chainId, wanted) =>
    withChangedAnswer(
      payment(chainId, wanted),
      (seen) => (seen === null ? null : { ...seen, names: 'ours', confirmations: 100, parts }),
      1,
    )
  await advanceTime(world, 5 * minuteMs)
  expect((await world.orders.open()).map((order) => order.id)).toEqual([id])
})

test('keeps an order readable when the wallet returns a signature of 300,000 bytes', async () => {
  const world = await createWorld()
  fund(world, signedRequest)
  allowPermit2(world, signedRequest)
  world.wallet.behaviours.push('silent')
  const id = await startOrder(world, signedRequest)
  await waitForState(world, id, 'sign_requested')
  const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
  const { wallet } = await readOrder(world, id)
  if (wallet === null) throw new Error('no wallet')
  await world.run.answered({ requestId, kind: 'result', result: `0x${'11'.repeat(300_000)}`, wallet })
  const order = await waitForState(world, id, 'needs_user')
  expect(order).toMatchObject({ signature: null, problem: { code: 'signatureWrong', money: 'nothingSent' } })
})
