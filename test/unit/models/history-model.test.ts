import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createOrderEntry, createServiceEntry } from '../../../lib/history/history-entry.ts'
import { createHistoryModel } from '../../../lib/models/history-model.ts'
import { pastOf } from '../history/entry-fixture.ts'
import { type Answers, createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { doneOrder, order } from './fake-orders.ts'
import { openApp } from './open-app.ts'

const hourMs = 3_600_000
const busy = new Problem('serviceBusy', { reportedBy: 'service' })
/** `count` orders, one per hour, the newest at the current time. */
const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => doneOrder(data.bornMs - index * hourMs, { id: `o${index}` }))

/** The service's pages, each with its requests by their age in hours; they exist once they were read. */
function serviceOf(pages: readonly (readonly number[])[]) {
  const lines = pages.map((hours) =>
    hours.map((hour) =>
      createServiceEntry(
        pastOf({
          requestHash: `0x${hour.toString(16).padStart(64, '5')}`,
          orderMs: data.bornMs - hour * hourMs,
        }),
      ),
    ),
  )
  const past: (typeof lines)[number] = []
  const answer: Answers['readServiceHistory'] = ({ pageNumber }) => {
    const page = lines[pageNumber - 1] ?? []
    for (const one of page) if (!past.includes(one)) past.push(one)
    return {
      count: page.length,
      oldestMs: page.length === 0 ? null : Math.min(...page.map(({ atMs }) => atMs)),
      isLastUsed: pageNumber >= pages.length,
      fingerprint: page.map(({ key }) => key).join(),
    }
  }
  return { past, answer }
}

async function setup(options: Parameters<typeof createFakeClient>[0] = {}) {
  const fake = await openApp(options)
  const model = createHistoryModel(fake.app)
  await fake.settle()
  const times = () => model.entries.value.map(({ atMs }) => Math.round((data.bornMs - atMs) / hourMs))
  return { ...fake, model, times }
}

describe("Ferry's own side", () => {
  it('keeps its rows and its place after a reconnect, and shows what came meanwhile', async () => {
    const past: ReturnType<typeof createServiceEntry>[] = []
    const { model, times, client, settle } = await setup({ orders: orders(70), past })
    await model.loadMore()
    expect([times().length, model.state.value]).toEqual([60, 'more'])
    past.push(
      createServiceEntry(pastOf({ requestHash: `0x${'7'.repeat(64)}`, orderMs: data.bornMs + hourMs })),
    )
    client.reconnect()
    await settle()
    expect([times()[0], times().length, model.state.value]).toEqual([-1, 61, 'more'])
    await model.loadMore()
    expect([times().length, model.state.value]).toEqual([71, 'end'])
  })

  it('is read from the start after a reconnect if nothing of it was read', async () => {
    let isBroken = true
    const { model, client, settle, app } = await setup({
      answers: {
        history: () => (isBroken ? Promise.reject(busy) : { entries: [], next: null }),
      },
    })
    expect([model.state.value, app.start.problem.value]).toEqual(['failed', null])
    isBroken = false
    client.reconnect()
    await settle()
    expect([model.state.value, model.problem.value]).toEqual(['end', null])
  })

  it.each([
    [40, 'more'],
    [3, 'end'],
  ])('repeats a failed refresh of %i rows before anything else, one at a time', async (count, state) => {
    let isBroken = false
    const base = createFakeClient({ orders: orders(count) })
    const { model, client, settle, sent } = await setup({
      answers: { history: (input) => (isBroken ? Promise.reject(busy) : base.send('history', input)) },
    })
    const rows = model.entries.value.length
    isBroken = true
    client.reconnect()
    await settle()
    expect([model.state.value, model.problem.value?.code]).toEqual(['failed', 'serviceBusy'])
    await model.loadMore()
    expect([model.state.value, model.problem.value?.code]).toEqual(['failed', 'serviceBusy'])
    isBroken = false
    const before = sent('history').length
    await Promise.all([model.loadMore(), model.loadMore()])
    expect(sent('history').slice(before)).toMatchObject([{ after: null }])
    expect([model.state.value, model.problem.value]).toEqual([state, null])
    expect(model.entries.value).toHaveLength(rows)
  })

  it('is paged, newest first, to its end', async () => {
    const { model, times } = await setup({ orders: orders(70) })
    expect([times().length, model.state.value]).toEqual([30, 'more'])
    await model.loadMore()
    await model.loadMore()
    expect(times()).toEqual(Array.from({ length: 70 }, (_, index) => index))
    expect(model.state.value).toBe('end')
    await model.loadMore()
    expect(times()).toHaveLength(70)
  })

  it('follows changes: a new order, a newer state, one that no longer matches the filter', async () => {
    const { model, client, settle } = await setup({ orders: orders(40) })
    client.push({ kind: 'order', order: order(data.bornMs + hourMs, { id: 'new' }) })
    client.push({ kind: 'order', order: doneOrder(data.bornMs, { id: 'o0', rev: 20, statusCode: 7 }) })
    client.push({ kind: 'order', order: doneOrder(data.bornMs, { id: 'o0', rev: 3 }) })
    const [first, second] = model.entries.value
    expect([first?.orderId, second?.orderId, second?.phase]).toEqual(['new', 'o0', 'refunded'])
    // Older than the pages read so far: its own page contains it.
    client.push({ kind: 'order', order: doneOrder(data.bornMs - 35 * hourMs, { id: 'o35', rev: 20 }) })
    expect(model.entries.value).toHaveLength(31)
    model.setFilter({ group: 'done' })
    await settle()
    client.push({ kind: 'order', order: doneOrder(data.bornMs, { id: 'o0', rev: 21, statusCode: 7 }) })
    expect(model.entries.value.some(({ orderId }) => orderId === 'o0')).toBe(false)
  })

  it('waits for the typing pause, and shows no answer to an older filter', async () => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    const base = createFakeClient({ orders: orders(3) })
    const { model, pass, settle, sent } = await setup({
      orders: orders(3),
      answers: {
        history: async (input) => {
          if (input.filter.text === 'slow' && input.filter.chainId === null) await held
          return base.send('history', { ...input, filter: { ...input.filter, text: '' } })
        },
      },
    })
    const asked = () => sent('history').length
    model.setFilter({ text: 'u' })
    model.setFilter({ text: 'us' })
    await pass(199)
    expect(asked()).toBe(1)
    await pass(1)
    expect(asked()).toBe(2)
    model.setFilter({ text: 'slow' })
    await pass(200)
    model.setFilter({ chainId: 5 })
    await settle()
    expect(model.entries.value).toHaveLength(0)
    release()
    await settle()
    expect(model.entries.value).toHaveLength(0)
    expect(model.isFiltered.value).toBe(true)
    model.clearFilter()
    await settle()
    expect([model.entries.value.length, model.isFiltered.value]).toEqual([3, false])
  })

  it('reads on where an answer stops early, until its page is full', async () => {
    const base = createFakeClient({ orders: orders(70) })
    const { model, times, sent } = await setup({
      answers: { history: (input) => base.send('history', { ...input, limit: Math.min(7, input.limit) }) },
    })
    expect([times().length, model.state.value]).toEqual([30, 'more'])
    const asked = sent('history').length
    expect(asked).toBe(5)
    while (model.state.value === 'more') await model.loadMore()
    expect(times()).toEqual(Array.from({ length: 70 }, (_, index) => index))
  })

  it('shows a failure, keeps its entries, and can be retried', async () => {
    let fails = 1
    const base = createFakeClient({ orders: orders(40) })
    const { model, settle } = await setup({
      answers: { history: (input) => (fails-- > 0 ? Promise.reject(busy) : base.send('history', input)) },
    })
    expect([model.state.value, model.problem.value?.code]).toEqual(['failed', 'serviceBusy'])
    await model.loadMore()
    expect([model.state.value, model.problem.value, model.entries.value.length]).toEqual(['more', null, 30])
    fails = 1
    await model.loadMore()
    await settle()
    expect([model.state.value, model.entries.value.length]).toEqual(['failed', 30])
    await model.loadMore()
    expect(model.entries.value).toHaveLength(40)
  })

  it('is read again after the history was deleted', async () => {
    const { model, client, settle } = await setup({ orders: orders(3) })
    await client.send('wipeHistory', { consent: null })
    client.push({ kind: 'wiped' })
    await settle()
    expect([model.entries.value, model.state.value]).toEqual([[], 'end'])
  })
})

it('keeps an order that changed or began while the first page was read', async () => {
  const page = Promise.withResolvers<Awaited<ReturnType<NonNullable<Answers['history']>>>>()
  const { model, client, settle } = await setup({ answers: { history: () => page.promise } })
  const stale = order(data.bornMs, { id: 'o1', rev: 3 })
  client.push({ kind: 'order', order: doneOrder(data.bornMs, { id: 'o1', rev: 9 }) })
  client.push({ kind: 'order', order: order(data.bornMs + 1, { id: 'o2' }) })
  page.resolve({ entries: [createOrderEntry({ ...stale, requestHash: null }, null)], next: null })
  await settle()
  expect(model.entries.value.map(({ orderId, rev }) => [orderId, rev])).toEqual([
    ['o2', order(0).rev],
    ['o1', 9],
  ])
})

describe("the service's side", () => {
  it("is paged together with Ferry's: no entry is older than the service's oldest page", async () => {
    const { past, answer } = serviceOf([[0.5, 2.5, 4.5], [6.5, 20.5], [50.5]])
    const { model, times } = await setup({
      orders: orders(45),
      past,
      answers: { readServiceHistory: answer },
    })
    await model.requestServiceHistory()
    expect(model.service.value).toBe('more')
    expect(times()).toHaveLength(8)
    expect(Math.max(...times())).toBeLessThanOrEqual(5)
    await model.loadMore()
    expect(times()).toHaveLength(26)
    await model.loadMore()
    expect(model.service.value).toBe('end')
    while (model.state.value === 'more') await model.loadMore()
    expect(model.entries.value).toHaveLength(51)
    expect(model.entries.value.map(({ key }) => key)).toEqual(
      model.entries.value.map(({ key }) => key).toSorted(),
    )
    expect(model.serviceCount.value).toBe(6)
  })

  it('ends where a page has nothing new, whatever it claims', async () => {
    const { past, answer } = serviceOf([[1.5]])
    const { model, sent } = await setup({
      orders: orders(2),
      past,
      answers: {
        readServiceHistory: async () => ({ ...(await answer({ pageNumber: 1 })), isLastUsed: false }),
      },
    })
    await model.requestServiceHistory()
    await model.loadMore()
    expect([model.service.value, model.serviceCount.value, model.entries.value.length]).toEqual(['end', 1, 3])
    await model.loadMore()
    expect(sent('readServiceHistory')).toHaveLength(2)
  })

  it("hides none of Ferry's entries where its pages have no times", async () => {
    const { model } = await setup({
      orders: orders(3),
      answers: {
        readServiceHistory: () => ({
          count: 5,
          oldestMs: null,
          isLastUsed: false,
          fingerprint: 'x',
        }),
      },
    })
    await model.requestServiceHistory()
    expect(model.entries.value).toHaveLength(3)
  })

  it("fails without removing Ferry's entries, and continues at the same page", async () => {
    const { past, answer } = serviceOf([[1.5], [20.5]])
    let fails = false
    const { model, sent } = await setup({
      orders: orders(40),
      past,
      answers: { readServiceHistory: (input) => (fails ? Promise.reject(busy) : answer(input)) },
    })
    await model.requestServiceHistory()
    fails = true
    await model.loadMore()
    expect([model.service.value, model.serviceProblem.value?.code]).toEqual(['failed', 'serviceBusy'])
    await model.loadMore()
    expect(model.entries.value.length).toBeGreaterThan(30)
    fails = false
    await model.requestServiceHistory()
    expect([model.service.value, model.serviceProblem.value]).toEqual(['end', null])
    const pages = sent('readServiceHistory')
    expect(pages).toEqual([{ pageNumber: 1 }, { pageNumber: 2 }, { pageNumber: 2 }])
  })

  it('belongs to one account: another one is requested from the start', async () => {
    const { past, answer } = serviceOf([[1.5], [2.5]])
    const { model, client } = await setup({ past, answers: { readServiceHistory: answer } })
    await model.requestServiceHistory()
    expect(model.service.value).toBe('more')
    client.push({ kind: 'account', account: { ...data.account, chainId: 1 }, problem: null })
    expect(model.service.value).toBe('more')
    client.push({ kind: 'account', account: null, problem: null })
    expect([model.service.value, model.canRequestService.value]).toEqual(['unasked', false])
  })
})

it('the history reads its statistics only while the user opens them', async () => {
  const { model, client, settle, sent } = await setup({ orders: orders(3) })
  const asked = () => sent('historyStatistics').length
  await model.reload()
  client.push({ kind: 'wiped' })
  await settle()
  expect([asked(), model.statistics.value]).toEqual([0, null])
  model.showStatistics('months')
  await settle()
  expect([asked(), model.statistics.value?.periods.at(-1)?.count]).toEqual([1, 3])
  client.push({ kind: 'wiped' })
  await settle()
  expect([asked(), model.statistics.value === null]).toEqual([2, false])
  model.showStatistics('all')
  await settle()
  expect([asked(), model.statistics.value?.periods.length]).toEqual([3, 1])
  model.showStatistics(null)
  await settle()
  expect([asked(), model.statistics.value]).toEqual([3, null])
})
