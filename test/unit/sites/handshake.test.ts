import { expect, test } from 'vitest'
import { shareSecret } from '../../../lib/sites/handshake.ts'
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
