import { describe, expect, test } from 'vitest'
import { createDisplayedRows, createExitReviews } from '../../../lib/quote/displayed-rows.ts'
import { expiringStoreInMemory } from '../../harness/in-memory.ts'

interface Exit {
  readonly orderId: string
  readonly accountNonce: number
}

const exit: Exit = { orderId: 'o', accountNonce: 7 }
const rows = createExitReviews<Exit>('withdraw', 'unknown')
const expired = { data: { code: 'reviewExpired', money: 'unknown' } }

function kept() {
  const clock = { ms: 1_800_000_000_000 }
  return { clock, store: expiringStoreInMemory({ nowMs: () => clock.ms }) }
}

describe('frozenRows', () => {
  test('returns a row as stored', async () => {
    const { store } = kept()
    const shown = { ...exit, contract: 'the inbox' }
    await rows.put('key', shown, store)
    expect(await rows.read('key', store)).toEqual(shown)
  })

  test('throws after the row was taken, forgotten or expired, even if the clock is set back', async () => {
    const { clock, store } = kept()
    await rows.put('key', exit, store)
    expect(await rows.take('key', store)).toEqual(exit)
    clock.ms -= 3_600_000
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
    await rows.put('key', exit, store)
    await rows.remove('key', store)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
    await rows.put('key', exit, store)
    clock.ms += 5 * 60_000 + 1
    await expect(rows.take('key', store)).rejects.toMatchObject(expired)
  })

  test('does not read a row of another kind', async () => {
    const { store } = kept()
    await createExitReviews<Exit>('cancel', 'neverExecuted').put('key', exit, store)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
  })

  test.each([
    ['without a version', exit],
    ['of another version', { version: 1, row: exit }],
    ['that is a text', 'row'],
  ])('treats a row %s as expired', async (_what, value) => {
    const { store } = kept()
    await store.put('withdraw:key', value, 60_000)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
  })

  test('throws the problem of its kind', async () => {
    const quotes = createDisplayedRows<Exit>({
      name: 'quote',
      lifeMs: 60_000,
      code: 'quoteExpired',
      money: 'nothingSent',
    })
    await expect(quotes.read('key', kept().store)).rejects.toMatchObject({
      data: { code: 'quoteExpired', money: 'nothingSent' },
    })
  })
})
