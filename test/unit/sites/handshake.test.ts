import { expect, test } from 'vitest'
import { callPage, pageOrdered } from '../../../lib/sites/handshake.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { type Arrival, handshakes } from './handshakes.ts'

function ids() {
  let made = 0
  return () => {
    made += 1
    return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
  }
}
const read = () => new Event('DOMContentLoaded')
const forged = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

/** A window with the scripts of both worlds, and the secrets that they started with. */
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
  /** Calls the page's world, as the relay does where it has work. */
  const call = () => {
    for (const secret of ours) callPage(win, secret)
  }
  return { win, ours, pages, enter, call }
}

test.each([
  ['together', true],
  ['apart', true],
  ['apart', false],
] as const)(
  'scripts injected %s, ours first: %s, each start one time with the same secret',
  (arrival, isOursFirst) => {
    const { win, ours, pages, call } = windowWith(arrival, { isOursFirst })
    expect(ours).toEqual([])
    win.dispatchEvent(read())
    win.dispatchEvent(new Event('ferry:requestProvider'))
    expect(ours).toHaveLength(1)
    expect(ours[0]).toMatch(/^[0-9a-f-]{36}$/)
    // The page's script waits for the call, and starts only one time.
    expect(pages).toEqual([])
    call()
    call()
    expect(pages).toEqual(ours)
    expect(win.status).toBe('')
  },
)

test.each(['ferry:requestProvider', 'mousedown', 'keydown'])(
  'scripts injected together write and send nothing before %s, and no page reads the secret',
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

test("a forged secret in the page's status is not trusted, and the page keeps its text", () => {
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

test('both worlds meet although the page stops every sign it can', () => {
  const { win, ours, pages, call } = windowWith('together')
  win.addEventListener('DOMContentLoaded', (event: Event) => event.stopImmediatePropagation(), true)
  win.dispatchEvent(read())
  call()
  expect([ours.length, pages]).toEqual([1, ours])
})

test('no secret is written before a status so long that a page could time the copy', () => {
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

test('a page that replaced its status beforehand stops the meeting, and nothing throws', () => {
  const win = new FakeWindow('https://shop.example/')
  Object.defineProperty(win, 'status', { value: () => 0, configurable: true })
  const begun: string[] = []
  handshakes.apart.page(win, ids(), (secret) => void begun.push(secret))
  expect(begun).toEqual([])
})

test('a page that patches its status and strings neither reads nor changes the secret', () => {
  const { win, ours, pages, call } = windowWith('together')
  const seen: unknown[] = []
  const real = Object.getOwnPropertyDescriptor(win, 'status') as PropertyDescriptor
  const saved = {
    slice: String.prototype.slice,
    startsWith: String.prototype.startsWith,
  }
  Object.defineProperty(win, 'status', {
    get: () => `ferry:${forged}`,
    // Ferry's own world reads the real status, whatever the page defines in its world.
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

test("the page's script stays silent without a secret", () => {
  const win = new FakeWindow('https://shop.example/')
  const begun: string[] = []
  pageOrdered(win, ids(), (secret) => void begun.push(secret))
  win.status = 'Welcome'
  win.dispatchEvent(read())
  win.dispatchEvent(new Event('ferry:requestProvider'))
  expect([begun, win.status]).toEqual([[], 'Welcome'])
})

test.each(['interactive', 'complete'])(
  'in a document that was already open and %s both worlds start immediately',
  (readyState) => {
    const { win, ours, pages, call } = windowWith('apart', { readyState, status: 'Ready' })
    call()
    expect(ours).toHaveLength(1)
    expect([pages, win.status]).toEqual([ours, 'Ready'])
  },
)

test('every pair of scripts has its own secret, also when Ferry is injected again', () => {
  const { ours, pages, enter, call } = windowWith('apart', { readyState: 'complete' })
  enter()
  call()
  expect(new Set(ours).size).toBe(2)
  expect(pages).toEqual(ours)
})
