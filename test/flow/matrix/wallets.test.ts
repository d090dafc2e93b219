import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import {
  account,
  allow,
  begin,
  fund,
  isAtRest,
  orderAt,
  signedAsk,
  until,
  untilState,
} from '../world/drive.ts'
import { harbour } from '../world/places.ts'
import { createWorld } from '../world/world.ts'
import { cell } from './cell.ts'
import { decide, holds, type Stage, settles, solve, staged } from './staged.ts'

/** A swap that needs no page any more: the wallet cannot be reached, now or later. */
async function withoutWallet(stage: Stage) {
  const at = await staged(stage)
  at.world.walletProblem = new Problem('walletGone')
  await at.world.run.accountsChanged(account.wallet, [])
  at.world.service.outage = null
  at.world.noticeFails = false
  if (stage === 'P') solve(at)
  await settles(at, 1)
}

cell('popup closed', 'Q', 'the answer of a view that is gone is dropped', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  const asked = world.desk.quote('view', signedAsk, account)
  world.desk.drop('view')
  expect((await asked).kind).toBe('superseded')
})

cell('tab closed', 'Q', 'quoting needs no page of a wallet', async () => {
  const world = await createWorld()
  world.walletProblem = new Problem('walletGone')
  expect((await world.desk.quote('view', signedAsk, null)).kind).toBe('quote')
})

cell(
  'tab closed',
  'A',
  'nobody knows whether it was approved: the allowance decides, never a second prompt',
  async () => {
    const at = await staged('A')
    await decide(at, 'gone')
    await holds(at, 2 * minuteMs)
    allow(at.world, signedAsk)
    await settles(at, 2)
  },
)

cell(
  'tab closed',
  'G',
  'a signature that nobody heard is dead with its page; another one is the only one posted',
  async () => {
    const at = await staged('G')
    await decide(at, 'gone')
    await untilState(at.world, at.id, 'needs_user')
    await at.world.run.happen(at.id, { kind: 'retry' })
    await settles(at, 2)
  },
)

cell(
  'tab closed',
  'T',
  'a transaction that may have been sent is followed, never asked for again',
  async () => {
    const at = await staged('T')
    const asked = at.world.wallet.prompts[0]
    await decide(at, 'gone')
    await untilState(at.world, at.id, 'unknown_outcome')
    await holds(at, 2 * minuteMs)
    await at.world.wallet.decide(asked?.requestId ?? '', 'deaf')
    await settles(at, 1)
  },
)

cell('tab closed', 'S', 'the POST needs no page', () => withoutWallet('S'))
cell('tab closed', 'P', 'following needs no page', () => withoutWallet('P'))
cell('tab closed', 'N', 'the end is told without a page', () => withoutWallet('N'))
cell('account removed', 'S', 'the signature is stored, and is handed in', () => withoutWallet('S'))
cell('account removed', 'P', 'it is followed to its end', () => withoutWallet('P'))
cell('account removed', 'N', 'its end is told', () => withoutWallet('N'))

cell(
  'account removed',
  'A',
  'an approval that the wallet shows is held, and read off the chain',
  async () => {
    const at = await staged('A')
    await at.world.run.accountsChanged(account.wallet, [])
    await holds(at, minuteMs)
    expect((await orderAt(at.world, at.id)).state).toBe('approve_requested')
  },
)

cell('wallet rejects', 'N', 'a row of the history says so, and nobody is notified', async () => {
  const at = await staged('G', 'reject')
  await untilState(at.world, at.id, 'needs_user')
  await at.world.run.happen(at.id, { kind: 'abandon' })
  const order = await until(at.world, at.id, isAtRest)
  expect(order).toMatchObject({ state: 'abandoned_unsigned', moneyAccounted: true })
  expect(await at.world.orders.page(null, 5)).toMatchObject([{ id: at.id }])
  expect(at.world.notices).toEqual([])
})

cell(
  'wallet never answers',
  'T',
  '"I cancelled it" is not believed: it is still looked for, and found',
  async () => {
    const at = await staged('T')
    await at.world.run.happen(at.id, { kind: 'abandon' })
    await untilState(at.world, at.id, 'unknown_outcome')
    await holds(at, hourMs)
    await decide(at, 'deaf')
    await settles(at, 1)
  },
)

cell(
  'wallet answers twice',
  'S',
  'the body is stored once, so that a second POST has nothing to say',
  async () => {
    const at = await staged('G')
    await decide(at, 'twice')
    await settles(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  },
)

cell('wallet error', 'A', 'an error that says nothing leaves it to the allowance', async () => {
  const at = await staged('A', 'unclear')
  await settles(at, 2)
})

cell('chain switched', 'A G T', 'every request names its chain, whatever the wallet shows', async () => {
  for (const stage of ['A', 'G', 'T'] as const) {
    const { world } = await staged(stage)
    expect(world.wallet.prompts.map((prompt) => prompt.chain?.chainId)).toEqual([harbour.chainId])
  }
})

cell('chain switched', 'P', 'following asks no wallet', async () => {
  const at = await staged('P')
  at.world.walletProblem = new Problem('walletWrongChain')
  solve(at)
  await settles(at, 1)
})

cell(
  'nonce replaced',
  'A',
  'an approval that was sped up counts by its allowance; a cancelled one stops',
  async () => {
    const fast = await createWorld()
    fund(fast, signedAsk)
    fast.chain.fates.push('reprice')
    const id = await begin(fast, signedAsk)
    await settles({ world: fast, id }, 2)

    const stopped = await createWorld()
    fund(stopped, signedAsk)
    stopped.chain.fates.push('cancel')
    const other = await begin(stopped, signedAsk)
    expect(await untilState(stopped, other, 'needs_user')).toMatchObject({
      problem: { code: 'approvalFailed', money: 'nothingSent' },
    })
    expect(stopped.wallet.prompts).toHaveLength(1)
  },
)

cell('nonce replaced', 'N', 'the row shows both hashes', async () => {
  const at = await staged('T')
  at.world.chain.fates.push('reprice')
  await decide(at, 'yes')
  const order = await settles(at, 1)
  expect(order.transactions.map((one) => one.state)).toEqual(['replaced', 'mined'])
})

cell('reorg', 'A', 'an approval that vanishes and comes back is waited for, not asked again', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  world.chain.fates.push('hide')
  const id = await begin(world, signedAsk)
  const order = await until(world, id, (one) => isAtRest(one) || one.state === 'needs_user')
  expect(world.wallet.prompts.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  expect(['verified_terminal', 'needs_user']).toContain(order.state)
})

cell(
  'RPC lies',
  'A',
  'an allowance that is not there costs a swap that fails, and nothing else',
  async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const before = world.chain.ledger.balance(
      harbour.chainId,
      signedAsk.inputToken,
      signedAsk.userAddress ?? '',
    )
    Object.assign(world.chain.reader, { allowance: async () => 10n ** 18n })
    const id = await begin(world, signedAsk)
    const order = await until(world, id, isAtRest, 1_000)
    expect(order.statusCode === 5 || order.state === 'expired_unused').toBe(true)
    expect(
      world.chain.ledger.balance(harbour.chainId, signedAsk.inputToken, signedAsk.userAddress ?? ''),
    ).toBe(before)
  },
)

cell('two windows', 'A G T', 'both press "ask again" at once: one request', async () => {
  for (const stage of ['A', 'G', 'T'] as const) {
    const at = await staged(stage, 'reject')
    await untilState(at.world, at.id, 'needs_user')
    await Promise.all([1, 2].map(() => at.world.run.happen(at.id, { kind: 'retry' })))
    await settles(at, stage === 'A' ? 3 : 2)
  }
})

cell('two windows', 'S', 'both wake the order while it is posted: one accepted', async () => {
  const at = await staged('S')
  at.world.service.outage = null
  await Promise.all([at.world.run.reconcile(), at.world.run.reconcile()])
  await settles(at, 1)
})

cell('two windows', 'P', 'one look at a time, however many wake it', async () => {
  const at = await staged('P')
  at.world.service.calls.length = 0
  for (let wake = 0; wake < 5; wake += 1) await at.world.run.reconcile()
  await at.world.settle()
  expect(at.world.service.calls.length).toBeLessThanOrEqual(1)
  solve(at)
  await settles(at, 1)
})
