import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { inboxAsk, isAtRest, nativeAsk, orderAt, pass, until } from '../harness/actions.ts'
import { again, askedTwice } from '../harness/asked-twice.ts'
import { user } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

const atOnce = (world: World) => {
  world.wallet.atomic = 'supported'
}

test('a transaction that no node knows may still be mined: the no of the other question offers nothing anew', async () => {
  const { world, id, first, second } = await askedTwice({ ask: nativeAsk })
  // It has a later nonce than it was asked with, and no node shows it for five minutes.
  world.chain.fates.push('hide')
  await world.wallet.decide(first, 'yes')
  await until(world, id, ({ transactions }) => transactions.some(({ state }) => state === 'dropped'))
  await world.wallet.decide(second, 'reject')
  await pass(world, 2 * secondMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'unknown_outcome', problem: { money: 'unknown' } })
  await again(world, id)
  expect(world.wallet.prompts).toHaveLength(2)
  const order = await until(world, id, isAtRest)
  expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  expect(world.service.requests.size).toBe(1)
})

test('calls that failed leave the earlier question open, however often the wallet says so', async () => {
  const { world, id, first, second } = await askedTwice({ ask: inboxAsk, prepare: atOnce })
  world.chain.fates.push('fail')
  await world.wallet.decide(second, 'yes')
  for (const bundle of world.wallet.bundles.values()) bundle.status = 500
  await pass(world, 5 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({
    state: 'unknown_outcome',
    problem: { money: 'unknown' },
    walletRequest: { requestId: first },
  })
  await world.wallet.decide(first, 'reject')
  await pass(world, 2 * secondMs)
  expect((await orderAt(world, id)).state).toBe('needs_user')
})

test('a late word that it takes no calls is a no to what was asked before', async () => {
  const { world, id, first, second } = await askedTwice({ ask: inboxAsk, prepare: atOnce })
  await world.wallet.decide(first, 'noCalls')
  await pass(world, 2 * secondMs)
  expect((await orderAt(world, id)).askedBefore).toEqual([])
  await world.run.dispatch(id, { kind: 'abandon' })
  await world.wallet.decide(second, 'noCalls')
  await pass(world, 2 * secondMs)
  expect(await orderAt(world, id)).toMatchObject({
    state: 'needs_user',
    problem: { money: 'nothingSent' },
    walletRequest: null,
  })
})

test('the last no after a transaction that failed says that it moved nothing, not that none was sent', async () => {
  const { world, id, first, second } = await askedTwice({ ask: nativeAsk })
  world.chain.fates.push('fail')
  await world.wallet.decide(second, 'yes')
  await until(world, id, ({ transactions }) => transactions.some(({ state }) => state === 'failed'))
  const before = world.chain.ledger.balance(nativeAsk.originChainId, nativeAsk.inputToken, user)
  await world.wallet.decide(first, 'reject')
  await pass(world, 2 * secondMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'needs_user', problem: { money: 'unmoved' } })
  expect(world.chain.ledger.balance(nativeAsk.originChainId, nativeAsk.inputToken, user)).toBe(before)
})
