import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { TransactionView } from '../../lib/chain/chain-port.ts'
import { quorumOf } from '../../lib/chain/quorum.ts'
import type { Order } from '../../lib/order/order.ts'
import {
  account,
  across,
  allow,
  begin,
  depositAsk,
  fund,
  isAtRest,
  manualAsk,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { resaid } from '../harness/proof-reads.ts'
import { createWorld, type World } from '../harness/world.ts'

describe('a transaction that one endpoint alone shows as mined', () => {
  test('does not prove the payment, whatever the service reports', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    allow(world, manualAsk, 10n ** 30n)
    world.wallet.moods.push('yes', 'silent')
    world.solver.fate = []
    const id = await begin(world, manualAsk, account, across)
    const { walletRequest, terms } = await untilState(world, id, 'send_requested')
    const { txData } = terms
    const prompt = world.wallet.prompts.at(-1)
    if (txData === null || prompt === undefined) throw new Error('nothing was asked')
    await pass(world, 5_000)
    const hash = `0x${'77'.repeat(32)}` as const
    // One endpoint shows the reviewed call as mined. It was never sent.
    const mined = {
      ...({ kind: 'mined', succeeded: true, confirmations: 9, from: user, nonce: 1 } as const),
      ...{ to: txData.to, data: txData.data, value: BigInt(txData.value) },
      blockSeconds: Math.floor(world.clock.nowMs() / secondMs),
    }
    const { reader } = world.chain
    reader.transaction = async () => mined
    reader.minedSeen = async () => ({ hasFailed: false, confirmations: 9, sources: 1 })
    reader.transactionSeen = async () =>
      quorumOf<TransactionView>([
        { host: 'a', said: mined },
        { host: 'b', said: { kind: 'unknown' } },
      ])
    const { requestId = '' } = walletRequest ?? {}
    await world.run.answered({ requestId, kind: 'result', result: hash, wallet: prompt.wallet })
    await untilState(world, id, 'pending')
    const paid = world.chain.pay(island.chainId, tokenOf(island, 'USDC').address, user, 1_600_000n)
    const [any] = world.service.issued.values()
    if (any === undefined) throw new Error('no quote')
    world.service.take({ ...any, requestHash: hash, ask: manualAsk, minUnits: 1n }, null, hash)
    Object.assign(world.service.requests.get(hash) ?? {}, { code: 4, destinationHash: paid })
    await pass(world, 10 * minuteMs)
    expect(await orderAt(world, id)).toMatchObject({
      ...{ state: 'reported_terminal', fundsSettled: false, doubt: 'oneSource' },
    })
  })
})

describe('a deposit that one endpoint alone shows', () => {
  async function awaited(): Promise<{ world: World; order: Order }> {
    const world = await createWorld()
    fund(world, depositAsk)
    const id = await begin(world, depositAsk, account, { routeKey: 'deposit', pay: 'elsewhere' })
    return { world, order: await untilState(world, id, 'deposit_awaited') }
  }

  test('is marked as observed by one endpoint until a second one shows it', async () => {
    const { world, order } = await awaited()
    const { reader } = world.chain
    const real = reader.balanceSeen
    const units = BigInt(depositAsk.inputAmount)
    reader.balanceSeen = async () =>
      quorumOf([
        { host: 'a', said: units },
        { host: 'b', said: 0n },
      ])
    const seen = await until(world, order.id, ({ depositSeen }) => depositSeen !== undefined)
    expect(seen.depositSeen).toMatchObject({ units: String(units), isOneSource: true })
    reader.balanceSeen = real
    const { deposit } = order.terms
    world.chain.ledger.give(
      harbour.chainId,
      depositAsk.inputToken,
      String(deposit?.address).toLowerCase(),
      units,
    )
    const shown = await until(world, order.id, ({ depositSeen }) => depositSeen?.isOneSource !== true)
    expect(shown.depositSeen).toMatchObject({ units: String(units) })
  })
})

test('ends a signature only when a block with enough confirmations is past its deadline', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk)
  world.solver.fate = []
  const id = await begin(world, signedAsk)
  const { terms } = await untilState(world, id, 'pending')
  const { reader } = world.chain
  const real = reader.nonceEvidence
  // The newest blocks are past the deadline. The one with enough confirmations is not.
  let deepSeconds: number | null = (terms.permitDeadlineSeconds ?? 0) - 1
  reader.nonceEvidence = (...asked) =>
    resaid(real(...asked), (seen) => ({ ...seen, blockSeconds: deepSeconds ?? seen.blockSeconds }))
  await pass(world, 20 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'pending', fundsSettled: false })
  deepSeconds = null
  expect(await until(world, id, isAtRest)).toMatchObject({ state: 'expired_unused' })
})
