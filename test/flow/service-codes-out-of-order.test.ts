import { describe, expect, test } from 'vitest'
import { createFundedWorld, depositRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { createExtractedOrder } from '../harness/reported-payment.ts'

import type { World } from '../harness/world.ts'

const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const unknownHash = `0x${'77'.repeat(32)}`

describe('status codes out of order', () => {
  test.each([
    ['signed', signedRequest],
    ['sent to the inbox', nativeRequest],
  ] as const)(
    'end a %s swap as refunded when the chain shows the refund that follows a mistaken FULFILLED',
    async (_kind, request) => {
      const { world, id } = await createExtractedOrder(request)
      Object.assign(world.acceptedRequest(), { code: 3, destinationHash: unknownHash })
      await world.waitForState(id, 'reported_terminal')
      await world.advanceTime(120_000)
      expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', statusCode: 3 })
      world.solver.setStatus(world.acceptedRequest(), 7)
      const order = await world.waitForState(id, 'verified_terminal')
      expect(order).toMatchObject({
        statusCode: 7,
        fundsSettled: true,
        problem: { code: 'swapNotDelivered', money: 'refunded' },
        evidence: { kind: 'refund' },
        destinationTransactionHash: null,
        fulfilledAmount: null,
        anomalies: ['3->7'],
      })
      const steps = order.timeline.map(({ step }) => step)
      expect(steps).toEqual(expect.arrayContaining(['extracted', 'refunded']))
      expect(steps).not.toContain('fulfilled')
      expect(kinds(world)).toEqual(['done', 'refunded'])
    },
  )

  test.each([
    ['FULFILLED', 3, 'REFUNDED', { code: 7, refundHash: unknownHash }],
    ['REFUNDED', 7, 'FULFILLED', {}],
    ['CANCELLED', 6, 'FULFILLED', {}],
  ] as const)(
    'end a swap as delivered when the chain shows the delivery of %s (%i), and %s came as well',
    async (_first, code, _second, later) => {
      const { world, id } = await createExtractedOrder()
      Object.assign(world.acceptedRequest(), { code, ...(code === 7 ? { refundHash: unknownHash } : {}) })
      await world.waitForState(id, 'reported_terminal')
      await world.advanceTime(120_000)
      world.solver.setStatus(world.acceptedRequest(), 3)
      Object.assign(world.acceptedRequest(), later)
      const order = await world.waitForState(id, 'verified_terminal')
      expect(order).toMatchObject({
        statusCode: 3,
        problem: null,
        evidence: { kind: 'delivery' },
        refundTransactionHash: null,
      })
      expect(order.timeline.map(({ step }) => step)).not.toContain('refunded')
    },
  )

  test.each([
    ['signed', signedRequest, 'EXPIRED', 5, 'before'],
    ['signed', signedRequest, 'EXPIRED', 5, 'after'],
    ['signed', signedRequest, 'CANCELLED', 6, 'before'],
    ['native', nativeRequest, 'EXPIRED', 5, 'before'],
    ['native', nativeRequest, 'CANCELLED', 6, 'after'],
  ] as const)(
    'end as delivered when the chain shows the delivery of a $0 swap, $2 ($3) is reported, and it was named $4',
    async (_kind, quoteRequest, _name, code, when) => {
      const { world, id } = await createExtractedOrder(quoteRequest)
      const request = world.acceptedRequest()
      if (when === 'after') {
        request.code = code
        await world.waitForState(id, 'reported_terminal')
        await world.advanceTime(120_000)
      }
      world.solver.setStatus(request, 3)
      request.code = 2
      if (when === 'before')
        await world.waitForOrder(id, (order) => order.destinationTransactionHash !== null)
      request.code = code
      expect(await world.waitForState(id, 'verified_terminal')).toMatchObject({
        statusCode: 3,
        problem: null,
        fundsSettled: true,
        evidence: { kind: 'delivery', hash: request.destinationHash },
      })
      expect(kinds(world).at(-1)).toBe('done')
    },
  )

  test('search for the refund after EXPIRED, if no chain shows the named delivery', async () => {
    const { world, id } = await createExtractedOrder()
    Object.assign(world.acceptedRequest(), { code: 5, destinationHash: unknownHash })
    await world.waitForState(id, 'reported_terminal')
    world.solver.setStatus(world.acceptedRequest(), 7)
    Object.assign(world.acceptedRequest(), { code: 5, refundHash: null })
    const order = await world.waitForState(id, 'verified_terminal')
    expect(order).toMatchObject({ statusCode: 7, evidence: { kind: 'refund' } })
  })
})

test('proves the refund of a deposit on the destination', async () => {
  const world = await createFundedWorld(depositRequest, { allowed: true, fate: [1, 2, 7] })
  world.solver.refundsOnDestination = true
  const id = await world.startOrder(depositRequest, undefined, { routeKey: 'deposit' })
  expect(await world.waitForEnd(id)).toMatchObject({
    state: 'verified_terminal',
    refundChainId: depositRequest.destinationChainId,
    problem: { money: 'refundedThere' },
  })
})
