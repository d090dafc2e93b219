import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isVerified, orderStateWords } from '../../lib/order/order-state.ts'
import {
  acceptedRequest,
  advanceTime,
  createUnexecutedOrder,
  readOrder,
  signedRequest,
  waitForState,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'

const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: { readonly message: string }
}

const hash = `0x${'77'.repeat(32)}` as const

describe('API6: a service that reports', () => {
  test.each([
    [3, 'done'],
    [4, 'done'],
    [5, 'failed'],
    [6, 'failed'],
    [7, 'refunded'],
  ] as const)('%i although nothing moved is displayed as reported, not verified', async (code, end) => {
    const { world, id } = await createUnexecutedOrder()
    Object.assign(acceptedRequest(world), { code, destinationHash: hash, refundHash: hash, sourceHash: hash })
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 180_000)
    const order = await readOrder(world, id)
    expect(isVerified(order)).toBe(false)
    const { wordKey, csv } = orderStateWords(order)
    expect(wordKey).toBe(`state_reported_${end}`)
    expect(texts[wordKey]?.message).toMatch(/, not verified yet$/)
    expect(csv).toBe(`${end}_reported`)
    expect(order.fundsSettled).toBe(false)
  })

  test('done with a payment to another account is not verified', async () => {
    const { world, id } = await createUnexecutedOrder()
    const paid = world.chain.payAsSolver(
      island.chainId,
      signedRequest.outputToken,
      harbour.permit2,
      10n ** 9n,
    )
    Object.assign(acceptedRequest(world), { code: 4, destinationHash: paid })
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 180_000)
    expect(isVerified(await readOrder(world, id))).toBe(false)
  })

  test('done with less than the minimum is not verified', async () => {
    const { world, id } = await createUnexecutedOrder()
    const least = BigInt((await readOrder(world, id)).reviewed.minAmountOut)
    const paid = world.chain.payAsSolver(island.chainId, signedRequest.outputToken, user, least - 1n)
    Object.assign(acceptedRequest(world), { code: 4, destinationHash: paid })
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 180_000)
    expect(isVerified(await readOrder(world, id))).toBe(false)
    const { requestHash } = (await readOrder(world, id)).terms
    const whole = world.chain.payAsSolver(island.chainId, signedRequest.outputToken, user, least, requestHash)
    Object.assign(acceptedRequest(world), { destinationHash: whole })
    await advanceTime(world, 180_000)
    // A delivery does not end a swap whose signature was never used.
    expect(isVerified(await readOrder(world, id))).toBe(false)
    world.solver.setStatus(acceptedRequest(world), 2)
    acceptedRequest(world).code = 4
    await waitForState(world, id, 'verified_terminal')
  })

  test('an end has other words on screen than a verified one', () => {
    expect(texts.reported?.message).toBe('Reported by the swap service, not confirmed on-chain')
    expect(texts.verified?.message).toBe('Verified on-chain')
  })
})
