import { expect, test } from 'vitest'
import { onFirstUse, openChannel, shareSecret } from '../../../lib/sites/handshake.ts'
import { FakeWindow } from '../rpc/fake-window.ts'

function ids() {
  let made = 0
  return () => {
    made += 1
    return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
  }
}

test.each(['', 'Ready'])(
  'the second script takes the secret of the first, and leaves the status text %j of the page',
  (text) => {
    const win = new FakeWindow('https://shop.example/')
    win.status = text
    const newId = ids()
    const first = shareSecret(win, newId)
    expect(win.status).toBe(`ferry:${first}${text}`)
    const second = shareSecret(win, newId)
    expect(second).toBe(first)
    expect(second).toMatch(/^[0-9a-f-]{36}$/)
    expect(win.status).toBe(text)
  },
)

test('every pair of scripts has its own secret, also when Ferry is injected again', () => {
  const win = new FakeWindow('https://shop.example/')
  const newId = ids()
  const share = () => shareSecret(win, newId)
  const [one, two, three, four] = [share(), share(), share(), share()]
  expect([one, three]).toEqual([two, four])
  expect(one).not.toBe(three)
})

test('where a page replaced its status beforehand the two worlds do not meet, and nothing throws', () => {
  const win = new FakeWindow('https://shop.example/')
  Object.defineProperty(win, 'status', { value: () => 0, configurable: true })
  const newId = ids()
  expect(shareSecret(win, newId)).not.toBe(shareSecret(win, newId))
})

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

const signs = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown']

function start() {
  const listening = new Map<string, () => void>()
  let begun = 0
  const win = {
    addEventListener: (type: string, listener: () => void, _isCapturing?: boolean) =>
      void listening.set(type, listener),
    removeEventListener: (type: string, listener: () => void, isCapturing?: boolean) => {
      if (isCapturing && listening.get(type) === listener) listening.delete(type)
    },
  }
  onFirstUse(win, () => {
    begun += 1
  })
  return { listening, begun: () => begun, happen: (type: string) => listening.get(type)?.() }
}

test.each(signs)('while the document loads nothing starts until %s, and then one time', (sign) => {
  const { listening, begun, happen } = start()
  happen('readystatechange')
  expect(begun()).toBe(0)
  const again = listening.get(sign)
  happen(sign)
  expect(begun()).toBe(1)
  // Two signs in one event dispatch: the second arrives before its listener is removed.
  again?.()
  expect(begun()).toBe(1)
})

test('after the start it removes all listeners', () => {
  const { listening, happen } = start()
  expect([...listening.keys()]).toEqual(signs)
  happen('DOMContentLoaded')
  expect(listening.size).toBe(0)
})
