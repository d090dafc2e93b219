import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import type { TransactionView } from '../../lib/chain/chain-views.ts'
import { readNonceEvidence } from '../../lib/chain/nonce.ts'
import { quorumOf } from '../../lib/chain/quorum.ts'
import type { Order } from '../../lib/order/order.ts'
import { canPutAway } from '../../lib/order/order-facts.ts'
import { acrossRoute, depositRequest, manualRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { blockMs, withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'
import { prunedNodes } from '../unit/chain/fake-node.ts'

test('a transaction that one endpoint alone shows as mined does not prove the payment, whatever the service reports', async () => {
  const { world, id } = await startSwap(manualRequest, {
    allowed: 10n ** 30n,
    behaviours: ['yes', 'silent'],
    fate: [],
    choice: acrossRoute,
  })
  const { walletRequest, terms } = await world.waitForState(id, 'send_requested')
  const { txData } = terms
  const prompt = world.wallet.prompts.at(-1)
  if (txData === null || prompt === undefined) throw new Error('nothing was asked')
  await world.advanceTime(5_000)
  const hash = `0x${'77'.repeat(32)}` as const
  // One endpoint shows the reviewed call as mined. It was never sent.
  const mined = {
    ...({ kind: 'mined', succeeded: true, confirmations: 9, from: user, nonce: 1 } as const),
    ...{ to: txData.to, data: txData.data, value: BigInt(txData.value) },
    blockSeconds: Math.floor(world.clock.nowMs() / secondMs),
  }
  const { reader } = world.chain
  reader.transaction = async () => mined
  reader.transactionQuorum = async () =>
    quorumOf<TransactionView>([
      { host: 'a', value: mined },
      { host: 'b', value: { kind: 'unknown' } },
    ])
  const { requestId = '' } = walletRequest ?? {}
  await world.run.applyAnswer({ requestId, kind: 'result', result: hash, wallet: prompt.wallet })
  await world.waitForState(id, 'pending')
  const paid = world.chain.payAsSolver(island.chainId, tokenOf(island, 'USDC').address, user, 1_600_000n)
  const [any] = world.service.issued.values()
  if (any === undefined) throw new Error('no quote')
  world.service.accept({ ...any, requestHash: hash, request: manualRequest, minUnits: 1n }, null, hash)
  Object.assign(world.service.requests.get(hash) ?? {}, { code: 4, destinationHash: paid })
  await world.advanceTime(10 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({
    ...{ state: 'reported_terminal', fundsSettled: false, doubt: 'oneSource' },
  })
})

describe('a deposit that one endpoint alone shows', () => {
  async function awaited(): Promise<{ world: World; order: Order }> {
    const { world, id } = await startSwap(depositRequest, {
      choice: payElsewhere,
    })
    return { world, order: await world.waitForState(id, 'deposit_awaited') }
  }

  test('is marked as observed by one endpoint until a second one shows it', async () => {
    const { world, order } = await awaited()
    const { reader } = world.chain
    const real = reader.balanceQuorum
    const units = BigInt(depositRequest.inputAmount)
    reader.balanceQuorum = async () =>
      quorumOf([
        { host: 'a', value: units },
        { host: 'b', value: 0n },
      ])
    const seen = await world.waitForOrder(order.id, ({ depositObserved }) => depositObserved !== undefined)
    expect(seen.depositObserved).toMatchObject({ units: String(units), isOneSource: true })
    reader.balanceQuorum = real
    const { deposit } = order.terms
    world.chain.ledger.give(
      harbour.chainId,
      depositRequest.inputToken,
      String(deposit?.address).toLowerCase(),
      units,
    )
    const shown = await world.waitForOrder(
      order.id,
      ({ depositObserved }) => depositObserved?.isOneSource !== true,
    )
    expect(shown.depositObserved).toMatchObject({ units: String(units) })
  })
})

test('ends a signature only when a block with enough confirmations is past its deadline', async () => {
  const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
  const { terms } = await world.waitForState(id, 'pending')
  const { reader } = world.chain
  const real = reader.nonceEvidence
  // The newest blocks are past the deadline. The one with enough confirmations is not.
  let deepSeconds: number | null = (terms.permitDeadlineSeconds ?? 0) - 1
  reader.nonceEvidence = (...requested) =>
    withChangedAnswer(real(...requested), (seen) => ({
      ...seen,
      blockSeconds: deepSeconds ?? seen.blockSeconds,
    }))
  await world.advanceTime(20 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'pending', fundsSettled: false })
  deepSeconds = null
  expect(await world.waitForEnd(id)).toMatchObject({ state: 'expired_unused' })
})

describe('a signature that was never used, past its deadline', () => {
  /** Its service knows nothing of it. The endpoints have the newest block of the chain, and some are behind by so many. */
  async function startUnused(...behind: readonly number[]) {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
    world.service.isIndexing = false
    await world.waitForState(id, 'submitted')
    const startBlock = Math.floor(world.clock.nowMs() / blockMs)
    const headOf = (blocks: number) => () =>
      blocks === 0 ? Math.floor(world.clock.nowMs() / blockMs) : startBlock - blocks
    const endpoints = prunedNodes(...behind.map(headOf))
    world.chain.reader.nonceEvidence = async (_chainId, owner, nonce) =>
      readNonceEvidence(endpoints, harbour.permit2, owner, nonce, harbour.confirmations)
    return { world, id }
  }

  test('has expired although one of three hosts stopped long ago', async () => {
    const { world, id } = await startUnused(10_000, 0, 0)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'expired_unused', fundsSettled: true })
  })

  test('stays open while one of two hosts stopped, and can be put away', async () => {
    const { world, id } = await startUnused(10_000, 0)
    await world.advanceTime(hourMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'submitted', doubt: 'oneSource', fundsSettled: false })
    expect(canPutAway(order, world.clock.nowMs())).toBe(true)
  })
})
