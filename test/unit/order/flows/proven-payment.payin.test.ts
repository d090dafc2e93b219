import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../../../lib/base/hex.ts'
import type { ChainReader } from '../../../../lib/chain/chain-reader.ts'
import type { NonceEnd, PaymentView, TransactionView } from '../../../../lib/chain/chain-views.ts'
import type { Evidence } from '../../../../lib/chain/evidence.ts'
import { quorumOf } from '../../../../lib/chain/quorum.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { type Proof, proofWithPayIn } from '../../../../lib/order/flows/proven-payment.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { deployment } from '../../../harness/chains.ts'
import { createQuorum } from '../../../harness/proof-reads.ts'
import { gateway, harbour, nowSeconds, usdc, user } from '../../checks/fixtures.ts'
import { type OrderFields, type OrderPart, orderOf, withPart, withTerms } from '../order-fixture.ts'

const hash: Hex = `0x${'ab'.repeat(32)}`
const otherHash: Hex = `0x${'cd'.repeat(32)}`
const stranger: Address = '0x00000000000000000000000000000000000000a1'
/** The origin chain's newest block when the order was created. */
const head = { chainId: harbour.chainId, blockNumber: '100', blockSeconds: nowSeconds }
const elsewhere = { ...head, chainId: 31_338, blockNumber: '5' }

/** What the chain shows. Defaults: the gateway took the funds. */
interface Shown {
  readonly nonce?: { readonly used?: boolean; readonly sources?: number }
  /** Null: no node knows the transaction. */
  readonly payment?: Partial<PaymentView> | null
  readonly sources?: number
  readonly end?: NonceEnd['end']
  readonly transactions?: Readonly<Record<Hex, object>>
}

const taking: PaymentView = {
  blockHash: hash,
  blockNumber: 101n,
  blockSeconds: nowSeconds + 2,
  confirmations: 2,
  parts: [],
  isBalanceGrowth: false,
  names: 'ours',
  touches: true,
}

type Reads = Pick<ChainReader, 'nonceEvidence' | 'nonceEnd' | 'payment' | 'transactionQuorum' | 'codeQuorum'>

/** A payment on the destination chain without any doubt. */
const paid: Proof = {
  kind: 'proof',
  proof: 'verified',
  evidence: { kind: 'delivery', hash, sources: 2 } as unknown as Evidence,
}

/** A chain with one nonce of one account, and one transaction that touched the gateway. */
async function proofOf(
  order: Order,
  { nonce, payment = {}, sources = 2, end = 'taken', transactions }: Shown = {},
) {
  const isNonce = (chainId: number, owner: string, value: bigint) =>
    chainId === harbour.chainId && owner === user && value === BigInt(order.terms.permitNonce ?? '0')
  const chain: Reads = {
    nonceEvidence: async (chainId, owner, value) => {
      const { sources: hosts = 2, ...said } = nonce ?? {}
      return createQuorum(hosts, { used: isNonce(chainId, owner, value), blockSeconds: nowSeconds, ...said })
    },
    nonceEnd: async (chainId, owner, value, token, since) => {
      // Used in block 101, and never before.
      const isSeen = isNonce(chainId, owner, value) && token === usdc && since === 101n
      return createQuorum(sources, { end: isSeen ? end : 'unclear', hash: null, confirmations: 2 })
    },
    payment: async (chainId, wanted) => {
      const isRequested = chainId === harbour.chainId && wanted.hash === hash && wanted.receiver === gateway
      const isNamed = wanted.contracts.includes(gateway) && wanted.requestHash === order.terms.requestHash
      const isSeen = payment !== null && isRequested && isNamed && wanted.token === usdc
      return createQuorum(sources, isSeen ? { ...taking, ...payment } : null)
    },
    transactionQuorum: async (_chainId, one) =>
      quorumOf(
        ['a', 'b'].map((host, at) => ({
          host,
          value: ((at < sources ? transactions?.[one] : undefined) ?? { kind: 'unknown' }) as TransactionView,
        })),
      ),
    codeQuorum: async () => createQuorum(2, '0x' as const),
  }
  const ports = { chain, deployment: { ...deployment, chains: [harbour] } }
  const proof = await proofWithPayIn(order, paid, ports as unknown as FlowPorts)
  return proof.proof === 'pending' && proof.doubt === 'oneSource' ? 'oneSource' : proof.proof
}

const signed = orderOf({ sourceTransactionHash: hash, heads: [elsewhere, head] })
const { signTypedData } = signed.terms
if (signTypedData === null) throw new Error('no typed data')
const spentBy = (spender: string | number): OrderPart => {
  const values = { ...signTypedData.values, spender }
  return { terms: withTerms(signed, { signTypedData: { ...signTypedData, values } }).terms }
}

describe('a signed order was paid in', () => {
  test.each<[string, Shown]>([
    ['the reviewed gateway took the money by its nonce', {}],
    ['the gateway moved it and tells of no request', { payment: { names: 'nothing' } }],
  ])('when %s', async (_name, shown) => {
    expect(await proofOf(signed, shown)).toBe('verified')
  })

  test.each<[string, Shown, OrderPart?]>([
    ['the nonce is unused: the signature is still alive', { nonce: { used: false } }],
    ['what may spend is no gateway of the deployment', {}, spentBy(stranger)],
    ['what may spend is no address', {}, spentBy(7)],
  ])('but not when %s', async (_name, shown, fields = {}) => {
    expect(await proofOf(withPart(signed, fields), shown)).toBe('pending')
  })

  test.each<[string, Partial<PaymentView> | null]>([
    ['no node knows the transaction that the service names', null],
    ['the transaction has nothing to do with the gateway', { touches: false }],
    ['the gateway names another request', { names: 'others' }],
    ['it was mined before the order was created', { blockNumber: 100n, blockSeconds: nowSeconds }],
    ['it was mined more than ten minutes before that', { blockSeconds: nowSeconds - 601 }],
  ])('only if its nonce was taken since it was created, when %s', async (_name, payment) => {
    expect(await proofOf(signed, { payment })).toBe('verified')
    for (const end of ['unused', 'cancelled', 'unclear'] as const)
      expect(await proofOf(signed, { payment, end })).toBe('pending')
  })

  test.each<[string, Shown]>([
    ['the transaction', { sources: 1 }],
    ['the nonce', { nonce: { sources: 1 } }],
  ])('with one source when only one endpoint shows %s', async (_name, shown) => {
    expect(await proofOf(signed, shown)).toBe('oneSource')
  })
})

describe('a signed order without a named source transaction', () => {
  const unnamed: Order = { ...signed, sourceTransactionHash: null }

  test.each<[string, Order, Shown, 'verified' | 'pending' | 'oneSource']>([
    ['was paid into where its nonce was taken since it was made', unnamed, {}, 'verified'],
    ['was so by one source where one endpoint alone says so', unnamed, { sources: 1 }, 'oneSource'],
    ['was not where the nonce was cancelled', unnamed, { end: 'cancelled' }, 'pending'],
    ['was not where the nonce is unused', unnamed, { end: 'unused' }, 'pending'],
    ['was not where the endpoints disagree', unnamed, { end: 'unclear' }, 'pending'],
    [
      'was not where only a block of another chain was read then',
      { ...unnamed, heads: [elsewhere] },
      {},
      'pending',
    ],
    [
      'was not where no block was read then',
      { ...signed, sourceTransactionHash: null, heads: [] },
      {},
      'pending',
    ],
    ['is no matter of a name that is no hash', { ...unnamed, sourceTransactionHash: 'soon' }, {}, 'verified'],
    [
      'is no matter of the payment on the other chain',
      { ...unnamed, destinationTransactionHash: hash },
      { end: 'unclear' },
      'pending',
    ],
    [
      'is shown by the payment on the same chain, which is one transaction with it',
      {
        ...unnamed,
        destinationTransactionHash: hash,
        reviewed: {
          ...signed.reviewed,
          request: { ...signed.reviewed.request, destinationChainId: harbour.chainId },
        },
      },
      { end: 'unclear' },
      'verified',
    ],
  ])('%s', async (_name, order, shown, proof) => {
    expect(await proofOf(order, shown)).toBe(proof)
  })
})

describe('an order that is sent as a transaction', () => {
  const call = { to: stranger, data: '0x1234', value: 7n } as const
  const txData = { ...call, value: '7', chainId: null }
  const one = (state: string, purpose = 'send', at = hash) =>
    ({ purpose, hash: at, state, ...(state === 'mined' && { isDeep: true }) }) as never
  const byOne = { purpose: 'send', hash, state: 'mined' } as never
  const ours = { kind: 'mined', succeeded: true, from: user, nonce: 1, ...call }

  test.each<[string, OrderFields, Shown['transactions'], 'verified' | 'pending' | 'oneSource', number?]>([
    ['is not paid by what one endpoint showed mined', { transactions: [byOne] }, {}, 'pending'],
    [
      'is paid by one source where one endpoint alone shows it mined',
      { transactions: [byOne] },
      { [hash]: ours },
      'oneSource',
      1,
    ],
    [
      'is not paid by a transaction that differs, however deep it is',
      { transactions: [{ purpose: 'send', hash, state: 'mined', isDeep: true, differs: true } as never] },
      {},
      'pending',
    ],
    ['is paid by the transaction that was mined', { transactions: [one('mined')] }, {}, 'verified'],
    [
      'is paid by the second where the first one failed',
      { transactions: [one('failed'), one('mined', 'send', otherHash)] },
      {},
      'verified',
    ],
    ['is not paid by its approval', { transactions: [one('mined', 'approve')] }, {}, 'pending'],
    [
      'is not paid by what its approval looks like on chain',
      { transactions: [one('mined', 'approve')] },
      { [hash]: ours },
      'pending',
    ],
    ['is not paid where nothing was sent', {}, {}, 'pending'],
    [
      'is paid by what the chain shows as mined, though nobody has looked yet',
      { transactions: [one('sent')] },
      { [hash]: ours },
      'verified',
    ],
    [
      'is not paid while its transaction waits',
      { transactions: [one('sent')] },
      { [hash]: { ...ours, kind: 'waiting' } },
      'pending',
    ],
    [
      'is not paid by a transaction that failed',
      { transactions: [one('sent')] },
      { [hash]: { ...ours, succeeded: false } },
      'pending',
    ],
    [
      'is paid by what the service names where it is the reviewed call',
      { sourceTransactionHash: hash },
      { [hash]: ours },
      'verified',
    ],
    [
      "is not paid by somebody else's transaction that the service names",
      { sourceTransactionHash: hash },
      { [hash]: { ...ours, from: stranger } },
      'pending',
    ],
    [
      'is not paid by another call of the person that the service names',
      { sourceTransactionHash: hash },
      { [hash]: { ...ours, value: 8n } },
      'pending',
    ],
    [
      'is not paid by the call that failed, whoever names it',
      { sourceTransactionHash: hash },
      { [hash]: { ...ours, succeeded: false } },
      'pending',
    ],
    ['is not paid by a name that is no hash', { sourceTransactionHash: 'soon' }, {}, 'pending'],
    [
      'and comes from anywhere, a deposit without a wallet, asks for no proof of it',
      { kind: 'deposit', wallet: null },
      {},
      'verified',
    ],
  ])('%s', async (_name, fields, transactions, proof, sources = 2) => {
    expect(
      await proofOf(orderOf({ kind: 'inbox', terms: { txData }, ...fields }), {
        transactions: transactions ?? {},
        sources,
      }),
    ).toBe(proof)
  })
})
