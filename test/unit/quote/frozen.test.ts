import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { exitReviews, frozenRows } from '../../../lib/quote/frozen.ts'
import { keptInMemory } from '../../harness/in-memory.ts'

interface Exit {
  readonly orderId: string
  readonly accountNonce: number
}

const exit: Exit = { orderId: 'o', accountNonce: 7 }
const rows = exitReviews<Exit>('withdraw', 'unknown')
const expired = { data: { code: 'reviewExpired', money: 'unknown' } }

function kept() {
  const clock = { ms: 1_800_000_000_000 }
  return { clock, store: keptInMemory({ nowMs: () => clock.ms }) }
}

describe('what is frozen', () => {
  test('is read as it was shown, members that no shape names too', async () => {
    const { store } = kept()
    const shown = { ...exit, contract: 'the inbox' }
    await rows.put('key', shown, store)
    expect(await rows.read('key', store)).toEqual(shown)
  })

  test('is gone once it was taken, forgotten, or its time is over, whatever becomes of the clock', async () => {
    const { clock, store } = kept()
    await rows.put('key', exit, store)
    expect(await rows.take('key', store)).toEqual(exit)
    clock.ms -= 3_600_000
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
    await rows.put('key', exit, store)
    await rows.forget('key', store)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
    await rows.put('key', exit, store)
    clock.ms += 5 * 60_000 + 1
    await expect(rows.take('key', store)).rejects.toMatchObject(expired)
  })

  test('of another kind is not read', async () => {
    const { store } = kept()
    await exitReviews<Exit>('cancel', 'untaken').put('key', exit, store)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
  })

  test.each([
    ['from before rows had a version', exit],
    ['of another version', { version: 2, row: exit }],
    ['without a member that is acted on', { version: 1, row: { orderId: 'o' } }],
    ['with a nonce that is none', { version: 1, row: { ...exit, accountNonce: -1 } }],
    ['that is a text', 'row'],
  ])('%s is expired', async (_what, value) => {
    const { store } = kept()
    await store.put('withdraw:key', value, 60_000)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
  })

  test('is told by the words of its kind', async () => {
    const quotes = frozenRows<string>({
      name: 'quote',
      version: 1,
      shape: v.string(),
      lifeMs: 60_000,
      code: 'quoteExpired',
      money: 'nothingSent',
    })
    await expect(quotes.read('key', kept().store)).rejects.toMatchObject({
      data: { code: 'quoteExpired', money: 'nothingSent' },
    })
  })
})
