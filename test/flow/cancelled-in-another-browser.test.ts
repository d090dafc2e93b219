import { expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs } from '../../lib/base/time.ts'
import { createUnexecutedOrder } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'

const elsewhere: Hex = `0x${'7e'.repeat(32)}`

/** A signed swap whose signature another browser of the account cancelled. */
async function createCancelledElsewhere() {
  const { world, id } = await createUnexecutedOrder()
  const { permitNonce } = (await world.readOrder(id)).terms
  world.chain.ledger.invalidate(harbour.chainId, user, BigInt(permitNonce ?? '0'), elsewhere)
  return { world, id }
}

test('ends a swap as unused when another browser of the account cancelled its signature', async () => {
  const { world, id } = await createCancelledElsewhere()
  world.solver.setStatus(world.acceptedRequest(), 5)
  const over = await world.waitForOrder(id, ({ state }) => state === 'verified_terminal')
  expect(over).toMatchObject({ statusCode: 5, fundsSettled: true, problem: { money: 'signedUnused' } })
})

test('ends a swap as cancelled on chain evidence alone when the service reports no end', async () => {
  const { world, id } = await createCancelledElsewhere()
  const over = await world.waitForOrder(id, ({ fundsSettled }) => fundsSettled)
  expect(over).toMatchObject({ state: 'cancelled_unused', problem: null, signature: null })
  expect(over.timeline.at(-1)?.step).toBe('cancelled')
})

test('does not accept a reported delivery of a signature that was cancelled elsewhere', async () => {
  const { world, id } = await createCancelledElsewhere()
  world.acceptedRequest().code = 4
  const over = await world.waitForOrder(id, ({ state }) => state === 'verified_terminal')
  expect(over).toMatchObject({ fundsSettled: true, statusCode: 6, problem: { money: 'signedUnused' } })
})

test('does not accept a cancellation elsewhere from one host alone', async () => {
  const { world, id } = await createCancelledElsewhere()
  world.chain.sources = 1
  world.solver.setStatus(world.acceptedRequest(), 5)
  await world.waitForState(id, 'reported_terminal')
  await world.advanceTime(30 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
})

test('reports the signature only as used when no endpoint can read events', async () => {
  const { world, id } = await createCancelledElsewhere()
  Object.assign(world.chain.reader, { nonceEnd: () => Promise.reject(new Problem('rpcUnreachable')) })
  world.solver.setStatus(world.acceptedRequest(), 5)
  await world.waitForState(id, 'reported_terminal')
  await world.advanceTime(30 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({
    state: 'reported_terminal',
    fundsSettled: false,
    problem: { money: 'signatureUsed' },
  })
})
