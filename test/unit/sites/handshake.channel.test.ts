import { expect, test } from 'vitest'
import { openChannel } from '../../../lib/sites/handshake.ts'
import { FakeWindow } from '../rpc/fake-window.ts'

function lines() {
  const win = new FakeWindow('https://page.example/x')
  const received: unknown[] = []
  openChannel(win, 'b', 'a', (value) => received.push(value))
  const say = openChannel(win, 'a', 'b', () => {})
  return { win, received: received, say }
}

test('a message of one side reaches the other as a plain copy without a prototype', () => {
  const { received, say } = lines()
  const said = { a: [1, 'two', null] }
  say(said)
  expect(received).toEqual([said])
  expect(received[0]).not.toBe(said)
  expect(Object.getPrototypeOf(received[0])).toBeNull()
})

const limitChars = 131_072
test.each<[string, unknown]>([
  ['no text', { a: 1 }],
  ['a text that is no text', ['{}']],
  ['no JSON', '{'],
  ['too much', `{"a":"${'x'.repeat(limitChars)}"}`],
  ['no object', '1'],
  ['null', 'null'],
  ['nothing', null],
])('the channel ignores %s', (_what, detail) => {
  const { win, received } = lines()
  win.dispatchEvent(new CustomEvent('b', { detail }))
  expect(received).toEqual([])
})

test('the channel ignores an event without a payload, and one with another name', () => {
  const { win, received } = lines()
  win.dispatchEvent(new Event('b'))
  win.dispatchEvent(new CustomEvent('a', { detail: '{}' }))
  win.dispatchEvent(new CustomEvent('message', { detail: '{}' }))
  expect(received).toEqual([])
})

test('a message over the limit is not sent, and the sender returns false', () => {
  const { received, say } = lines()
  expect(say({ a: 'x'.repeat(limitChars) })).toBe(false)
  expect(say({ a: 'xx' }, 4)).toBe(false)
  expect(say({ a: 1n })).toBe(false)
  expect(say({ a: 'xx' })).toBe(true)
  expect(received).toEqual([{ a: 'xx' }])
})

test('fields that a page puts on every object do not change a message (M9)', () => {
  const { received, say } = lines()
  const fields = ['bubbles', 'cancelable', 'composed', 'detail']
  const read: string[] = []
  for (const name of fields) {
    Object.defineProperty(Object.prototype, name, { configurable: true, get: () => void read.push(name) })
  }
  try {
    say({ a: 1 })
  } finally {
    for (const name of fields) Reflect.deleteProperty(Object.prototype, name)
  }
  expect([received, read]).toEqual([[{ a: 1 }], []])
})
