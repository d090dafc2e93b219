import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import { delivered, signedRequest, startSwap } from '../harness/actions.ts'
import type { Fault } from '../harness/fake-service.ts'
import type { World } from '../harness/world.ts'

async function startSubmit(...faults: readonly (Fault | null)[]): Promise<{ world: World; id: string }> {
  const { world, id } = await startSwap(signedRequest, { allowed: true })
  // The access check of the review has passed. These faults meet the swap's own submits.
  world.service.faults.submit.push(...faults)
  return { world, id }
}

const posts = (world: World, order: Order) => world.service.submits.get(order.terms.requestHash)
const refusedFault: Fault = { code: 'serviceRefused' }

describe('a submit that fails', () => {
  test.each<[string, readonly Fault[]]>([
    ['with 429', [{ code: 'serviceBusy', retryAfterMs: 9_000 }]],
    ['with 500, three times', Array<Fault>(3).fill({ code: 'serviceFailed' })],
    ['with a page instead of JSON', [{ code: 'otherServerAnswered' }]],
    ['before it arrives', [{ code: 'serviceUnreachable' }, { code: 'serviceUnreachable' }]],
    ['with a timeout, before it was accepted', [{ code: 'serviceTimeout', delayMs: 20_000 }]],
    ['with a timeout, after it was accepted', [{ code: 'serviceTimeout', after: true, delayMs: 20_000 }]],
    ['with 500, after it was accepted', [{ code: 'serviceFailed', after: true }]],
    ['with a single refusal', [refusedFault]],
  ])('%s: posts the same bytes again, and is accepted once', async (_name, faults) => {
    const { world, id } = await startSubmit(...faults)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(posts(world, order)).toMatchObject({ accepted: 1 })
    expect(posts(world, order)?.bodies.size).toBeLessThanOrEqual(1)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(world.notices).toEqual([{ orderId: id, kind: 'done' }])
  })

  test('polls the status until it is answered, and only then posts the same bytes again', async () => {
    const { world, id } = await startSubmit({ code: 'serviceUnreachable' })
    world.service.faults.status.push(
      { code: 'serviceFailed' },
      { code: 'serviceTimeout' },
      { code: 'serviceBusy' },
    )
    const order = await world.waitForEnd(id)
    const outcomes = order.serviceCalls.map((one) => `${one.endpoint} ${one.outcome}`)
    const begun = outcomes.indexOf('submit serviceUnreachable')
    expect(outcomes.slice(begun, begun + 6)).toEqual([
      'submit serviceUnreachable',
      'status serviceFailed',
      'status serviceTimeout',
      'status serviceBusy',
      'status notIndexed',
      'submit ok',
    ])
    expect(posts(world, order)).toMatchObject({ received: 1, accepted: 1 })
  })

  test('posts the same bytes again after a success without a request hash (R12)', async () => {
    const { world, id } = await startSubmit()
    const { submit } = world.service.service
    let swallowed = 0
    Object.assign(world.service.service, {
      submit: async (...parameters: Parameters<typeof submit>) => {
        if (swallowed > 0) return submit(...parameters)
        swallowed += 1
        return { result: { requestHash: null }, serverRequestId: null, clockOffsetMs: 0 }
      },
    })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, submitCount: 2, anomalies: [] })
    expect(posts(world, order)).toMatchObject({ received: 1, accepted: 1 })
  })
})

describe('a submit that is always refused', () => {
  test('stays unknown when the money moved, until the service reports it', async () => {
    const { world, id } = await startSubmit({ code: 'serviceTimeout', after: true })
    world.service.isIndexing = false
    world.service.faults.submit.push(...Array<Fault>(400).fill({ code: 'serviceFailed' }))
    await world.waitForState(id, 'unknown_outcome')
    await world.advanceTime(600_000)
    world.service.isIndexing = true
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
  })
})
