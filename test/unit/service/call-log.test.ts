import { describe, expect, it } from 'vitest'
import { callLogShape, callLogText, createCallLog, type LoggedCall } from '../../../lib/service/call-log.ts'
import { createService } from '../../../lib/service/client.ts'
import { localItem, type WholeArea } from '../../../lib/storage/local.ts'
import { noPause } from '../../harness/no-pause.ts'
import { memoryArea } from '../storage/memory-area.ts'
import { jsonAnswer } from './fake-service.ts'
import { createFakeTime, settle } from './fake-time.ts'

/** A log in an area, which survives a restart of the background. */
function setUp(area: WholeArea = memoryArea()) {
  const time = createFakeTime()
  const problems: unknown[] = []
  let writes = 0
  const set: WholeArea['set'] = (items) => {
    writes += 1
    return area.set(items)
  }
  const item = localItem({ ...area, set }, 'calls', callLogShape, [])
  const log = createCallLog({ clock: time.clock, item, onFailed: (thrown) => problems.push(thrown) })
  const observe = (outcome: string) =>
    log.observe({ path: '/api/v1/exchange/quote', outcome, serverRequestId: 'r' })
  return { time, area, log, observe, problems, writes: () => writes }
}

const outcomes = (calls: readonly LoggedCall[]) => calls.map(({ outcome }) => outcome)

describe('the log of calls', () => {
  it('stores the newest 200, across a restart of the background', async () => {
    const first = setUp()
    for (let count = 0; count < 250; count += 1) first.observe(String(count))
    await settle()
    const second = setUp(first.area)
    second.observe('after')
    const kept = outcomes(await second.log.calls())
    expect(kept).toHaveLength(200)
    expect([kept[0], kept.at(-2), kept.at(-1)]).toEqual(['51', '249', 'after'])
    await settle()
    expect(outcomes(await setUp(first.area).log.calls())).toEqual(kept)
  })

  it('writes many calls that end together in a few writes', async () => {
    const { writes, observe } = setUp()
    for (let count = 0; count < 50; count += 1) observe('ok')
    await settle()
    expect(writes()).toBeLessThanOrEqual(2)
  })

  it('starts empty when its row is unreadable, and reports a failing area', async () => {
    expect(await setUp(memoryArea({ calls: [{ path: 1 }] })).log.calls()).toEqual([])
    const fail = () => Promise.reject(new Error('x'))
    const broken = { ...memoryArea(), get: fail, set: fail }
    const { observe, log, problems } = setUp(broken)
    observe('ok')
    expect(outcomes(await log.calls())).toEqual(['ok'])
    await settle()
    expect(problems.length).toBeGreaterThan(0)
  })

  it('contains no address and no amount of any request', async () => {
    const { time, log } = setUp()
    const address = '0x1234567890123456789012345678901234567890'
    const service = createService({
      deployment: {
        service: { baseUrl: 'https://swap.example', kind: 'frontend', requestsPerMinute: 100 },
        fee: null,
        chains: [],
      },
      fetch: async () => jsonAnswer({ success: false, message: `no funds at ${address}` }, 500),
      ...time,
      pause: noPause,
      random: () => 0,
      observe: log.observe,
    })
    await service.history({ sender: address, pageNumber: 1, pageSize: 10 }).catch(() => undefined)
    await service.search(address).catch(() => undefined)
    const text = callLogText(await log.calls(), '1.2.3')
    expect(text.split('\n')).toEqual([
      'Ferry 1.2.3, last 2 requests to the swap service',
      expect.stringMatching(/^\S+Z \/api\/v1\/exchange-auto\/history serviceRefused req-1$/),
      expect.stringMatching(/^\S+Z \/api\/v1\/tokens\/search serviceRefused req-1$/),
    ])
  })
})
