import { describe, expect, test } from 'vitest'
import { delivered, signedRequest, startSwap } from '../../harness/actions.ts'
import type { Fate } from '../../harness/solver.ts'
import type { World } from '../../harness/world.ts'
import { createFakeService, serviceWith } from '../service/fake-service.ts'
import { problemOf } from '../service/problem-of.ts'
import { requestHash, user } from '../service/quote-fixture.ts'
import { echo, historyItem, record } from '../service/wire-fixtures.ts'

const watched = { priority: 'watchedStatus' } as const
const bytes = '{"requestType":"SWAP_REQUEST"}'
const submitted = async (result: unknown) =>
  (await serviceWith(result).client.submit(bytes, { priority: 'submit' })).result.requestHash
const withCode = (code: unknown, part: object = {}) => ({ ...record, exchangeStatusCode: code, ...part })
const looked = (result: unknown) => serviceWith(result).client.status({ requestHash }, watched)

async function following(fate: Fate = []): Promise<{ world: World; id: string }> {
  const { world, id } = await startSwap(signedRequest, { allowed: true, fate })
  await world.waitForState(id, 'submitted', 'pending')
  return { world, id }
}

describe('bad inputs: submit', () => {
  test('row 51: reads another hash, in any form', async () => {
    const other = `0x${'99'.repeat(32)}`
    expect(await submitted({ requestHash: other })).toBe(other)
    expect(await submitted([{ hash: other }])).toBe(other)
  })

  test('row 52: without a hash the stored one stays', async () => {
    expect(await submitted({})).toBeNull()
    const { world, id } = await following()
    expect((await world.readOrder(id)).terms.requestHash).toBe(world.acceptedRequest().issued.requestHash)
  })

  test('row 53: "already exists" is settled by a poll, and accepted once', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true })
    world.service.faults.submit.push({ code: 'serviceRefused', after: true })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(world.service.submits.get(order.terms.requestHash)).toMatchObject({ received: 1, accepted: 1 })
  })
})

describe('bad inputs: status', () => {
  test.each([8, 10, -1, 2.5, '3', null, undefined, {}])('row 54: ignores code %j', async (code) => {
    expect(await looked([withCode(code)])).toMatchObject({ kind: 'record', record: { statusCode: null } })
  })

  test('row 54: an echo, null and an empty list are not indexed; one object is a record', async () => {
    for (const nothing of [[echo], echo, null, []]) expect((await looked(nothing)).kind).toBe('notIndexed')
    expect((await looked(withCode(1))).kind).toBe('record')
  })

  test('row 54: uses the matching one of two elements', async () => {
    const other = withCode(5, { hash: `0x${'99'.repeat(32)}` })
    expect(await looked([other, withCode(2)])).toMatchObject({ record: { statusCode: 2 } })
  })

  test('row 55: done without a destination hash stays reported', async () => {
    const { world, id } = await following()
    world.acceptedRequest().code = 4
    await world.advanceTime(120_000)
    const reported = { state: 'reported_terminal', destinationTransactionHash: null }
    expect(await world.readOrder(id)).toMatchObject(reported)
  })

  test('row 56: 3, 0, 3 never goes back', async () => {
    const { world, id } = await following()
    const seen: (number | null)[] = []
    world.solver.setStatus(world.acceptedRequest(), 3)
    for (const code of [3, 0, 3]) {
      world.acceptedRequest().code = code
      await world.advanceTime(12_000)
      seen.push((await world.readOrder(id)).statusCode)
    }
    expect(seen).toEqual([3, 3, 3])
  })

  test('row 57: 5 and then 3 is a success after two reads', async () => {
    const { world, id } = await following()
    const request = world.acceptedRequest()
    request.code = 5
    await world.waitForState(id, 'reported_terminal')
    world.solver.setStatus(request, 2)
    world.solver.setStatus(request, 3)
    const once = await world.waitForOrder(id, (order) => order.anomalies.includes('5->3'))
    expect(once).toMatchObject({ state: 'reported_terminal', statusCode: 5 })
    const order = await world.waitForOrder(id, (order) => order.statusCode === 3)
    expect(order.anomalies.filter((note) => note === '5->3')).toHaveLength(1)
    expect(await world.waitForState(id, 'verified_terminal')).toMatchObject({ problem: null })
  })

  test('row 58: 4 before 2 stays 4', async () => {
    const { world, id } = await following()
    world.solver.setStatus(world.acceptedRequest(), 4)
    await world.advanceTime(12_000)
    world.acceptedRequest().code = 2
    await world.advanceTime(60_000)
    expect((await world.readOrder(id)).statusCode).toBe(4)
  })

  test('row 59: a destination transaction without a payment is not verified', async () => {
    const { world, id } = await following()
    const request = world.acceptedRequest()
    request.code = 4
    request.destinationHash = `0x${'77'.repeat(32)}`
    await world.advanceTime(120_000)
    expect((await world.readOrder(id)).state).toBe('reported_terminal')
  })

  test('row 60: a history item with huge lists and nulls', async () => {
    const [input, output] = [historyItem.input[0], historyItem.output[0]]
    const lists = { input: Array(1_000).fill(input), output: [null, ...Array(1_000).fill(output)] }
    const item = { ...historyItem, ...lists, orderTimestamp: null }
    const { client } = serviceWith({ data: [item] })
    const { result } = await client.history({ sender: user, pageNumber: 1, pageSize: 1 })
    expect(result.items.map((one) => [one.input.length, one.output.length])).toEqual([[20, 19]])
  })

  test('row 63: a late answer, and a body that stalls, end at our own time limit', async () => {
    const stalled = () =>
      new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) }), {
        headers: { 'content-type': 'application/json' },
      })
    for (const answer of [stalled, () => new Promise<Response>(() => undefined)]) {
      const { client, time } = createFakeService(answer)
      const failed = problemOf(client.status({ requestHash }, watched))
      await time.advance(10_000)
      expect((await failed).code).toBe('serviceTimeout')
    }
  })
})
