import { expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createStartModel } from '../../../lib/models/start-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

function startOf(answer: () => Promise<typeof data.start>) {
  const fakes = createFakePorts((nowMs) => createFakeClient({ nowMs, answers: { start: answer } }))
  return { ...fakes, start: createStartModel(fakes.ports) }
}

it('calls a background silent that has not answered for 20 s, until it answers', async () => {
  let answer = (_: typeof data.start) => {}
  const { start, pass } = startOf(() => new Promise((done) => (answer = done)))
  const loading = start.load()
  await pass(19_999)
  expect(start.isSilent.value).toBe(false)
  await pass(1)
  expect(start.isSilent.value).toBe(true)
  answer(data.start)
  await loading
  expect(start.isSilent.value).toBe(false)
})

it('calls no background silent that answered a later message', async () => {
  const answers = [new Promise<typeof data.start>(() => {}), Promise.resolve(data.start)]
  const { start, pass } = startOf(() => answers.shift() ?? Promise.resolve(data.start))
  void start.load()
  await start.load()
  await pass(20_000)
  expect(start.isSilent.value).toBe(false)
})

it('calls a background silent that answers no message, but not one that reports a problem', async () => {
  const problems = [
    new Problem('internal', { money: 'unknown', facts: { kind: 'noAnswer', message: 'start' } }),
    new Problem('serviceUnreachable', { money: 'nothingSent' }),
  ]
  const { start, pass } = startOf(() => Promise.reject(problems.shift()))
  await start.load()
  expect(start.isSilent.value).toBe(true)
  await start.load()
  expect(start.isSilent.value).toBe(false)
  await pass(20_000)
  expect(start.isSilent.value).toBe(false)
})
