import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { listAllowances } from '../../lib/order/allowance-reads.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { reviewRevocation, revokeAllowance } from '../harness/exits.ts'
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

const untilOver = (world: World, id: string) =>
  world.waitForOrder(id, ({ revoking }) => revoking?.state === 'over')

describe('the allowance that a stopped swap left', () => {
  test('is reviewed, revoked with one wallet request, and read as zero', async () => {
    const { world, id } = await startStoppedSwap()
    expect(readAllowance(world)).toBe(BigInt(signedRequest.inputAmount))
    const review = await reviewExit('revoke', await world.readOrder(id), account, world.reviewPorts)
    expect(review).toMatchObject({ amountUnits: signedRequest.inputAmount, contract: harbour.permit2 })
    expect(review.simulation).toMatchObject({ kind: 'measured', leaves: [], arrives: [] })
    const before = approvalPrompts(world).length
    await revokeAllowance(world, id)
    const over = await untilOver(world, id)
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

  test('is not revoked twice by the same review', async () => {
    const { world, id } = await startStoppedSwap()
    const event = await reviewRevocation(world, id)
    await world.run.dispatch(id, event)
    await untilOver(world, id)
    const count = world.wallet.prompts.length
    await world.run.dispatch(id, event)
    await world.advanceTime(minuteMs)
    expect(world.wallet.prompts).toHaveLength(count)
  })

  test('stays when the wallet rejects the revocation, and a retry revokes it', async () => {
    const { world, id } = await startStoppedSwap()
    world.wallet.behaviours.push('reject')
    await revokeAllowance(world, id)
    const order = await untilOver(world, id)
    expect(order.revoking).toMatchObject({
      problem: { code: 'walletRejected', money: 'unmoved' },
      leftUnits: null,
    })
    expect(readAllowance(world)).toBe(BigInt(signedRequest.inputAmount))
    await revokeAllowance(world, id)
    expect((await untilOver(world, id)).revoking).toMatchObject({ problem: null, leftUnits: '0' })
  })

  test.each(['gone', 'garbage'] as const)(
    'has an unknown end when the wallet’s answer is %s',
    async (behaviour) => {
      const { world, id } = await startStoppedSwap()
      world.wallet.behaviours.push(behaviour)
      await revokeAllowance(world, id)
      expect((await untilOver(world, id)).revoking).toMatchObject({
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
    expect((await untilOver(world, id)).revoking).toMatchObject({ leftUnits: '0' })
  })

  test('is followed by the next background when one dies before the revocation is mined', async () => {
    const { world, id } = await startStoppedSwap()
    world.chain.fates.push('stick')
    await revokeAllowance(world, id)
    await world.waitForOrder(id, ({ revoking }) => revoking?.state === 'sent')
    await world.restart()
    world.chain.ledger.allow(harbour.chainId, token, user, 0n)
    expect((await untilOver(world, id)).revoking).toMatchObject({ leftUnits: '0' })
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
    expect((await untilOver(world, id)).revoking).toMatchObject(reported)
  })

  test('is reported with the remaining amount when the token keeps some', async () => {
    const { world, id } = await startStoppedSwap()
    world.chain.extraEffects.set(token, (ledger) => ledger.allow(harbour.chainId, token, user, 7n))
    await revokeAllowance(world, id)
    expect((await untilOver(world, id)).revoking).toMatchObject({ problem: null, leftUnits: '7' })
  })

  test('is never reported as 0 by one endpoint alone', async () => {
    const { world, id } = await startStoppedSwap()
    world.chain.sources = 1
    await revokeAllowance(world, id)
    expect((await untilOver(world, id)).revoking).toMatchObject({ leftUnits: null })
    expect(await listAllowances(world.reviewPorts)).toMatchObject([{ left: null }])
    await expect(
      reviewExit('revoke', await world.readOrder(id), account, world.reviewPorts),
    ).rejects.toMatchObject({
      data: { code: 'rpcUnreachable' },
    })
  })

  test('is not reviewed when it is gone or cannot be read', async () => {
    const { world, id } = await startStoppedSwap()
    const tryIt = async () => reviewExit('revoke', await world.readOrder(id), account, world.reviewPorts)
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
    const tryIt = async () => reviewExit('revoke', await world.readOrder(id), account, world.reviewPorts)
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'allowanceInUse' } })
    expect(await listAllowances(world.reviewPorts)).toMatchObject([{ revokeBlockedBy: 'inUse' }])
    const count = world.wallet.prompts.length
    await world.run.dispatch(id, event)
    expect((await untilOver(world, id)).revoking).toMatchObject({ problem: { code: 'allowanceInUse' } })
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
      await expect(
        reviewExit('revoke', await world.readOrder(id), account, world.reviewPorts),
      ).rejects.toMatchObject({
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
