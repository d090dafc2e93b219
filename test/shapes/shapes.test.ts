import { expect, test } from 'vitest'
import type { RouteView } from '../../lib/quote/route-view.ts'
import type { ManualRoute } from '../../lib/service/route.ts'
import { createRandom } from '../fuzz/random.ts'
import { buildTransaction } from '../harness/honest-routes.ts'
import { falseFigures } from './figures.ts'
import { noFault } from './judge-quote.ts'
import { type Mutation, mutated, mutationsOf } from './mutate.ts'
import { literalQuotes, quoteShapes } from './quotes.ts'
import { leavesInResponse } from './response-leaves.ts'
import { type Fault, runShapes } from './run.ts'
import { quoteSubject } from './run-quotes.ts'
import { createShapeHarness, envelope } from './shape-harness.ts'

test('reads a sample of mutated responses without losing a good route, crashing or showing a false figure', async () => {
  const faults: Fault[] = []
  expect(await runShapes(500, 15, (fault) => faults.push(fault))).toBe(500)
  expect(faults).toEqual([])
})

test('offers and reviews each route that is written exactly as the interface documents it', async () => {
  const quotes = await literalQuotes()
  expect(quotes).toHaveLength(10)
  for (const { name, request, result } of quotes) {
    const harness = await createShapeHarness(request)
    harness.setResponse('/quote', JSON.stringify(envelope(result)))
    const [manual] = result.manualRoutes as readonly ManualRoute[]
    if (manual !== undefined) {
      const txData = buildTransaction(request, manual, 0n)
      harness.setResponse(
        '/build-tx',
        JSON.stringify(envelope({ txData: { ...txData, value: 0 }, approvalData: null })),
      )
    }
    const quoted = await harness.requestQuote(request)
    if (quoted === 'noRoute') throw new Error(`${name} has no route`)
    const { routes, unread } = quoted.view
    expect([name, unread]).toEqual([name, []])
    const kinds = [...(manual === undefined ? [] : ['manual']), ...(result.depositRoute ? ['deposit'] : [])]
    expect(
      routes.map(({ kind }) => kind),
      name,
    ).toEqual(expect.arrayContaining(['auto', ...kinds]))
    for (const { key: routeKey, blocked } of routes) {
      if (blocked !== null) continue
      const review = await harness.requestReview(quoted, { routeKey })
      expect(review.quote.routeKey, name).toBe(routeKey)
      expect(review.facts, name).not.toEqual([])
    }
    expect(
      routes.filter(({ kind, blocked }) => kind === 'auto' && blocked === null),
      name,
    ).toHaveLength(1)
  }
})

test('accepts a transaction without a value as one that sends nothing, and no other value than its own', async () => {
  const shape = (await quoteShapes()).find(({ name }) => name === 'sent')
  if (shape === undefined) throw new Error('no quote with a transaction')
  const subject = await quoteSubject(shape)
  const changes = subject.mutations.filter(({ path }) => path.join('.') === 'result.autoRoute.txData.value')
  expect(changes.map(({ changeKind }) => changeKind)).toEqual(expect.arrayContaining(['missing', 'null']))
  for (const change of changes) {
    expect(await subject.tryMutations([change], createRandom(1)), change.changeKind).toEqual(noFault)
  }

  const harness = await createShapeHarness(shape.request)
  harness.setResponse('/quote', JSON.stringify(envelope(shape.result)))
  const quoted = await harness.requestQuote(shape.request)
  const view = quoted === 'noRoute' ? undefined : quoted.view.routes.find(({ kind }) => kind === 'auto')
  if (view?.kind !== 'auto' || view.txData === null) throw new Error('no transaction in the quote')
  const faultsOf = (shown: string, value: unknown) => {
    const other: RouteView = { ...view, txData: { ...view.txData, value: shown } as typeof view.txData }
    const route = { ...(shape.result.autoRoute as object), txData: { value } }
    const input = shape.result.input
    return falseFigures(other, view, { leaves: leavesInResponse(envelope(shape.result)), input, route })
  }
  for (const value of ['16', '0x10', 16]) expect(faultsOf('16', value)).not.toContain('txData.value 16')
  for (const value of ['17', '0x', null, undefined, 1e300, ['16']]) {
    expect(faultsOf('16', value)).toContain('txData.value 16')
  }
  expect(faultsOf('0', null)).not.toContain('txData.value 0')
})

test('mutates every field in every kind of change', () => {
  const answer = { success: true, result: { list: [{ amount: '12' }], price: 1.5, note: null } }
  const all = mutationsOf(answer)
  const at = (path: string) => all.filter((one) => one.path.join('.') === path)
  expect(at('result.list.0.amount').map(({ changeKind }) => changeKind)).toEqual([
    'missing',
    'null',
    'type',
    'type',
    'type',
    'type',
    'doubled',
    'huge',
    'renamed',
  ])
  const textOf = (path: string, how: Mutation['changeKind']) =>
    mutated(
      answer,
      at(path)
        .filter((one) => one.changeKind === how)
        .slice(0, 1),
    )
  expect(textOf('result.list.0', 'doubled')).toContain('"list":[{"amount":"12"},{"amount":"12"}]')
  expect(textOf('result.list.0', 'missing')).toContain('"list":[]')
  expect(textOf('result.price', 'renamed')).toContain('"prices":1.5')
  expect(textOf('result.list.0.amount', 'huge')).toContain('9'.repeat(80))
  expect(textOf('result', 'missing')).toBe('{"success":true}')
})
