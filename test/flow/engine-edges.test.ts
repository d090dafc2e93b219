import { describe, expect, test } from 'vitest'
import { zeroAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { hourMs, secondMs } from '../../lib/base/time.ts'
import { firstDueOf } from '../../lib/order/reduce.ts'
import { reviewRisk } from '../../lib/review/review-risk.ts'
import { createFundedWorld, delivered, nativeRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { recordRejection } from '../harness/background.ts'
import { account, island } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'
import { orderOf } from '../unit/order/order-fixture.ts'

describe('the engine', () => {
  test('rejects an event for an unknown order', async () => {
    const world = await createWorld()
    await expect(world.run.dispatch('made up', { kind: 'retry' })).rejects.toThrow('orderNotFound')
    expect(firstDueOf([])).toBeNull()
  })
})

test.each<[string, string]>([
  ['nobody', zeroAddress],
  ['an address in another format', 'GABC'],
])('reads no chain for a receiver that is %s', async (_name, receiverAddress) => {
  const world = await createWorld()
  world.chain.isDown = true
  const { reviewed } = orderOf()
  const request = { ...reviewed.request, destinationChainId: island.chainId, receiverAddress }
  expect((await reviewRisk({ ...reviewed, request }, world.reviewPorts)).receiver).toEqual([])
})

const netMs = 35_000

test('leaves an alarm when the background dies in the middle of the first task (PR2)', async () => {
  let deaths = 0
  for (let edge = 0; ; edge += 1) {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.life.edges.length = 0
    world.life.edgeCount = 0
    world.life.dieAt = edge
    world.confirm(reviewKey).catch(recordRejection(world))
    await world.settle()
    if (!world.life.isDead) break
    if (!world.life.edges.slice(0, edge).some((name) => name.startsWith('before chain.'))) continue
    deaths += 1
    expect(world.alarmMs, `dying at edge ${edge}`).not.toBeNull()
    expect((world.alarmMs ?? 0) - world.clock.nowMs()).toBeLessThanOrEqual(netMs)
  }
  expect(deaths).toBeGreaterThan(5)
})

test('waits for the alarm before the first task, however slow the store is (PR2)', async () => {
  const world = await createFundedWorld(signedRequest)
  const { reviewKey } = await world.createReview(signedRequest)
  const { listOpen } = world.orders
  let isSlow = true
  Object.assign(world.orders, {
    listOpen: async () => {
      const turns = isSlow ? 200 : 0
      isSlow = false
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return listOpen()
    },
  })
  world.life.edges.length = 0
  world.life.edgeCount = 0
  await world.confirm(reviewKey)
  await world.settle()
  const { edges } = world.life
  const firstRead = edges.findIndex((name) => name.startsWith('before chain.'))
  expect(firstRead).toBeGreaterThan(0)
  expect(edges.slice(0, firstRead)).toContain('after alarms.wakeAt')
})

test('sets the alarm again when the store fails as the alarm goes off', async () => {
  const { world, id } = await startSwap(signedRequest)
  const { listOpen } = world.orders
  Object.assign(world.orders, { listOpen: () => Promise.reject(new Problem('storageFailed')) })
  world.alarmMs = null
  await expect(world.run.reconcile()).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  expect(world.alarmMs).toBe(world.clock.nowMs() + 30_000)
  Object.assign(world.orders, { listOpen })
  expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
})

test('starts its first task although the alarm could not be set', async () => {
  const world = await createFundedWorld(signedRequest)
  const { reviewKey } = await world.createReview(signedRequest)
  const { listOpen } = world.orders
  let failures = 1
  Object.assign(world.orders, {
    listOpen: () => (failures-- > 0 ? Promise.reject(new Problem('storageFailed')) : listOpen()),
  })
  await world.confirm(reviewKey)
  expect(world.problems.map(({ data }) => data.code)).toEqual(['storageFailed'])
  expect(await world.waitForEnd(reviewKey)).toMatchObject(delivered)
})

test('continues after a start at which the order of an open request could not be read', async () => {
  const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
  await world.waitForState(id, 'approve_requested')
  const { read } = world.orders
  Object.assign(world.orders, { read: () => Promise.reject(new Problem('storageFailed')) })
  await world.restart()
  expect(new Set(world.problems.map(({ data }) => data.code))).toEqual(new Set(['storageFailed']))
  const { requestId } = world.wallet.prompts[0] ?? {}
  expect(world.checks).toEqual([true, false].map((isChecking) => [requestId, isChecking]))
  Object.assign(world.orders, { read })
  await world.wallet.decide(requestId ?? '', 'yes')
  expect(await world.waitForEnd(id)).toMatchObject(delivered)
})

test('a request that cannot be repeated after a start is not counted as never made', async () => {
  const { world, id } = await startSwap(nativeRequest, { allowed: true, behaviours: ['silent'] })
  await world.waitForState(id, 'send_requested')
  world.walletProblem = new Problem('walletGone')
  await world.restart()
  expect((await world.readOrder(id)).state).toBe('send_requested')
  world.walletProblem = null
  await world.wallet.decide(world.wallet.prompts[0]?.requestId ?? '', 'yes')
  expect(await world.waitForEnd(id)).toMatchObject(delivered)
  expect(world.wallet.prompts).toHaveLength(1)
})

/** Holds the first read of the block time after a commit in `sign_requested`: the last check before the prompt. */
function holdLastCheck(world: World) {
  const { reader } = world.chain
  const { latestBlockSeconds } = reader
  const held = Promise.withResolvers<readonly number[]>()
  let isHeld = false
  Object.assign(reader, {
    latestBlockSeconds: (chainId: number) => {
      if (isHeld || world.commits.at(-1)?.state !== 'sign_requested') return latestBlockSeconds(chainId)
      isHeld = true
      return held.promise
    },
  })
  return held
}

describe('an alarm while the last check before a prompt still reads', () => {
  test('sends no second request, so that a failed check closes a request that no wallet got', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const check = holdLastCheck(world)
    const id = await world.startOrder(signedRequest)
    expect((await world.readOrder(id)).state).toBe('sign_requested')
    await world.run.reconcile()
    await world.settle()
    check.reject(new Problem('rpcUnreachable'))
    await world.settle()
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'needs_user', liveRequests: [] })
    expect(world.wallet.prompts).toHaveLength(0)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForState(id, 'verified_terminal')
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('repeats the request at the next alarm once the check has ended', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    await world.waitForState(id, 'sign_requested')
    await world.run.reconcile()
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(1)
  })
})

test('an alarm contacts a wallet again about an approval only after a read that shows no allowance', async () => {
  const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
  await world.waitForState(id, 'approve_requested')
  // The first run is that of the start.
  await world.run.reconcile()
  await world.settle()
  const { wallet } = world
  const { handleRequest } = wallet
  let contacts = 0
  wallet.handleRequest = async (request) => {
    contacts += 1
    await handleRequest(request)
  }
  const { reader } = world.chain
  const { allowance } = reader
  reader.allowance = () => Promise.reject(new Problem('rpcUnreachable'))
  await world.run.reconcile()
  await world.settle()
  expect(contacts).toBe(0)
  reader.allowance = allowance
  await world.advanceTime(20 * secondMs)
  expect(contacts).toBe(1)
  expect((await world.readOrder(id)).state).toBe('approve_requested')
})

describe('a cancellation that is stored while a signature is about to be posted', () => {
  test('is noticed before the POST', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { orders } = world
    const { read } = orders
    let isCancelled = false
    world.wallet.behaviours.push('yes', 'silent')
    Object.assign(orders, {
      async read(id: string) {
        const order = await read(id)
        if (isCancelled || order?.state !== 'submitting' || order.submitCount > 0) return order
        isCancelled = true
        await world.run.dispatch(id, {
          kind: 'cancel',
          accountNonce: 0,
          sinceBlock: '0',
          wallet: account.wallet,
        })
        return order
      },
    })
    const id = await world.startOrder(signedRequest)
    await world.waitForOrder(id, ({ cancelling }) => cancelling !== undefined)
    await world.settle()
    expect(await world.readOrder(id)).toMatchObject({
      state: 'submitting',
      submitCount: 0,
      walletRequest: { purpose: 'cancel' },
    })
    expect(world.service.submits.size).toBe(0)
  })
})

test('asleep 8 h · P: reads each of many swaps once, four in parallel, without a burst of missed polls', async () => {
  const world = await createWorld()
  world.solver.fate = []
  const count = 12
  for (let made = 0; made < count; made += 1) {
    world.fund(signedRequest)
    world.allowPermit2(signedRequest, BigInt(signedRequest.inputAmount) * BigInt(made + 1))
    await world.waitForState(await world.startOrder(signedRequest), 'pending')
  }
  world.clock.skip(8 * hourMs)
  let requested = 0
  let most = 0
  let underWay = 0
  const slow = <P extends unknown[], T>(read: (...parameters: P) => Promise<T>) => {
    return async (...parameters: P): Promise<T> => {
      requested += 1
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise<void>((resolve) => world.clock.after(500, resolve))
      underWay -= 1
      return read(...parameters)
    }
  }
  const { service } = world.service
  service.status = slow(service.status)
  world.chain.reader.nonceEvidence = slow(world.chain.reader.nonceEvidence)
  await world.restart()
  await world.advanceTime(4_000)
  expect([requested, most]).toEqual([count, 4])
})

test('reads all orders a few times after a wake, not once for each', async () => {
  const world = await createWorld()
  const count = 10
  world.fund({ ...signedRequest, inputAmount: '100000000' })
  world.wallet.behaviours.push(...Array<'reject'>(count).fill('reject'))
  for (let made = 0; made < count; made += 1) {
    await world.waitForState(await world.startOrder(signedRequest), 'needs_user')
  }
  const { listOpen } = world.orders
  let reads = 0
  Object.assign(world.orders, {
    listOpen: () => {
      reads += 1
      return listOpen()
    },
  })
  await world.run.reconcile()
  await world.settle()
  expect(world.alarmMs).not.toBeNull()
  // The wake's own read, one after the first finished task, and one for all others.
  expect(reads).toBeLessThanOrEqual(3)
})

test('requests the reviewed approval after another swap was rejected', async () => {
  const world = await createFundedWorld(signedRequest, { behaviours: ['reject'] })
  const first = await world.startOrder({ ...signedRequest, inputAmount: '7000000' })
  await world.waitForState(first, 'needs_user')
  const { approvals, reviewKey } = await world.createReview(signedRequest)
  expect(approvals).toEqual([{ purpose: 'approve', amountUnits: signedRequest.inputAmount }])
  await world.waitForState(await world.confirm(reviewKey), 'approve_requested', 'approve_sent', 'approved')
  const requested = world.commits.flatMap((order) =>
    order.id === reviewKey ? (order.walletRequest ?? []) : [],
  )
  expect(requested[0]).toMatchObject({ purpose: 'approve', amountUnits: signedRequest.inputAmount })
})
