import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import {
  account,
  allow,
  begin,
  fund,
  orderAt,
  pass,
  signedAsk,
  taken,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { resaid } from '../harness/proof-reads.ts'
import { createWorld } from '../harness/world.ts'

const most = 2n ** 256n

test('keeps an order readable when one endpoint returns an amount over 256 bits', async () => {
  const { world, id } = await untakenOrder()
  world.solver.set(taken(world), 2)
  await until(world, id, ({ statusCode }) => statusCode === 2)
  const hash = world.chain.pay(harbour.chainId, signedAsk.inputToken, account.address, 5n)
  Object.assign(taken(world), { code: 7, refundHash: hash, refundChainId: harbour.chainId })
  const { payment } = world.chain.reader
  // The result of `readPayment` for such a receipt, from one endpoint alone.
  const parts = [{ logIndexes: [1, 2], units: 2n * (most - 1n) - 1n }]
  world.chain.reader.payment = (chainId, wish) =>
    resaid(
      payment(chainId, wish),
      (seen) => (seen === null ? null : { ...seen, names: 'ours', confirmations: 100, parts }),
      1,
    )
  await pass(world, 5 * minuteMs)
  expect((await world.orders.open()).map((order) => order.id)).toEqual([id])
})

test('keeps an order readable when the wallet returns a signature of 300,000 bytes', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'sign_requested')
  const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
  const { wallet } = await orderAt(world, id)
  if (wallet === null) throw new Error('no wallet')
  await world.run.answered({ requestId, kind: 'result', result: `0x${'11'.repeat(300_000)}`, wallet })
  const order = await untilState(world, id, 'needs_user')
  expect(order).toMatchObject({ signature: null, problem: { code: 'signatureWrong', money: 'nothingSent' } })
})
