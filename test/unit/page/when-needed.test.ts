import { expect, test } from 'vitest'
import { whenNeeded } from '../../../lib/page/when-needed.ts'

function start(isStarting: boolean) {
  const events = new EventTarget()
  let begun = 0
  const win = {
    addEventListener: (type: string, listener: () => void, options: { once: boolean }) =>
      events.addEventListener(type, listener, options),
  }
  whenNeeded(win, isStarting, () => {
    begun += 1
  })
  return { begun: () => begun, happen: (type: string) => events.dispatchEvent(new Event(type)) }
}

test.each(['DOMContentLoaded', 'load', 'ferry:requestProvider', 'mousedown', 'keydown'])(
  'a document that is still read is left alone until %s, and begun once',
  (sign) => {
    const { begun, happen } = start(true)
    happen('readystatechange')
    expect(begun()).toBe(0)
    happen(sign)
    expect(begun()).toBe(1)
    for (const later of ['DOMContentLoaded', 'ferry:requestProvider', sign]) happen(later)
    expect(begun()).toBe(1)
  },
)

test('a document that was there before us is begun at once, and once', () => {
  const { begun, happen } = start(false)
  expect(begun()).toBe(1)
  happen('DOMContentLoaded')
  happen('mousedown')
  expect(begun()).toBe(1)
})
