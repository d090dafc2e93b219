import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { plainProblem } from '../../../lib/order/change.ts'
import type { WalletPurpose } from '../../../lib/order/order-parts.ts'
import { isOrder } from '../../../lib/order/order-shape.ts'
import { isKnownSchema, storedOrder } from '../../../lib/order/stored-order.ts'
import type { OrderRow } from '../../../lib/storage/database.ts'
import { orderOf } from './order-fixture.ts'

const rowsOf = (schema: number): readonly OrderRow[] => {
  const folder = new URL(`../../fixtures/schema-${schema}/`, import.meta.url)
  return readdirSync(folder).flatMap((file) => {
    return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as OrderRow[]
  })
}
const frozen = new Map(rowsOf(2).map(({ id, order }) => [id, order]))

test.each(rowsOf(2).map(({ id, order }) => [id, order]))('%s is read as it was written', (_id, order) => {
  expect(isOrder(order)).toBe(true)
  expect(storedOrder(order)).toBe(order)
})

test.each(rowsOf(1).map(({ id, order }) => [id, order]))(
  '%s of schema 1 is read as it is written now',
  (id, order) => {
    expect(isOrder(order)).toBe(false)
    expect(storedOrder(order)).toEqual(frozen.get(id))
    expect(JSON.stringify(storedOrder(order))).not.toMatch(/"(deal|lookCount|moneyAccounted|attempts|way)"/)
  },
)

/** An order as schema 1 wrote it. */
function asSchema1(order: object): { readonly [member: string]: unknown } {
  const names = {
    terms: 'deal',
    pollCount: 'lookCount',
    fundsSettled: 'moneyAccounted',
    serviceCalls: 'attempts',
  }
  const text = Object.entries({ ...names, connector: 'way' }).reduce(
    (told, [now, before]) => told.replaceAll(`"${now}":`, `"${before}":`),
    JSON.stringify(order),
  )
  return { ...JSON.parse(text), schema: 1 }
}

const { terms, reviewed } = orderOf()
const whole = orderOf({ offer: { id: 'later', terms, reviewed } })

describe('a row of schema 1', () => {
  test('is given with its offer and its wallet under the names of now', () => {
    expect(storedOrder(asSchema1(whole))).toEqual(whole)
    const elsewhere = orderOf({ kind: 'deposit', wallet: null })
    expect(storedOrder(asSchema1(elsewhere))).toEqual(elsewhere)
  })

  test.each(Object.keys(asSchema1(whole)))('without its %s is none', (name) => {
    const { [name]: _gone, ...rest } = asSchema1(whole)
    expect(storedOrder(rest)).toBeNull()
  })

  test.each(['deal', 'lookCount', 'moneyAccounted', 'attempts', 'wallet', 'offer'])(
    'with a torn %s is none',
    (name) => {
      for (const torn of ['x', [{}], {}]) {
        expect(storedOrder({ ...asSchema1(whole), [name]: torn })).toBeNull()
      }
    },
  )
})

test.each([null, 'x', 1, [], {}, { schema: 1 }, { schema: 1, wallet: null, offer: null }, { schema: 3 }])(
  '%o is no order',
  (row) => {
    expect(storedOrder(row)).toBeNull()
  },
)

test('the schemas up to this one are known, and no other', () => {
  expect([0, 1, 2, 3, '1', null].filter(isKnownSchema)).toEqual([1, 2])
})

const closed = { state: 'verified_terminal', statusCode: 4, fundsSettled: true } as const
const kinds = ['signed', 'native', 'inbox', 'manual'] as const

const walletRequestOf = (purpose: WalletPurpose) => ({
  requestId: 'request',
  purpose,
  askedMs: 1,
  accountNonce: null,
  amountUnits: '0',
})

/** A closed order of schema 1 that had made room. */
function emptiedOf(kind: (typeof kinds)[number], change: object = {}) {
  const order = orderOf({ kind, ...closed })
  const emptied = asSchema1({ ...order, terms: { ...order.terms, signTypedData: null, txData: null } })
  return { order, emptied: { ...emptied, ...change } }
}

describe.each(kinds)('%s that made room in an earlier Ferry', (kind) => {
  test('is read, with nothing of what it carried out', () => {
    const { order, emptied } = emptiedOf(kind)
    const { terms: whole, ...rest } = order
    expect(storedOrder(emptied)).toMatchObject({ ...rest, terms: { requestHash: whole.requestHash } })
    expect(JSON.stringify(storedOrder(emptied))).not.toContain('12345678')
    expect(storedOrder({ ...emptied, timeline: 'x' })).toBeNull()
  })

  test('is never made up from less than it was while it is followed', () => {
    for (const open of [
      { dueMs: 1 },
      { moneyAccounted: false },
      { walletRequest: walletRequestOf('send') },
    ]) {
      expect(storedOrder(emptiedOf(kind, open).emptied)).toBeNull()
    }
  })

  test('is read while its allowance is being taken back', () => {
    const revoking = { reviewKey: 'r', state: 'asked', atMs: 1, problem: null, leftUnits: null }
    const asked = { revoking, dueMs: null, walletRequest: walletRequestOf('revoke') }
    const sent = { revoking: { ...revoking, state: 'sent' }, dueMs: 5, walletRequest: null }
    for (const change of [asked, sent]) {
      expect(storedOrder(emptiedOf(kind, change).emptied)).toMatchObject({ id: 'order-1', ...change })
    }
    const sending = { ...asked, walletRequest: walletRequestOf('send') }
    expect(storedOrder(emptiedOf(kind, sending).emptied)).toBeNull()
  })
})

test.each([
  ['reported_terminal', 'unknown'],
  ['verified_terminal', 'depositUnseen'],
] as const)(
  'a deposit that ended %s, of which it was said that nothing was sent, says what is known',
  (state, money) => {
    const problem = plainProblem('swapExpired', 'nothingSent')
    const over = orderOf({ kind: 'deposit', state, statusCode: 5, problem })
    expect(storedOrder(over)?.problem).toEqual({ ...problem, money })
    const stopped = orderOf({ kind: 'deposit', state: 'abandoned_unsigned', problem })
    expect(storedOrder(stopped)).toBe(stopped)
  },
)
