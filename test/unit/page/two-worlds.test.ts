import { expect, test } from 'vitest'
import { isFromStart, shareWord } from '../../../lib/page/two-worlds.ts'

const windowAt = (readyState: string) => ({ status: '', document: { readyState } })

/** A world that makes another word each time it is asked for one. */
function ids() {
  let made = 0
  return () => {
    made += 1
    return `id-${made}`
  }
}

test('both worlds of a window have one word, and nothing of it is left for the page', () => {
  const win = windowAt('loading')
  const newId = ids()
  const word = shareWord(win, newId)
  expect(shareWord(win, newId)).toBe(word)
  expect(word).toContain('id-1')
  expect(win.status).toBe('')
})

test('every pair has its own, also where Ferry was put into the same window again', () => {
  const win = windowAt('complete')
  const newId = ids()
  const [before] = [shareWord(win, newId), shareWord(win, newId)]
  const after = shareWord(win, newId)
  expect(after).not.toBe(before)
  expect(shareWord(win, newId)).toBe(after)
})

test('what a page that was there before us says in its status is no word', () => {
  const win = { ...windowAt('complete'), status: 'Ready' }
  const word = shareWord(win, ids())
  expect(word).toContain('id-1')
  expect(shareWord(win, ids())).toBe(word)
})

test.each([
  ['loading', true],
  ['interactive', false],
  ['complete', false],
])('the word of a document that is %s says so', (state, isStarting) => {
  const win = windowAt(state)
  for (const word of [shareWord(win, ids()), shareWord(win, ids())])
    expect(isFromStart(word)).toBe(isStarting)
})
