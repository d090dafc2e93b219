import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import {
  acrossRoute,
  createFundedWorld,
  manualRequest,
  nativeRequest,
  sameChainRequest,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { changeViews } from '../harness/proof-reads.ts'
import { useSingleHost } from '../harness/single-host.ts'
import type { World } from '../harness/world.ts'

const sameChainManualRequest = { ...sameChainRequest, options: { enableManual: true } }

/** A world whose person has approved the contracts of manual routes for the input. */
async function createAllowedWorld(): Promise<World> {
  const world = await createFundedWorld(sameChainManualRequest)
  const { inputToken, inputAmount } = sameChainManualRequest
  for (const target of harbour.manualTargets) {
    world.chain.ledger.allow(harbour.chainId, inputToken, user, BigInt(inputAmount), target)
  }
  return world
}

function leaveOneAnswer({ chain }: World): void {
  chain.sources = 1
}

test('does not end a same-chain swap on a receipt from a block that is dropped', async () => {
  const world = await createAllowedWorld()
  world.chain.fates.push('stick')
  const back = changeViews(world.chain.reader, 'all', (view) =>
    view.kind === 'waiting'
      ? { ...view, kind: 'mined', succeeded: true, confirmations: 0, blockSeconds: 1_800_000_002 }
      : view,
  )
  const id = await world.startOrder(sameChainManualRequest, account, acrossRoute)
  await world.waitForOrder(id, ({ transactions }) => transactions.some(({ state }) => state === 'mined'))
  back()
  await world.advanceTime(hourMs)
  const waiting = await world.readOrder(id)
  expect(waiting).toMatchObject({ state: 'sent', statusCode: null, transactions: [{ state: 'sent' }] })
  expect(waiting.timeline.map(({ step }) => step)).toEqual(['confirmed', 'sent'])
  // The person cancels it in the wallet. Nothing was paid and nothing will be.
  const nonce = waiting.transactions.at(-1)?.accountNonce ?? 0
  world.chain.sendAt({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n }, nonce)
  const over = await world.waitForState(id, 'needs_user')
  expect(over.problem).toMatchObject({ code: 'transactionDropped', money: 'unmoved' })
  expect(world.notices).toEqual([])
})

test('follows a transaction again when a later read shows that its call is the requested one', async () => {
  const world = await createAllowedWorld()
  const back = changeViews(world.chain.reader, 'all', (view) =>
    view.kind === 'unknown' ? view : { ...view, data: '0x' },
  )
  const id = await world.startOrder(sameChainManualRequest, account, acrossRoute)
  const seen = await world.waitForState(id, 'unknown_outcome')
  expect(seen).toMatchObject({ problem: { code: 'transactionDiffers' }, transactions: [{ differs: true }] })
  back()
  const over = await world.waitForState(id, 'verified_terminal')
  expect(over).toMatchObject({ problem: null, walletRequest: null, transactions: [{ state: 'mined' }] })
  expect(over.transactions[0]).not.toHaveProperty('differs')
  expect(world.wallet.prompts.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
})

test.each([
  ['the only host in use shows', useSingleHost],
  ['one of two hosts shows, and the other does not answer,', leaveOneAnswer],
])('ends as reported when %s the receipt for three minutes', async (_what, limit) => {
  const world = await createFundedWorld(sameChainManualRequest)
  limit(world)
  const id = await world.startOrder(sameChainManualRequest, account, acrossRoute)
  // Ferry read the receipt itself. The service reported nothing.
  const ended = await world.waitForState(id, 'reported_terminal')
  expect(ended).toMatchObject({ statusCode: 4, reportedCode: null })
  await world.advanceTime(minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', doubt: 'oneSource' })
  expect(world.wallet.prompts.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(2)
})

function nameOtherSource(world: World): void {
  const { status } = world.service.service
  Object.assign(world.service.service, {
    async status(...requested: Parameters<typeof status>) {
      const look = await status(...requested)
      if (look.kind !== 'record') return look
      return { ...look, record: { ...look.record, sourceTransactionHash: `0x${'77'.repeat(32)}` } }
    },
  })
}

test.each([
  ['a route of build-tx', manualRequest, acrossRoute, 0],
  ['a route of build-tx that waits for its block', manualRequest, acrossRoute, 5],
  ['native currency to the inbox', nativeRequest, {}, 0],
] as const)(
  'keeps the transaction that the chain shows when the service names another one: %s',
  async (_name, request, choice, waits) => {
    const world = await createFundedWorld(request)
    const { reader } = world.chain
    const { transaction } = reader
    const minedFromMs = world.clock.nowMs() + waits * minuteMs
    reader.transaction = async (chainId, hash) => {
      const view = await transaction(chainId, hash)
      const isHidden =
        view.kind === 'mined' && view.to !== request.inputToken && world.clock.nowMs() < minedFromMs
      return isHidden ? { ...view, kind: 'waiting' } : view
    }
    nameOtherSource(world)
    world.solver.fate = [1]
    const id = await world.startOrder(request, account, choice)
    const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 1)
    expect(order.sourceTransactionHash).toBe(order.transactions.at(-1)?.hash)
  },
)
