import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageChannel } from '../../../lib/wallet/connectors/page-protocol.ts'
import { settled } from '../rpc/manual-wait.ts'
import { fakePage, proposed, swap } from './fake-page.ts'

const readme = readFileSync('lib/sites/README.md', 'utf8')
const section = readme.slice(readme.indexOf('## The page API'))
const code = /```js\n([\s\S]+?)```/.exec(section)?.[1] ?? ''

/** The names that a reader of the README has. */
const names = [
  'addEventListener',
  'dispatchEvent',
  'button',
  'swap',
  'localStorage',
  'showSwap',
  'showProblem',
]

function readerOf(page: ReturnType<typeof fakePage>, kept: Map<string, string>) {
  const button = { onclick: () => undefined as unknown }
  const shown: unknown[] = []
  const problems: unknown[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const run = new Function(...names, code) as (...given: unknown[]) => void
  run(
    page.win.addEventListener.bind(page.win),
    page.win.dispatchEvent.bind(page.win),
    button,
    swap,
    storage,
    (swap: unknown) => shown.push(swap),
    (error: { code: number }) => problems.push(error.code),
  )
  return { button, shown, problems }
}

/** A background with one swap. */
function reply(message: { readonly [key: string]: unknown }): unknown {
  const { method } = JSON.parse(String(message.text)) as { method: string }
  if (method === 'ferry_proposeSwap') return proposed
  return { result: { swapId: 'swap-1', state: 'pending' } }
}

test("the README's example has at most ten lines, and proposes a swap", async () => {
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10)
  const page = fakePage({ reply })
  const kept = new Map<string, string>()
  const { button, shown, problems } = readerOf(page, kept)
  await settled()
  await button.onclick()
  const { params } = JSON.parse(String(page.sent[0]?.text)) as { params: unknown }
  expect(params).toEqual([swap])
  expect(kept.get('swapId')).toBe('swap-1')
  page.notify({ channel: pageChannel, key: page.key(), swap: { swapId: 'swap-1', state: 'done' } })
  await settled()
  expect([shown, problems]).toEqual([[{ swapId: 'swap-1', state: 'done' }], []])
})

test('after a reload the example shows the stored swap, and shows errors', async () => {
  const kept = new Map([['swapId', 'swap-1']])
  const again = readerOf(fakePage({ reply }), kept)
  await settled()
  expect(again.shown).toEqual([{ swapId: 'swap-1', state: 'pending' }])
  const refused = readerOf(fakePage({ reply: () => ({ error: { code: -32_602, message: 'No.' } }) }), kept)
  await settled()
  await refused.button.onclick()
  expect(refused.problems).toEqual([-32_602, -32_602])
})
