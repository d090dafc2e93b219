import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { listAllowances } from '../../lib/order/allowance-reads.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxRequest, nativeRequest, signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { deployment, harbour, user } from '../harness/chains.ts'
import { reviewOrderExit, reviewRevocation, revokeAllowance, waitForRevocation } from '../harness/exits.ts'
import { createViews } from '../harness/views.ts'
import { createWorld, type World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'

const token = signedRequest.inputToken

const readAllowance = (world: World) => world.chain.ledger.allowance(harbour.chainId, token, user)

const approvalPrompts = (world: World) =>
  world.wallet.prompts.filter(({ params }) => JSON.stringify(params).includes('095ea7b3'))

/** Makes a swap that the person stopped after its approval was mined. */
async function startStoppedSwap(
  world?: World,
  request = signedRequest,
): Promise<{ readonly world: World; readonly id: string }> {
  const at = world ?? (await createWorld())
  at.fund(request)
  const isApproved = at.chain.ledger.allowance(harbour.chainId, request.inputToken, user) > 0n
  at.wallet.behaviours.push(...(isApproved ? [] : (['yes'] as const)), 'reject')
  const id = await at.startOrder(request)
  await at.waitForState(id, 'needs_user')
  await at.run.dispatch(id, { kind: 'stop' })
  await at.waitForState(id, 'abandoned_unsigned')
  return { world: at, id }
}

describe('the allowance that a stopped swap left', () => {
  test('is reviewed, revoked with one wallet request, and read as zero', async () => {
    const { world, id } = await startStoppedSwap()
    expect(readAllowance(world)).toBe(BigInt(signedRequest.inputAmount))
    const review = await reviewOrderExit(world, 'revoke', id)
    expect(review).toMatchObject({ amountUnits: signedRequest.inputAmount, contract: harbour.permit2 })
    expect(review.simulation).toMatchObject({ kind: 'measured', leaves: [], arrives: [] })
    const before = approvalPrompts(world).length
    await revokeAllowance(world, id)
    const over = await waitForRevocation(world, id)
    expect(readAllowance(world)).toBe(0n)
    expect(approvalPrompts(world)).toHaveLength(before + 1)
    expect(over).toMatchObject({
      state: 'abandoned_unsigned',
      walletRequest: null,
      dueMs: null,
      revoking: { state: 'over', problem: null, leftUnits: '0' },
    })
    expect(over.transactions.at(-1)).toMatchObject({ purpose: 'revoke', state: 'mined' })
    expect(isFullyEnded(over)).toBe(true)
    expect(await listAllowances(world.reviewPorts)).toMatchObject([
      { orderId: id, left: { units: '0' }, revokeBlockedBy: null },
    ])
  })

  test('stays when the wallet rejects the revocation, and a retry revokes it', async () => {
    const { world, id } = await startStoppedSwap()
    world.wallet.behaviours.push('reject')
    await revokeAllowance(world, id)
    const order = await waitForRevocation(world, id)
    expect(order.revoking).toMatchObject({
      problem: { code: 'walletRejected', money: 'unmoved' },
      leftUnits: null,
    })
    expect(readAllowance(world)).toBe(BigInt(signedRequest.inputAmount))
    await revokeAllowance(world, id)
    expect((await waitForRevocation(world, id)).revoking).toMatchObject({ problem: null, leftUnits: '0' })
  })

  test.each(['gone', 'garbage'] as const)(
    'has an unknown end when the wallet’s answer is %s',
    async (behaviour) => {
      const { world, id } = await startStoppedSwap()
      world.wallet.behaviours.push(behaviour)
      await revokeAllowance(world, id)
      expect((await waitForRevocation(world, id)).revoking).toMatchObject({
        problem: { code: 'revokeNotSent' },
        leftUnits: null,
      })
      expect(world.wallet.prompts.at(-1)?.method).toBe('eth_sendTransaction')
    },
  )

  test('is revoked hours later when the wallet approves late, also after a restart', async () => {
    const { world, id } = await startStoppedSwap()
    world.wallet.behaviours.push('silent')
    await revokeAllowance(world, id)
    const count = world.wallet.prompts.length
    await world.restart()
    await world.advanceTime(120 * minuteMs)
    expect(world.wallet.prompts).toHaveLength(count)
    const { walletRequest } = await world.readOrder(id)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    expect((await waitForRevocation(world, id)).revoking).toMatchObject({ leftUnits: '0' })
  })

  test.each([
    ['reprice', { problem: null, leftUnits: '0' }],
    [
      'cancel',
      {
        problem: { code: 'revokeNotSent', facts: { reason: 'replaced' } },
        leftUnits: signedRequest.inputAmount,
      },
    ],
    [
      'fail',
      {
        problem: { code: 'revokeNotSent', facts: { reason: 'failed' } },
        leftUnits: signedRequest.inputAmount,
      },
    ],
    ['stick', { problem: { code: 'revokeNotSent' }, leftUnits: signedRequest.inputAmount }],
  ] as const)('ends as the chain shows it: %s', async (fate, reported) => {
    const { world, id } = await startStoppedSwap()
    world.chain.fates.push(fate)
    await revokeAllowance(world, id)
    expect((await waitForRevocation(world, id)).revoking).toMatchObject(reported)
  })

  test('is reported with the remaining amount when the token keeps some', async () => {
    const { world, id } = await startStoppedSwap()
    world.chain.extraEffects.set(token, (ledger) => ledger.allow(harbour.chainId, token, user, 7n))
    await revokeAllowance(world, id)
    expect((await waitForRevocation(world, id)).revoking).toMatchObject({ problem: null, leftUnits: '7' })
  })

  test('is never reported as 0 by one endpoint alone', async () => {
    const { world, id } = await startStoppedSwap()
    world.chain.sources = 1
    await revokeAllowance(world, id)
    expect((await waitForRevocation(world, id)).revoking).toMatchObject({ leftUnits: null })
    expect(await listAllowances(world.reviewPorts)).toMatchObject([{ left: null }])
    await expect(reviewOrderExit(world, 'revoke', id)).rejects.toMatchObject({
      data: { code: 'rpcUnreachable' },
    })
  })

  test('is not reviewed when it is gone or cannot be read', async () => {
    const { world, id } = await startStoppedSwap()
    const tryIt = () => reviewOrderExit(world, 'revoke', id)
    world.chain.ledger.allow(harbour.chainId, token, user, 0n)
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'allowanceGone' } })
    world.chain.isDown = true
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'rpcUnreachable' } })
    expect(await listAllowances(world.reviewPorts)).toMatchObject([{ left: null }])
  })
})

describe('an allowance in use', () => {
  test('is not revoked while another swap counts on it', async () => {
    const { world, id } = await startStoppedSwap()
    const event = await reviewRevocation(world, id)
    world.wallet.behaviours.push('silent')
    const other = await world.startOrder(signedRequest)
    await world.waitForState(other, 'sign_requested')
    const tryIt = () => reviewOrderExit(world, 'revoke', id)
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'allowanceInUse' } })
    expect(await listAllowances(world.reviewPorts)).toMatchObject([{ revokeBlockedBy: 'inUse' }])
    const count = world.wallet.prompts.length
    await world.run.dispatch(id, event)
    expect((await waitForRevocation(world, id)).revoking).toMatchObject({
      problem: { code: 'allowanceInUse' },
    })
    expect(world.wallet.prompts).toHaveLength(count)
  })

  test('makes another swap wait while it is revoked', async () => {
    const { world, id } = await startStoppedSwap()
    world.chain.fates.push('stick')
    await revokeAllowance(world, id)
    await world.waitForOrder(id, ({ revoking }) => revoking?.state === 'sent')
    const other = await world.startOrder(signedRequest)
    await world.advanceTime(20 * secondMs)
    expect(await world.readOrder(other)).toMatchObject({
      state: 'confirmed',
      problem: { code: 'walletBusy' },
    })
    world.chain.ledger.allow(harbour.chainId, token, user, 0n)
    await world.waitForOrder(other, ({ transactions }) =>
      transactions.some(({ purpose }) => purpose === 'approve'),
    )
  })

  test.each([
    ['is live', null],
    ['is past its deadline by the block time of one endpoint alone', [4_000_000_000]],
  ])(
    'is not revoked while the signature of a swap that is reported as ended %s',
    async (_how, blockSeconds) => {
      const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [0, 6] })
      await world.waitForState(id, 'reported_terminal')
      if (blockSeconds !== null)
        Object.assign(world.chain.reader, { latestBlockSeconds: async () => blockSeconds })
      await expect(reviewOrderExit(world, 'revoke', id)).rejects.toMatchObject({
        data: { code: 'allowanceInUse' },
      })
    },
  )
})

test.each([
  ['one allowance', signedRequest],
  ['two allowances', usdtRequest],
])('requests only one of two parallel revocations of %s', async (_of, request) => {
  const { world, id } = await startStoppedSwap()
  const { id: second } = await startStoppedSwap(world, request)
  const events = [await reviewRevocation(world, id), await reviewRevocation(world, second)] as const
  world.wallet.behaviours.push('silent', 'silent')
  const count = world.wallet.prompts.length
  await Promise.all([world.run.dispatch(id, events[0]), world.run.dispatch(second, events[1])])
  await world.advanceTime(minuteMs)
  expect(world.wallet.prompts).toHaveLength(count + 1)
  const orders = [await world.readOrder(id), await world.readOrder(second)]
  expect(orders.map(({ revoking }) => revoking?.problem?.code ?? null).toSorted()).toEqual([
    null,
    'walletBusy',
  ])
})

/** Runs a swap to its end on an allowance that is larger than its input, so that a part stays open. */
async function finishWithLeftoverAllowance(request: QuoteRequest = signedRequest, units = 9_000_000n) {
  const { world, id: orderId } = await startSwap(request, { allowed: units })
  await world.waitForState(orderId, 'verified_terminal')
  return { world, orderId, views: createViews(world) }
}

describe('the list of allowances', () => {
  test('is empty after a swap that needs no allowance', async () => {
    const { views, orderId } = await finishWithLeftoverAllowance(nativeRequest)
    expect(await views.allowances(null)).toEqual([])
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({
      data: { code: 'notAllowed', money: 'unmoved' },
    })
  })

  test.each<[string, QuoteRequest, Partial<Deployment>]>([
    [
      'the file names another Permit2 now',
      signedRequest,
      { chains: deployment.chains.map((one) => ({ ...one, permit2: user })) },
    ],
    [
      'the file no longer names the inbox',
      inboxRequest,
      { chains: deployment.chains.map((one) => ({ ...one, inboxes: [] })) },
    ],
    ['the file no longer has the chain', signedRequest, { chains: [] }],
  ])('offers no revocation where %s', async (_why, request, changed) => {
    const { world, orderId } = await finishWithLeftoverAllowance(request)
    const reviewPorts = { ...world.reviewPorts, deployment: { ...deployment, ...changed } }
    expect(await listAllowances(reviewPorts)).toMatchObject([{ orderId, revokeBlockedBy: 'unknownContract' }])
    const code = changed.chains?.length === 0 ? 'chainNotPinned' : 'notAllowed'
    const views = createViews({ ...world, reviewPorts })
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({ data: { code } })
  })

  test('lists the others when one allowance cannot be read, but throws on a bug of Ferry', async () => {
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    const read = world.chain.reader.allowanceEvidence
    const failing = (thrown: Error) =>
      Object.assign(world.chain.reader, {
        allowanceEvidence: async (...parameters: Parameters<typeof read>) => {
          if (parameters[1] === signedRequest.inputToken) throw thrown
          return read(...parameters)
        },
      })
    failing(new Problem('chainNotPinned'))
    expect(await views.allowances(null)).toMatchObject([{ orderId, left: null }])
    failing(new TypeError('ours'))
    await expect(views.allowances(null)).rejects.toThrow('ours')
  })
})

describe('the revocation of an allowance', () => {
  test('is refused for an order that was restored from the backup', async () => {
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    const order = await world.readOrder(orderId)
    await world.orders.write({ ...order, rev: order.rev + 1, restored: true })
    expect(await views.allowances(null)).toMatchObject([{ orderId, revokeBlockedBy: 'restored' }])
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({
      data: { code: 'orderRestored', money: 'unmoved' },
    })
  })

  test('is refused while the wallet has a request of another swap', async () => {
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    world.fund(nativeRequest)
    world.wallet.behaviours.push('silent')
    await world.waitForState(await world.startOrder(nativeRequest), 'send_requested')
    const count = world.wallet.prompts.length
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({
      data: { code: 'walletBusy', money: 'unmoved' },
    })
    expect(world.wallet.prompts).toHaveLength(count)
  })
})
