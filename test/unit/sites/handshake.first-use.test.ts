import { expect, test } from 'vitest'
import { onFirstUse } from '../../../lib/sites/handshake.ts'

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
