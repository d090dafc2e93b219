import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { createUnexecutedOrder, signedRequest, startSwap } from '../harness/actions.ts'
import { account, harbour } from '../harness/chains.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'

const wordLimit = 2n ** 256n

test('keeps an order readable when one endpoint returns an amount over 256 bits', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.solver.setStatus(world.acceptedRequest(), 2)
  await world.waitForOrder(id, ({ statusCode }) => statusCode === 2)
  const hash = world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, account.address, 5n)
  Object.assign(world.acceptedRequest(), { code: 7, refundHash: hash, refundChainId: harbour.chainId })
  const { payment } = world.chain.reader
  // The result of `readPayment` for such a receipt, from one endpoint alone.
  const parts = [{ logIndexes: [1, 2], units: 2n * (wordLimit - 1n) - 1n }]
  world.chain.reader.payment = (chainId, wanted) =>
    withChangedAnswer(
      payment(chainId, wanted),
      (seen) => (seen === null ? null : { ...seen, names: 'ours', confirmations: 100, parts }),
      1,
    )
  await world.advanceTime(5 * minuteMs)
  expect((await world.orders.listOpen()).map((order) => order.id)).toEqual([id])
})

test('keeps an order readable when the wallet returns a signature of 300,000 bytes', async () => {
  const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
  await world.waitForState(id, 'sign_requested')
  const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
  const { wallet } = await world.readOrder(id)
  if (wallet === null) throw new Error('no wallet')
  await world.run.applyAnswer({ requestId, kind: 'result', result: `0x${'11'.repeat(300_000)}`, wallet })
  const order = await world.waitForState(id, 'needs_user')
  expect(order).toMatchObject({ signature: null, problem: { code: 'signatureWrong', money: 'nothingSent' } })
})
