import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/base/time.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, inboxRequest } from '../harness/actions.ts'
import { account, stranger } from '../harness/chains.ts'
import { callsOf } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

/** Starts a swap whose wallet is silent, and which the service then reports as expired although nothing was paid. */
async function startReportedEnd(
  request: QuoteRequest,
  prepare: (world: World) => void = () => undefined,
  choice: ReviewChoice = {},
) {
  const world = await createFundedWorld(request, { fate: [], behaviours: ['silent'] })
  prepare(world)
  const id = await world.startOrder(request, account, choice)
  await world.waitForState(id, 'send_requested')
  await world.run.dispatch(id, { kind: 'stop' })
  const [issued] = [...world.service.issued.values()].slice(-1)
  if (issued === undefined) throw new Error('nothing quoted')
  world.service.accept(issued, null, null)
  world.acceptedRequest().code = 5
  await world.waitForState(id, 'reported_terminal')
  // The service reports nothing more.
  world.service.isIndexing = false
  return { world, id, prompt: world.wallet.prompts[0] }
}

describe('calls whose end the service reports before the wallet names their transaction', () => {
  const startCalls = () =>
    startReportedEnd(inboxRequest, ({ wallet }) => {
      wallet.atomic = 'supported'
    })
  const isPaid = (world: World, id: string) =>
    world.waitForOrder(id, ({ transactions }) => transactions.some(({ state }) => state === 'mined'))
  const paid = { state: 'reported_terminal', problem: { money: 'atOrigin' } } as const

  test('are found by the nonce of their account', async () => {
    const { world, id, prompt } = await startCalls()
    await world.wallet.decide(prompt?.requestId ?? '', 'deaf')
    world.wallet.bundles.clear()
    expect(await isPaid(world, id)).toMatchObject(paid)
  })

  test('are found by the report of their wallet when another account sent them', async () => {
    const { world, id, prompt } = await startCalls()
    if (prompt === undefined) throw new Error('not requested')
    const hash = world.chain.sendThroughAccount(callsOf(prompt), lowerHex(stranger.address))
    world.wallet.bundles.set((await world.readOrder(id)).callsId ?? '', { hash, status: 200 })
    expect(await isPaid(world, id)).toMatchObject(paid)
  })
})
