import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../../../../lib/chain/chain-reader.ts'
import type { PaymentView } from '../../../../lib/chain/chain-views.ts'
import type { Evidence } from '../../../../lib/chain/evidence.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import {
  type Proof,
  provenPayment,
  refuseClaimedPayment,
} from '../../../../lib/order/flows/proven-payment.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { ordersInMemory } from '../../../harness/in-memory.ts'
import { createQuorum } from '../../../harness/proof-reads.ts'
import { type OrderPart, orderOf, withPart } from '../order-fixture.ts'
import { evidence, least, otherHash, paid, wanted } from './payment-fixture.ts'

const order = orderOf()
const part = (index: number, units: bigint) => ({ logIndexes: [index], units })
/** Another order that ended with this evidence. */
const ends = (id: string, seen: Partial<Evidence>, fields: OrderPart = {}): Order =>
  withPart(orderOf({ id, state: 'verified_terminal', evidence: { ...evidence, ...seen } }), fields)

async function storeOf(others: readonly Order[]) {
  const store = ordersInMemory()
  for (const one of others) await store.write({ ...one, rev: 0 })
  return store
}

async function counted(parts: PaymentView['parts'], others: readonly Order[]) {
  const payment = { ...paid, parts }
  const chain: Pick<ChainReader, 'payment'> = { payment: async () => createQuorum(2, payment) }
  const ports = { chain, store: await storeOf(others) } as unknown as FlowPorts
  const found = await provenPayment(order, wanted, ports)
  return found.evidence === undefined ? null : [found.evidence.logIndexes, BigInt(found.evidence.units)]
}

describe('counts of the parts of a payment', () => {
  test.each<[string, PaymentView['parts'], readonly Order[], unknown]>([
    [
      'the least that is enough',
      [part(1, least + 5n), part(2, least), part(3, least + 1n)],
      [],
      [[2], least],
    ],
    ['the first of two alike', [part(1, least), part(2, least)], [], [[1], least]],
    [
      'the other one where the first proves another order',
      [part(1, least), part(2, least)],
      [ends('a', { logIndexes: [1] })],
      [[2], least],
    ],
    ['the whole where no part is enough', [part(1, least - 1n), part(2, 2n)], [], [[1, 2], least + 1n]],
    [
      'what is left of the whole',
      [part(1, least - 1n), part(2, 2n)],
      [ends('a', { logIndexes: [1] })],
      [[2], 2n],
    ],
    [
      'nothing where all of it proves others',
      [part(1, least), part(2, 9n)],
      [ends('a', { logIndexes: [1] }), ends('b', { logIndexes: [2] })],
      null,
    ],
    [
      'what a reported end names, which proves nothing',
      [part(3, least)],
      [ends('a', {}, { state: 'reported_terminal' })],
      [[3], least],
    ],
    ['what it counted itself, looked at again', [part(3, least)], [ends(order.id, {})], [[3], least]],
    ['what another transaction paid', [part(3, least)], [ends('a', { hash: otherHash })], [[3], least]],
    [
      'all of it where an order ended without a payment',
      [part(3, least)],
      [{ ...order, id: 'a', state: 'verified_terminal' }],
      [[3], least],
    ],
  ])('%s', async (_name, parts, others, counts) => {
    expect(await counted(parts, others)).toEqual(counts)
  })

  test('nothing that proved the oldest of many orders', async () => {
    const newer = Array.from({ length: 400 }, (_, at) => orderOf({ id: `n${at}`, createdMs: 1_000 + at }))
    expect(await counted([part(3, least)], [ends('oldest', {}, { createdMs: 1 }), ...newer])).toBeNull()
  })
})

describe('refuses a payment that another order claimed since it was read', () => {
  const proven: Proof = { kind: 'proof', proof: 'verified', evidence }
  const refused: Proof = { kind: 'proof', proof: 'pending', doubt: 'notShown' }

  test.each<[string, readonly Order[], Proof, Proof]>([
    ['accepts a payment that is not claimed', [], proven, proven],
    ['refuses the payment of another order', [ends('a', {})], proven, refused],
    ['accepts the payment that it claimed itself', [ends(order.id, {})], proven, proven],
    [
      'accepts another payment in the same transaction',
      [ends('a', {})],
      { ...proven, evidence: { ...evidence, logIndexes: [4] } },
      { ...proven, evidence: { ...evidence, logIndexes: [4] } },
    ],
    [
      'accepts an end without a payment',
      [ends('a', {})],
      { kind: 'proof', proof: 'verified' },
      { kind: 'proof', proof: 'verified' },
    ],
  ])('%s', async (_name, others, event, expected) => {
    expect(await refuseClaimedPayment(order.id, event, { store: await storeOf(others) })).toEqual(expected)
  })
})
