import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createExitReviews, createFrozenRows, heldQuotes } from '../../../lib/quote/frozen-rows.ts'
import type { HeldQuote } from '../../../lib/quote/held-quote.ts'
import { account, signedRequest } from '../../harness/actions.ts'
import { user } from '../../harness/chains.ts'
import { expiringStoreInMemory } from '../../harness/in-memory.ts'
import { createWorld } from '../../harness/world.ts'
import { withValue } from '../base/with-value.ts'

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
  test('returns a row as stored, including members that the shape does not name', async () => {
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
    ['of another version', { version: 2, row: exit }],
    ['without a member that is acted on', { version: 1, row: { orderId: 'o' } }],
    ['with a nonce that is none', { version: 1, row: { ...exit, accountNonce: -1 } }],
    ['that is a text', 'row'],
  ])('treats a row %s as expired', async (_what, value) => {
    const { store } = kept()
    await store.put('withdraw:key', value, 60_000)
    await expect(rows.read('key', store)).rejects.toMatchObject(expired)
  })

  test('throws the problem of its kind', async () => {
    const quotes = createFrozenRows<string>({
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

describe('heldQuotes', () => {
  const held = async (): Promise<HeldQuote> => {
    const world = await createWorld('memory')
    const options = { enableManual: true, enableDepositAddress: true, refundAddress: user }
    const outcome = await world.quotes.quote('view', { ...signedRequest, options }, account)
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    return outcome.held
  }
  const read = async (quote: unknown) => {
    const { store } = kept()
    await heldQuotes.put('key', quote as HeldQuote, store)
    return heldQuotes.read('key', store)
  }

  test('returns a quote with all kinds of routes as stored', async () => {
    const quote = await held()
    const { autoRoute, manualRoutes, deposit } = quote.response.result
    expect([autoRoute === null, manualRoutes.length, deposit === null]).toEqual([false, 1, false])
    expect(await read(quote)).toEqual(quote)
  })

  test.each<[string, readonly (string | number)[], unknown]>([
    ['an automatic route without anything', ['autoRoute'], {}],
    ['typed data that is none', ['autoRoute', 'signTypedData', 'values'], 'text'],
    ['a hash that is none', ['autoRoute', 'requestHash'], '0x12'],
    ['an amount that is none', ['autoRoute', 'output', 'minAmountOut'], '1e3'],
    ['an operation that nobody knows', ['autoRoute', 'userOp'], 'dance'],
    ['a transaction without its data', ['autoRoute', 'txData'], { to: user, value: '0', chainId: 1 }],
    ['another route without anything', ['autoRoutes'], [{}]],
    ['a manual route without anything', ['manualRoutes'], [{}]],
    ['a manual route with an end that is text', ['manualRoutes', 0, 'quoteExpirySeconds'], 'soon'],
    ['a deposit without anything', ['deposit'], {}],
    ['a deposit of an amount that is none', ['deposit', 'amount'], 1],
    ['an input token without its decimals', ['input', 'token', 'decimals'], undefined],
  ])('treats a quote with %s as expired', async (_what, path, value) => {
    const quote = await held()
    const result = withValue(quote.response.result, path, value)
    await expect(read({ ...quote, response: { ...quote.response, result } })).rejects.toMatchObject({
      data: { code: 'quoteExpired', money: 'nothingSent' },
    })
  })

  test('treats a quote with an invalid token as expired', async () => {
    await expect(read({ ...(await held()), outputToken: {} })).rejects.toMatchObject({
      data: { code: 'quoteExpired' },
    })
  })
})
