import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isEndVerified, orderStateWords } from '../../lib/order/order-state.ts'
import { createUnexecutedOrder, signedRequest } from '../harness/actions.ts'
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
    Object.assign(world.acceptedRequest(), {
      code,
      destinationHash: hash,
      refundHash: hash,
      sourceHash: hash,
    })
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(180_000)
    const order = await world.readOrder(id)
    expect(isEndVerified(order)).toBe(false)
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
    Object.assign(world.acceptedRequest(), { code: 4, destinationHash: paid })
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(180_000)
    expect(isEndVerified(await world.readOrder(id))).toBe(false)
  })

  test('done with less than the minimum is not verified', async () => {
    const { world, id } = await createUnexecutedOrder()
    const least = BigInt((await world.readOrder(id)).reviewed.minAmountOut)
    const paid = world.chain.payAsSolver(island.chainId, signedRequest.outputToken, user, least - 1n)
    Object.assign(world.acceptedRequest(), { code: 4, destinationHash: paid })
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(180_000)
    expect(isEndVerified(await world.readOrder(id))).toBe(false)
    const { requestHash } = (await world.readOrder(id)).terms
    const whole = world.chain.payAsSolver(island.chainId, signedRequest.outputToken, user, least, requestHash)
    Object.assign(world.acceptedRequest(), { destinationHash: whole })
    await world.advanceTime(180_000)
    // A delivery does not end a swap whose signature was never used.
    expect(isEndVerified(await world.readOrder(id))).toBe(false)
    world.solver.setStatus(world.acceptedRequest(), 2)
    world.acceptedRequest().code = 4
    await world.waitForState(id, 'verified_terminal')
  })

  test('an end has other words on screen than a verified one', () => {
    expect(texts.reported?.message).toBe('Reported by the service, not confirmed on-chain')
    expect(texts.verified?.message).toBe('Verified on-chain')
  })
})
