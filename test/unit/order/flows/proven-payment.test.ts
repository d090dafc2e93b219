import { describe, expect, test } from 'vitest'
import { type Hex, nativeAddress } from '../../../../lib/base/hex.ts'
import type { ChainReader } from '../../../../lib/chain/chain-reader.ts'
import type { PaymentView } from '../../../../lib/chain/chain-views.ts'
import type { ChainDoubt, PaymentQuery } from '../../../../lib/chain/evidence.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { type ExpectedPayment, provenPayment } from '../../../../lib/order/flows/proven-payment.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { ordersInMemory } from '../../../harness/in-memory.ts'
import { createQuorum } from '../../../harness/proof-reads.ts'
import { gateway, islandUsdc, nowSeconds, user } from '../../checks/fixtures.ts'
import { orderOf } from '../order-fixture.ts'
import { evidence, hash, island, least, otherHash, paid, wanted } from './payment-fixture.ts'

const fields = {
  heads: [{ chainId: island, blockNumber: '100', blockSeconds: nowSeconds }],
  readCount: 3,
}
const order = orderOf(fields)
/** A manual swap, which the service identifies by its transaction. */
const manual = orderOf({ ...fields, kind: 'manual' })

const deposit = orderOf({ ...fields, kind: 'deposit' })

const refund: Partial<ExpectedPayment> = { kind: 'refund' }
const coin: Partial<ExpectedPayment> = { token: nativeAddress }

/** Native currency emits no events. */
const coins = { parts: [{ logIndexes: [], units: least }] }
const grown: Partial<PaymentView> = { ...coins, isBalanceGrowth: true }

interface Case {
  readonly of?: Order
  readonly wants?: Partial<ExpectedPayment>
  /** Null: no endpoint shows the transaction. */
  readonly shows?: Partial<PaymentView> | null
  readonly sources?: number
}

async function found({ of = order, wants, shows = {}, sources = 2 }: Case) {
  const requested: PaymentQuery[] = []
  const chain: Pick<ChainReader, 'payment'> = {
    async payment(_chainId, wantedSwap) {
      requested.push(wantedSwap)
      return createQuorum(sources, shows === null ? null : { ...paid, ...shows })
    },
  }
  const ports = { chain, store: ordersInMemory() } as unknown as FlowPorts
  return { ...(await provenPayment(of, { ...wanted, ...wants }, ports)), requested: requested }
}

describe('a payment proves an end', () => {
  const nothing: Partial<PaymentView> = { names: 'nothing' }

  test('with the values on chain, read by the order’s request hash', async () => {
    const { requested, ...seen } = await found({})
    expect(seen).toEqual({ kind: 'proof', proof: 'verified', evidence })
    const { requestHash } = order.terms
    expect(requested).toEqual([
      { hash, token: islandUsdc, receiver: user, contracts: [gateway], requestHash },
    ])
  })

  test.each<[string, Case]>([
    ['that no gateway tells of, of a swap that is no request', { of: manual, shows: nothing }],
    [
      'where no gateway is there to tell, of a swap that is no request',
      { of: manual, wants: { contracts: [] }, shows: nothing },
    ],
    [
      'that came back from a deposit address, which no contract names',
      { of: deposit, wants: refund, shows: nothing },
    ],
    [
      'in coin that the transaction itself sent back',
      { of: deposit, wants: { ...refund, ...coin }, shows: { ...nothing, ...coins } },
    ],
    ['in coin from within that the gateway tells of', { wants: coin, shows: grown }],
    [
      'in coin from within, of a swap that is no request',
      { of: manual, wants: { ...refund, ...coin }, shows: { ...nothing, ...grown } },
    ],
    ['that the contract names, where only its word counts', { wants: { ...refund, isNameNeeded: true } }],
  ])('%s', async (_name, given) => {
    const seen = await found(given)
    expect(seen).toMatchObject({ proof: 'verified', evidence: { units: String(least), sources: 2 } })
  })

  test.each<[string, Case, ChainDoubt | undefined]>([
    ['that no endpoint shows yet', { of: { ...order, readCount: 2 }, shows: null }, undefined],
    ['that no endpoint shows after three looks', { shows: null }, 'notShown'],
    ['that is not deep enough', { wants: { confirmations: 3 }, shows: { confirmations: 2 } }, undefined],
    ['that is older than the order', { shows: { blockNumber: 100n } }, 'notShown'],
    ["that is another one's, as the gateway says", { shows: { names: 'others' } }, 'notShown'],
    ['that no gateway says is its own', { shows: nothing }, 'notNamed'],
    ['that came back, without the name of a contract', { wants: refund, shows: nothing }, 'notNamed'],
    ['where no gateway is there to tell', { wants: { contracts: [] }, shows: nothing }, 'notNamed'],
    [
      'in coin from within, where no contract is there to tell',
      { wants: { ...refund, ...coin, contracts: [] }, shows: { ...nothing, ...grown } },
      'notNamed',
    ],
    [
      'on the destination of a deposit, without the name of a contract',
      { of: deposit, wants: { ...refund, isNameNeeded: true }, shows: nothing },
      'notNamed',
    ],
    ['that a deposit delivered, without the name of a contract', { of: deposit, shows: nothing }, 'notNamed'],
    [
      'in coin that came back to a deposit from within, without the name of a contract',
      { of: deposit, wants: { ...refund, ...coin }, shows: { ...nothing, ...grown } },
      'notNamed',
    ],
    [
      'in coin that came back from within, without a word of the gateway',
      { wants: { ...refund, ...coin }, shows: { ...nothing, ...grown } },
      'notNamed',
    ],
    ['that paid nothing', { shows: { parts: [] } }, 'notShown'],
    [
      'that paid nothing in all its parts',
      { shows: { parts: [{ logIndexes: [1], units: 0n }] } },
      'notShown',
    ],
  ])('but not a payment %s', async (_name, given, doubt) => {
    const { proof, evidence: shown, doubt: seen } = await found(given)
    expect([proof, shown, seen]).toEqual(['pending', undefined, doubt])
  })

  test('at exactly the depth that the deployment requires', async () => {
    expect(await found({ wants: { confirmations: 3 }, shows: { confirmations: 3 } })).toMatchObject({
      proof: 'verified',
    })
  })

  test('but not when only one endpoint shows it', async () => {
    expect(await found({ sources: 1 })).toMatchObject({ evidence: { sources: 1 }, doubt: 'oneSource' })
  })

  test('but a lower amount is recorded and proves nothing', async () => {
    const parts = [{ logIndexes: [3], units: least - 1n }]
    expect(await found({ shows: { parts } })).toMatchObject({
      evidence: { ...evidence, units: String(least - 1n) },
      doubt: 'less',
    })
  })

  test('with the token if it was not reviewed, and with a mark for native currency from an internal call', async () => {
    const paidIn = { symbol: 'DAI', decimals: 18 }
    const seen = await found({ wants: { ...coin, paidIn }, shows: grown })
    expect(seen.evidence).toEqual({
      ...evidence,
      token: nativeAddress,
      logIndexes: [],
      isBalanceGrowth: true,
      paidIn,
    })
  })
})

describe('a swap without a request is identified by the person’s transaction', () => {
  const sent = (purpose: string, at: Hex) => ({ purpose, hash: at, state: 'mined' }) as never

  test.each<[string, readonly [purpose: string, at: Hex][], Hex | null]>([
    [
      'the one that was sent',
      [
        ['approve', hash],
        ['send', otherHash],
      ],
      otherHash,
    ],
    [
      'the last one that was sent',
      [
        ['send', hash],
        ['send', otherHash],
      ],
      otherHash,
    ],
    [
      'not a revocation afterwards',
      [
        ['send', otherHash],
        ['revoke', hash],
      ],
      otherHash,
    ],
    ['none where only an approval is known', [['approve', hash]], null],
  ])('%s', async (_name, transactions, known) => {
    const of = { ...manual, transactions: transactions.map(([purpose, at]) => sent(purpose, at)) }
    expect((await found({ of })).requested[0]?.requestHash).toBe(known)
  })
})
