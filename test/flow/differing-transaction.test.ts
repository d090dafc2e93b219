import { describe, expect, test } from 'vitest'
import { type Address, type Hex, lowerHex } from '../../lib/base/hex.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
} from '../harness/actions.ts'
import { account, harbour, island, stranger, tokenOf, user } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

async function startOpenRequest(
  request: QuoteRequest,
): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createFundedWorld(request, { allowed: 10n ** 30n })
  if (request === manualRequest) world.wallet.behaviours.push('yes')
  world.wallet.behaviours.push('silent')
  world.solver.fate = []
  const choice =
    request === manualRequest ? acrossRoute : request === depositRequest ? { routeKey: 'deposit' } : {}
  const id = await world.startOrder(request, account, choice)
  await world.waitForState(id, 'send_requested')
  return { world, id }
}

async function answer(world: World, hash: Hex): Promise<void> {
  const prompt = world.wallet.prompts.at(-1)
  if (prompt === undefined) throw new Error('no prompt')
  const { requestId, wallet } = prompt
  await world.run.applyAnswer({ requestId, kind: 'result', result: hash, wallet })
}

/** Sends a transaction of another account. The service and the page claim that it is the user's. */
function sendByStranger(world: World, chainId: number): Hex {
  const thief = lowerHex(stranger.address) as Address
  world.chain.ledger.give(chainId, '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', thief, 10n ** 18n)
  return world.chain.send({ chainId, from: thief, to: thief, data: '0x', value: 1n })
}

/** Makes the service report the swap as settled by a payment on the destination. */
function settle(world: World, id: string, key: Hex, sourceHash: Hex, paid: Hex): void {
  const [any] = world.service.issued.values()
  if (any === undefined) throw new Error(`nothing was quoted for ${id}`)
  world.service.accept({ ...any, requestHash: key, minUnits: 1n }, null, sourceHash)
  Object.assign(world.service.requests.get(key) ?? {}, { code: 4, destinationHash: paid })
}

describe('a transaction that differs from the requested one', () => {
  test.each([
    ['manual', manualRequest],
    ['native', nativeRequest],
  ] as const)('does not prove that the user paid: %s', async (kind, request) => {
    const { world, id } = await startOpenRequest(request)
    const had = world.chain.ledger.balance(request.originChainId, request.inputToken, user)
    const hash = sendByStranger(world, request.originChainId)
    await world.advanceTime(5_000)
    await answer(world, hash)
    await world.advanceTime(minuteMs)
    const seen = await world.readOrder(id)
    expect(seen).toMatchObject({ state: 'unknown_outcome', problem: { code: 'transactionDiffers' } })
    expect(seen.transactions.at(-1)).toMatchObject({ hash, state: 'mined', differs: true })
    expect(seen.timeline.map(({ step }) => step)).not.toContain('mined')
    const requestHash = seen.terms.requestHash ?? hash
    const paid = world.chain.payAsSolver(
      island.chainId,
      tokenOf(island, 'USDC').address,
      user,
      1_600_000n,
      kind === 'native' ? requestHash : null,
    )
    settle(world, id, requestHash, hash, paid)
    await world.advanceTime(10 * minuteMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
    expect(world.chain.ledger.balance(request.originChainId, request.inputToken, user)).toBe(had)
  })

  test.each([
    ['manual', manualRequest],
    ['native', nativeRequest],
    ['deposit', depositRequest],
  ] as const)('leaves the wallet request open for the right one: %s', async (_kind, request) => {
    const { world, id } = await startOpenRequest(request)
    await world.advanceTime(5_000)
    const hash = sendByStranger(world, request.originChainId)
    await world.advanceTime(5_000)
    await answer(world, hash)
    const seen = await world.waitForState(id, 'unknown_outcome')
    expect(seen.walletRequest).toMatchObject({ purpose: 'send' })
    const requestId = seen.walletRequest?.requestId ?? ''
    await world.wallet.decide(requestId, 'yes')
    const order = await world.waitForState(id, 'pending')
    expect(order.transactions.filter(({ purpose }) => purpose === 'send')).toMatchObject([
      { hash, differs: true },
      { state: 'mined' },
    ])
    expect(order.walletRequest).toBeNull()
  })

  test('does not prove the payment of a deposit', async () => {
    const { world, id } = await startOpenRequest(depositRequest)
    const hash = sendByStranger(world, harbour.chainId)
    await world.advanceTime(5_000)
    await answer(world, hash)
    const { terms } = await world.waitForState(id, 'unknown_outcome')
    const key = terms.requestHash as Hex
    settle(
      world,
      id,
      key,
      hash,
      world.chain.payAsSolver(island.chainId, depositRequest.outputToken, user, 1_600_000n, key),
    )
    await world.advanceTime(10 * minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  })

  test('leaves the outcome unknown when the wallet rejects the request afterwards', async () => {
    const { world, id } = await startOpenRequest(nativeRequest)
    await answer(world, sendByStranger(world, harbour.chainId))
    const { walletRequest } = await world.waitForState(id, 'unknown_outcome')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'reject')
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'unknown_outcome' })
  })
})
