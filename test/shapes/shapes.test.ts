import { expect, test } from 'vitest'
import type { ManualRoute } from '../../lib/service/route.ts'
import { buildTransaction } from '../harness/honest-routes.ts'
import { type Mutation, mutated, mutationsOf } from './mutate.ts'
import { literalQuotes } from './quotes.ts'
import { type Fault, runShapes } from './run.ts'
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
