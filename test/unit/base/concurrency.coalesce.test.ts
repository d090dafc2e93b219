import { expect, test } from 'vitest'
import { coalesce } from '../../../lib/base/concurrency.ts'

/** Work whose runs end only when the test ends them. */
function held() {
  const ends: (() => void)[] = []
  const fails: ((thrown: unknown) => void)[] = []
  const work = () =>
    new Promise<void>((done, broken) => {
      ends.push(done)
      fails.push(broken)
    })
  return { ends, fails, run: coalesce(work) }
}

const soon = () => new Promise((done) => setImmediate(done))

test('calls during a run share one further run, which starts afterwards', async () => {
  const { ends, run } = held()
  const over: string[] = []
  const note = (name: string) => () => void over.push(name)
  const all = [run().then(note('first')), run().then(note('second')), run().then(note('third'))]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await soon()
  expect(over).toEqual(['first'])
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await Promise.all(all)
  expect(over).toEqual(['first', 'second', 'third'])
  const last = run()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await last
})

test('a failed run rejects only the calls that waited for it', async () => {
  const { ends, fails, run } = held()
  const first = run()
  const second = run()
  fails[0]?.(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await soon()
  ends[1]?.()
  await expect(second).resolves.toBeUndefined()
})
