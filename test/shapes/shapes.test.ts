import { expect, test } from 'vitest'
import { type Mutation, mutated, mutationsOf } from './mutate.ts'
import { type Fault, tryShapes } from './run.ts'

test('a sample of shapes loses no good route, crashes nowhere and shows no false figure', async () => {
  const faults: Fault[] = []
  expect(await tryShapes(500, 15, (fault) => faults.push(fault))).toBe(500)
  expect(faults).toEqual([])
}, 60_000)

test('every field is spoiled in every way', () => {
  const answer = { success: true, result: { list: [{ amount: '12' }], price: 1.5, note: null } }
  const all = mutationsOf(answer)
  const at = (path: string) => all.filter((one) => one.path.join('.') === path)
  expect(at('result.list.0.amount').map(({ how }) => how)).toEqual([
    'missing',
    'null',
    'type',
    'type',
    'type',
    'type',
    'doubled',
    'huge',
    'renamed',
    'twice',
  ])
  const textOf = (path: string, how: Mutation['how']) =>
    mutated(
      answer,
      at(path)
        .filter((one) => one.how === how)
        .slice(0, 1),
    )
  expect(textOf('result.list.0', 'doubled')).toContain('"list":[{"amount":"12"},{"amount":"12"}]')
  expect(textOf('result.list.0', 'missing')).toContain('"list":[]')
  expect(textOf('result.price', 'renamed')).toContain('"prices":1.5')
  expect(textOf('result.price', 'twice')).toContain('"note":null,"price":1.5')
  expect(textOf('result.list.0.amount', 'huge')).toContain('9'.repeat(80))
  expect(textOf('result', 'missing')).toBe('{"success":true}')
})
