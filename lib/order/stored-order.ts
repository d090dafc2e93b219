import * as v from 'valibot'
import { zeroAddress } from '../base/hex.ts'
import { objectShape, renamed } from '../base/shapes.ts'
import type { Order } from './order.ts'
import { isOrder, orderSchema } from './order-shape.ts'

/**
 * Returns the order that a stored row holds, or one of a copy; null where it cannot be read. A row of an earlier Ferry is
 * given as it would be written now, and is written so with its next change.
 */
export function storedOrder(row: unknown): Order | null {
  const order = schemaOf(row) === 1 ? withBytes(fromSchema1(row)) : row
  return isOrder(order) ? withoutEarlyRead(order) : null
}

/** Returns whether this Ferry reads rows of that schema. */
export function isKnownSchema(schema: unknown): boolean {
  return schema === 1 || schema === orderSchema
}

function schemaOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'schema' in row ? row.schema : null
}

/** The members of schema 1 that are called something else since. */
const namesOf1 = {
  deal: 'terms',
  lookCount: 'pollCount',
  moneyAccounted: 'fundsSettled',
  attempts: 'serviceCalls',
}

function fromSchema1(row: unknown): unknown {
  const order = renamed(row, namesOf1)
  if (typeof order !== 'object' || order === null || !('wallet' in order) || !('offer' in order)) return row
  const wallet = renamed(order.wallet, { way: 'connector' })
  return { ...order, schema: orderSchema, wallet, offer: renamed(order.offer, { deal: 'terms' }) }
}

/** A closed order that had made room while nothing was left of what it signed or sent. */
const emptied = objectShape({
  kind: v.picklist(['signed', 'native', 'inbox', 'manual']),
  fundsSettled: v.literal(true),
  terms: objectShape({ signTypedData: v.null(), txData: v.null() }),
})

/** Nothing of it is under way, or nothing but the taking back of its allowance. */
const quiet = v.union([
  objectShape({ dueMs: v.null(), walletRequest: v.null() }),
  objectShape({
    revoking: objectShape({}),
    walletRequest: v.nullable(objectShape({ purpose: v.literal('revoke') })),
  }),
])

function isEmptied(order: unknown): order is v.InferOutput<typeof emptied> {
  return v.is(emptied, order) && v.is(quiet, order)
}

/** Gives an order that was emptied what such a one is left with now: of what was signed or sent, nothing but that it was. */
function withBytes(order: unknown): unknown {
  if (!isEmptied(order)) return order
  const left =
    order.kind === 'signed'
      ? { signTypedData: { domain: {}, types: {}, values: {} } }
      : { txData: { to: zeroAddress, data: '0x', value: '0', chainId: null } }
  return { ...order, terms: { ...order.terms, ...left } }
}

/** An earlier Ferry said of a deposit that it saw none of that nothing was sent, by a look before its end. */
function withoutEarlyRead(order: Order): Order {
  const { kind, state, problem } = order
  const isEnd = state === 'reported_terminal' || state === 'verified_terminal'
  if (kind !== 'deposit' || !isEnd || problem?.money !== 'nothingSent') return order
  const money = state === 'verified_terminal' ? 'depositUnseen' : 'unknown'
  return { ...order, problem: { ...problem, money } }
}
