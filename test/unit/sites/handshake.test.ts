import { expect, test } from 'vitest'
import { callPage, pageTogether } from '../../../lib/sites/handshake.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { type Arrival, handshakes } from './handshakes.ts'

/** Gives another UUID each time it is asked for one. */
function ids() {
  let made = 0
  return () => {
    made += 1
    return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
  }
}
const read = () => new Event('DOMContentLoaded')
const forged = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

/** A window that both worlds come into; what each of them began with. */
function windowWith(
  arrival: Arrival,
  options: { isOursFirst?: boolean; readyState?: string; status?: string } = {},
) {
  const win = new FakeWindow('https://shop.example/')
  win.document.readyState = options.readyState ?? 'loading'
  win.status = options.status ?? ''
  const newId = ids()
  const ours: string[] = []
  const pages: string[] = []
  const enter = () => {
    const both = [
      () => handshakes[arrival].ours(win, newId, (secret) => void ours.push(secret)),
      () => handshakes[arrival].page(win, newId, (secret) => void pages.push(secret)),
    ]
    for (const one of (options.isOursFirst ?? true) ? both : both.toReversed()) one()
  }
  enter()
  /** What the relay does where it has work, once it has looked. */
  const call = () => {
    for (const secret of ours) callPage(win, secret)
  }
  return { win, ours, pages, enter, call }
}

test.each([
  ['together', true],
  ['apart', true],
  ['apart', false],
] as const)('scripts that come %s, ours first: %s, begin once with one secret', (arrival, isOursFirst) => {
  const { win, ours, pages, call } = windowWith(arrival, { isOursFirst })
  expect(ours).toEqual([])
  win.dispatchEvent(read())
  win.dispatchEvent(new Event('ferry:requestProvider'))
  expect(ours).toHaveLength(1)
  expect(ours[0]).toMatch(/^[0-9a-f-]{36}$/)
  // The page's waits for the call, and hears it once.
  expect(pages).toEqual([])
  call()
  call()
  expect(pages).toEqual(ours)
  expect(win.status).toBe('')
})

test.each(['ferry:requestProvider', 'mousedown', 'keydown'])(
  'where they come together nothing is made or said before %s, and no page sees the secret',
  (sign) => {
    const { win, ours, pages, call } = windowWith('together')
    const seen: string[] = []
    win.addEventListener(sign, () => seen.push(win.status))
    expect([win.status, ours, pages]).toEqual(['', [], []])
    win.dispatchEvent(new Event(sign))
    call()
    expect(pages).toEqual(ours)
    expect([ours.length, seen]).toEqual([1, ['']])
  },
)

test('a page that has put a secret there itself is not believed, and keeps its text', () => {
  const { win, ours, pages, call } = windowWith('together')
  win.status = `ferry:${forged}`
  win.dispatchEvent(new Event('ferry:requestProvider'))
  callPage(win, forged)
  expect(pages).toEqual([])
  call()
  expect(pages).toEqual(ours)
  expect(ours).not.toContain(forged)
  expect(win.status).toBe(`ferry:${forged}`)
  win.dispatchEvent(new Event('ferry:requestProvider'))
  win.dispatchEvent(read())
  call()
  expect([ours.length, pages.length]).toEqual([1, 1])
})

test('a page that stops every sign it can is met all the same', () => {
  const { win, ours, pages, call } = windowWith('together')
  win.addEventListener('DOMContentLoaded', (event: Event) => event.stopImmediatePropagation(), true)
  win.dispatchEvent(read())
  call()
  expect([ours.length, pages]).toEqual([1, ours])
})

test('before a text so long that a page could time its copies no secret is left', () => {
  const { win, ours, pages, call } = windowWith('together')
  const text = 'x'.repeat(1_025)
  win.status = text
  let written = 0
  const real = Object.getOwnPropertyDescriptor(win, 'status') as PropertyDescriptor
  Object.defineProperty(win, 'status', { ...real, set: () => (written += 1) })
  win.dispatchEvent(read())
  call()
  expect([ours.length, pages, written, win.status]).toEqual([1, [], 0, text])
})

test('where a page that was there before has something else in the place of its status nothing is met, or thrown', () => {
  const win = new FakeWindow('https://shop.example/')
  Object.defineProperty(win, 'status', { value: () => 0, configurable: true })
  const begun: string[] = []
  handshakes.apart.page(win, ids(), (secret) => void begun.push(secret))
  expect(begun).toEqual([])
})

test('what the page does to its status and to texts neither shows it the secret nor changes it', () => {
  const { win, ours, pages, call } = windowWith('together')
  const seen: unknown[] = []
  const real = Object.getOwnPropertyDescriptor(win, 'status') as PropertyDescriptor
  const saved = {
    slice: String.prototype.slice,
    startsWith: String.prototype.startsWith,
  }
  Object.defineProperty(win, 'status', {
    get: () => `ferry:${forged}`,
    // Our own world sees the real one, whatever a page defines in its own.
    set: (text) => real.set?.call(win, text),
  })
  String.prototype.slice = function spied(this: string) {
    seen.push(this)
    return forged
  }
  String.prototype.startsWith = function spied(this: string) {
    seen.push(this)
    return true
  }
  try {
    win.dispatchEvent(read())
  } finally {
    String.prototype.slice = saved.slice
    String.prototype.startsWith = saved.startsWith
  }
  call()
  expect(seen).toEqual([])
  expect(pages).toEqual(ours)
  expect(pages[0]).not.toBe(forged)
})

test('a page script that nobody left a secret stays silent', () => {
  const win = new FakeWindow('https://shop.example/')
  const begun: string[] = []
  pageTogether(win, ids(), (secret) => void begun.push(secret))
  win.status = 'Welcome'
  win.dispatchEvent(read())
  win.dispatchEvent(new Event('ferry:requestProvider'))
  expect([begun, win.status]).toEqual([[], 'Welcome'])
})

test.each(['interactive', 'complete'])(
  'a document that was there before and is %s is begun at once',
  (readyState) => {
    const { win, ours, pages, call } = windowWith('apart', { readyState, status: 'Ready' })
    call()
    expect(ours).toHaveLength(1)
    expect([pages, win.status]).toEqual([ours, 'Ready'])
  },
)

test('every pair has its own secret, also where Ferry was put into the same window again', () => {
  const { ours, pages, enter, call } = windowWith('apart', { readyState: 'complete' })
  enter()
  call()
  expect(new Set(ours).size).toBe(2)
  expect(pages).toEqual(ours)
})
