import { expect, test } from 'vitest'
import { isolatedOrdered } from '../../../lib/sites/handshake.ts'

const signs = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown']

function start() {
  const listening = new Map<string, () => void>()
  let begun = 0
  const win = {
    status: '',
    document: { readyState: 'loading' },
    addEventListener: (type: string, listener: () => void, _isCapturing?: boolean) =>
      void listening.set(type, listener),
    removeEventListener: (type: string, listener: () => void, isCapturing?: boolean) => {
      if (isCapturing && listening.get(type) === listener) listening.delete(type)
    },
  }
  isolatedOrdered(
    win,
    () => '00000000-0000-4000-8000-000000000001',
    () => {
      begun += 1
    },
  )
  return { win, listening, begun: () => begun, happen: (type: string) => listening.get(type)?.() }
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

test('after the start it removes all listeners, through its own copy of the function', () => {
  const { win, listening, happen } = start()
  expect([...listening.keys()]).toEqual(signs)
  let told = 0
  win.removeEventListener = () => {
    told += 1
  }
  const iterator = Array.prototype[Symbol.iterator]
  try {
    Array.prototype[Symbol.iterator] = function spied(this: unknown[]) {
      told += 1
      return iterator.call(this)
    } as never
    happen('DOMContentLoaded')
  } finally {
    Array.prototype[Symbol.iterator] = iterator
  }
  expect([told, listening.size]).toEqual([0, 0])
})
