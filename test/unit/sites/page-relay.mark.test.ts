import { expect, test } from 'vitest'
import { readMark } from '../../../lib/sites/page-relay.ts'
import { pageMarkKey } from '../../../lib/sites/relay-messages.ts'
import { defaultSiteChoice } from '../../../lib/sites/sites.ts'
import { memoryArea } from '../storage/memory-area.ts'

const mark = { walletPage: 'https://wallet.example/wallet', sites: defaultSiteChoice }
const pause = () => Promise.resolve()

function runtimeWith(answers: readonly unknown[]) {
  const requested: unknown[] = []
  const runtime = {
    id: 'ferry',
    connect: () => {
      throw new Error('no port belongs here')
    },
    async sendMessage(message: unknown) {
      requested.push(message)
      return answers[requested.length - 1]
    },
  }
  return { runtime, requested: requested }
}

test('a page load reads the copy of the mark and does not wake the background', async () => {
  const { runtime, requested } = runtimeWith([])
  expect(await readMark(memoryArea({ [pageMarkKey]: mark }), runtime, pause)).toEqual(mark)
  expect(requested).toEqual([])
})

test('without a readable copy the relay requests the mark from the background, with no data of the page', async () => {
  const shut = { get: () => Promise.reject(new Error('Access to storage is not allowed from this context.')) }
  for (const area of [memoryArea(), shut]) {
    const { runtime, requested } = runtimeWith([undefined, mark])
    expect(await readMark(area, runtime, pause)).toEqual(mark)
    expect(requested).toEqual(Array(2).fill({ channel: 'ferry:page', kind: 'mark' }))
  }
})

test('without an answer of the background nothing starts', async () => {
  const { runtime, requested } = runtimeWith([])
  expect(await readMark(memoryArea(), runtime, pause)).toBeUndefined()
  expect(requested).toHaveLength(40)
})
