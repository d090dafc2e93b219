import { expect, test } from 'vitest'
import { whenNeeded } from '../../../lib/page/when-needed.ts'

function start(readyState: string) {
  const events = new EventTarget()
  let begun = 0
  const win = {
    document: { readyState },
    addEventListener: (type: string, listener: () => void, options: { once: boolean }) =>
      events.addEventListener(type, listener, options),
  }
  whenNeeded(win, () => {
    begun += 1
  })
  return { begun: () => begun, happen: (type: string) => events.dispatchEvent(new Event(type)) }
}

test.each(['DOMContentLoaded', 'ferry:requestProvider', 'pointerdown', 'keydown'])(
  'a document that is still read is left alone until %s, and begun once',
  (sign) => {
    const { begun, happen } = start('loading')
    happen('load')
    expect(begun()).toBe(0)
    happen(sign)
    expect(begun()).toBe(1)
    for (const later of ['DOMContentLoaded', 'ferry:requestProvider', sign]) happen(later)
    expect(begun()).toBe(1)
  },
)

test.each(['interactive', 'complete'])(
  'a document that is %s already is begun at once, and once',
  (state) => {
    const { begun, happen } = start(state)
    expect(begun()).toBe(1)
    happen('DOMContentLoaded')
    happen('pointerdown')
    expect(begun()).toBe(1)
  },
)
