import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowChannel } from '../../../lib/sites/handshake.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { settled } from '../rpc/manual-wait.ts'

function lines() {
  const win = new FakeWindow('https://page.example/x')
  const heard: unknown[] = []
  windowChannel(win)('b', 'a', (value) => heard.push(value))
  const say = windowChannel(win)('a', 'b', () => {})
  return { win, heard, say }
}

test('a message of one side reaches the other as a plain copy', async () => {
  const { heard, say } = lines()
  const said = { a: [1, 'two', null] }
  say(said)
  await settled()
  expect(heard).toEqual([said])
  expect(heard[0]).not.toBe(said)
})

const limitChars = 131_072
const data = { channel: 'b', text: '{}' }
test.each([
  ['a synthetic event', { data, isTrusted: false }],
  ['another window', { data, source: {} }],
  ['no window', { data, source: null }],
  ['another origin', { data, origin: 'https://evil.example' }],
  ['an opaque origin', { data, origin: 'null' }],
  ['another channel', { data: { channel: 'a', text: '{}' } }],
  ['a surplus field', { data: { ...data, id: 1 } }],
  ['no text', { data: { channel: 'b', value: 1 } }],
  ['a text that is no text', { data: { channel: 'b', text: ['1'] } }],
  ['no JSON', { data: { channel: 'b', text: '{' } }],
  ['too much', { data: { channel: 'b', text: `{"a":"${'x'.repeat(limitChars)}"}` } }],
  ['no object', { data: { channel: 'b', text: '1' } }],
  ['null', { data: { channel: 'b', text: 'null' } }],
  ['a string', { data: 'b' }],
  ['nothing', { data: null }],
])('the channel ignores %s', (_what, event) => {
  const { win, heard } = lines()
  win.deliver(event)
  expect(heard).toEqual([])
})

test('no message makes the channel throw', () => {
  const { win, heard } = lines()
  fc.assert(
    fc.property(fc.anything(), (anything) => {
      win.deliver({ data: anything })
      expect(heard).toEqual([])
    }),
  )
})

test('a message over the limit is not sent, and the sender returns false', async () => {
  const { heard, say } = lines()
  expect(say({ a: 'x'.repeat(limitChars) })).toBe(false)
  expect(say({ a: 'xx' }, 4)).toBe(false)
  expect(say({ a: 'xx' })).toBe(true)
  await settled()
  expect(heard).toEqual([{ a: 'xx' }])
})
