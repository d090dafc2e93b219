import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { acrossRoute, createFundedWorld, manualRequest, nativeRequest } from '../harness/actions.ts'
import { account, ownCall, user } from '../harness/chains.ts'
import { changeViews } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

/** A world in which the account has already sent an unrelated transaction, which failed. */
async function createWorldWithFailedSend(): Promise<{ readonly world: World; readonly other: Hex }> {
  const world = await createFundedWorld(nativeRequest)
  world.service.isIndexing = false
  world.chain.fates.push('fail')
  const other = world.chain.send(ownCall)
  await world.advanceTime(5 * secondMs)
  return { world, other }
}

/** Whatever the person presses, the wallet receives no second request, and nothing counts as unmoved. */
async function expectNoSecondRequest(world: World, id: string): Promise<void> {
  const before = world.wallet.prompts.length
  for (let reads = 0; reads < 30; reads += 1) {
    await world.advanceTime(20 * secondMs)
    const { problem } = await world.readOrder(id)
    expect(problem?.money ?? 'unknown').toBe('unknown')
    await world.run.dispatch(id, { kind: 'retry' })
  }
  expect(world.wallet.prompts).toHaveLength(before)
}

describe('one of two hosts lies about a sent transaction, and Ferry requests no second one', () => {
  test('shows a used nonce, and then hides the transaction', async () => {
    const { world, other } = await createWorldWithFailedSend()
    world.chain.fates.push('stick')
    let isHidden = false
    const back = changeViews(world.chain.reader, 'first', (view, hash) => {
      if (hash === other || view.kind === 'unknown') return view
      return isHidden ? { kind: 'unknown' } : { ...view, nonce: 0 }
    })
    const id = await world.startOrder(nativeRequest)
    await world.waitForState(id, 'sent')
    await world.advanceTime(10 * secondMs)
    isHidden = true
    await expectNoSecondRequest(world, id)
    back()
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ transactions: [{ state: 'sent', accountNonce: 1 }] })
  })

  test('shows the swap’s call in a failed transaction of the account', async () => {
    const { world, other } = await createWorldWithFailedSend()
    world.wallet.behaviours.push('silent')
    const id = await world.startOrder(nativeRequest)
    const { walletRequest, terms } = await world.waitForState(id, 'send_requested')
    const { to, data, value } = terms.txData ?? { to: user, data: '0x', value: '0' }
    changeViews(world.chain.reader, 'first', (view, hash) =>
      hash === other && view.kind !== 'unknown' ? { ...view, to, data, value: BigInt(value) } : view,
    )
    const { requestId = '' } = walletRequest ?? {}
    await world.run.applyAnswer({ requestId, kind: 'result', result: other, wallet: account.wallet })
    await expectNoSecondRequest(world, id)
  })

  test('hides the call of a stopped swap', async () => {
    const world = await createFundedWorld(nativeRequest)
    world.service.isIndexing = false
    world.wallet.behaviours.push('silent')
    const id = await world.startOrder(nativeRequest)
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    changeViews(world.chain.reader, 'first', (view) =>
      view.kind === 'unknown' ? view : { ...view, data: '0x', to: user },
    )
    await world.run.dispatch(id, { kind: 'stop' })
    await world.run.dispatch(id, { kind: 'stop' })
    await world.waitForState(id, 'stopping')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'unclear')
    expect(world.chain.sent).toHaveLength(1)
    await world.advanceTime(3 * dayMs)
    expect(await world.readOrder(id)).not.toMatchObject({ state: 'abandoned_unsigned' })
  })
})

test.each([
  ['succeeds', 'mine', 'pending'],
  ['fails', 'fail', 'needs_user'],
] as const)('follows a stopped transaction that is mined after all: it %s', async (_how, fate, state) => {
  const world = await createFundedWorld(manualRequest)
  world.allowTargets(manualRequest)
  world.service.isIndexing = false
  world.chain.fates.push('stick')
  const id = await world.startOrder(manualRequest, account, acrossRoute)
  await world.waitForOrder(id, ({ transactions }) => transactions[0]?.isNonceSeen === true)
  await world.advanceTime(2 * hourMs)
  await world.run.dispatch(id, { kind: 'stop' })
  await world.waitForState(id, 'stopping')
  const [sent] = world.chain.waiting()
  if (sent === undefined) throw new Error('nothing waits')
  world.chain.fates.push(fate)
  world.chain.sendAt(sent, 0)
  await world.waitForState(id, state)
})
