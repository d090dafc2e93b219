import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, inboxRequest, nativeRequest } from '../harness/actions.ts'
import { account, stranger, user } from '../harness/chains.ts'
import { withdrawOrder } from '../harness/exits.ts'
import { ageEnd } from '../harness/reported-end.ts'
import { callsOf } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

/** Starts a swap whose wallet is silent. The service reports it as expired, although nothing was paid. */
async function startReportedEnd(
  request: QuoteRequest,
  prepare: (world: World) => void,
  choice: ReviewChoice = {},
) {
  const world = await createFundedWorld(request, { fate: [] })
  prepare(world)
  const isSent = world.chain.fates.length > 0
  if (!isSent) world.wallet.behaviours.push('silent')
  const id = await world.startOrder(request, account, choice)
  if (!isSent) await world.run.dispatch(id, { kind: 'stop' })
  const { terms } = await world.waitForState(id, 'unknown_outcome')
  const [issued] = [...world.service.issued.values()].slice(-1)
  if (issued === undefined || terms.requestHash === null) throw new Error('nothing quoted')
  world.service.accept({ ...issued, requestHash: terms.requestHash }, null, null)
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

const useContractAccount = ({ chain }: World) => void chain.owners.set(user, user)

describe('a send that no chain shows after the service reported the end', () => {
  test('is followed again once the person withdraws', async () => {
    const { world, id } = await startReportedEnd(nativeRequest, useContractAccount)
    const { terms } = await world.readOrder(id)
    const { to, data, value } = terms.txData ?? { to: user, data: '0x', value: '0' }
    const call = { chainId: nativeRequest.originChainId, from: user, to, data, value: BigInt(value) } as const
    world.chain.sendThroughAccount([call], lowerHex(stranger.address))
    await ageEnd(world, id, 31, 360)
    expect(await world.readOrder(id)).toMatchObject({ fundsSettled: true })
    await withdrawOrder(world, id)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 7 })
  })

  test('is followed again once its wallet names it', async () => {
    const { world, id, prompt } = await startReportedEnd(nativeRequest, () => undefined)
    await ageEnd(world, id, 31, 360)
    const closed = { fundsSettled: true, dueMs: null, problem: { code: 'stoppedUnread' } }
    expect(await world.readOrder(id)).toMatchObject(closed)
    await world.wallet.decide(prompt?.requestId ?? '', 'yes')
    const sent = await world.waitForOrder(id, ({ transactions }) => transactions.length > 0)
    expect(sent).toMatchObject({
      fundsSettled: false,
      viewed: false,
      problem: { code: 'swapNotDelivered', money: 'unknown' },
    })
    // The inbox refuses a request whose deadline has passed.
    await world.waitForOrder(id, ({ transactions: [send] }) => send?.state === 'failed')
  })
})
