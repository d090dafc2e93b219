import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { Order } from '../../lib/order/order.ts'
import { depositRequest, inboxRequest, nativeRequest } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import {
  createOwnTransaction,
  createReportedEnd,
  type ReportedEnd,
  verifyEnd,
} from '../harness/reported-end.ts'

const hash = (digits: string): Hex => `0x${digits.repeat(32)}`
const [approved, request, repeated] = [hash('a1'), hash('5e'), hash('5f')] as const
const [otherHash, payoutHash] = [hash('f0'), hash('70')] as const

/** Makes an expired request in the inbox. The inbox's events name it in the transactions `tells`. */
async function makeExpiredRequest(
  reports: readonly Hex[],
  part: Partial<Order> = {},
  quoteRequest = inboxRequest,
): Promise<ReportedEnd> {
  const transactions = [createOwnTransaction('approve', approved), createOwnTransaction('send', request)]
  const over = await createReportedEnd(quoteRequest, {}, { statusCode: 5, transactions, ...part })
  setInboxEvents(over, reports)
  return over
}

function setInboxEvents(
  { world }: ReportedEnd,
  hashes: readonly Hex[],
  { sources = 2, final = hashes }: { readonly sources?: number; readonly final?: readonly Hex[] } = {},
): void {
  Object.assign(world.chain.reader, { findTransactionsWithTopic: async () => ({ hashes, final, sources }) })
}

/** Sends a transaction in which the inbox pays the person back, with its event. */
function payBack({ world, order }: ReportedEnd, units = BigInt(order.reviewed.request.inputAmount)): Hex {
  const { originChainId, inputToken } = order.reviewed.request
  return world.chain.payAsSolver(originChainId, inputToken, user, units, order.terms.requestHash)
}

const noProof = { kind: 'proof', proof: 'pending' } as const
const emptyInbox = { ...noProof, isInboxEmpty: true } as const

describe.each([
  ['tokens', inboxRequest],
  ['coin', nativeRequest],
] as const)('the inbox’s own events for %s that was in it', (_what, quoteRequest) => {
  test('prove the refund whatever status the service reports, without another read', async () => {
    const over = await makeExpiredRequest([], {}, quoteRequest)
    const back = payBack(over)
    setInboxEvents(over, [request, otherHash, back])
    const event = await verifyEnd(over)
    expect(event).toMatchObject({
      kind: 'proof',
      proof: 'verified',
      evidence: { kind: 'refund', hash: back },
    })
    expect(event).not.toHaveProperty('isInboxEmpty')
  })

  test('leave the refund to the next search while no endpoint returns them', async () => {
    const over = await makeExpiredRequest([], {}, quoteRequest)
    const findTransactionsWithTopic = () => Promise.reject(new Problem('rpcUnreachable'))
    Object.assign(over.world.chain.reader, { findTransactionsWithTopic })
    expect(await verifyEnd(over)).toEqual(noProof)
    const back = payBack(over)
    expect(await verifyEnd(over)).toMatchObject({
      proof: 'verified',
      evidence: { kind: 'refund', hash: back },
    })
  })

  test('show the inbox as empty when no one can tell who received the money', async () => {
    const over = await makeExpiredRequest([request, payoutHash], {}, quoteRequest)
    expect(await verifyEnd(over)).toEqual(emptyInbox)
    const named = { statusCode: 7, refundTransactionHash: otherHash } as const
    expect(await verifyEnd(over, named)).toEqual({ ...emptyInbox, doubt: 'notShown' })
  })

  test('show a partial refund as evidence of less', async () => {
    const over = await makeExpiredRequest([], {}, quoteRequest)
    const some = payBack(over, 5n)
    setInboxEvents(over, [request, some, otherHash])
    expect(await verifyEnd(over)).toMatchObject({
      ...emptyInbox,
      doubt: 'less',
      evidence: { hash: some, units: '5' },
    })
  })
})

describe('the inbox is not called empty', () => {
  test.each<[string, readonly Hex[], Partial<Order>]>([
    ['without an event', [], {}],
    ['with the event of the request alone', [request], {}],
    ['without the event of the request', [payoutHash], {}],
    [
      'while the request is not mined',
      [payoutHash],
      { transactions: [createOwnTransaction('send', request, 'sent')] },
    ],
    [
      'by the request itself when the service names it',
      [request],
      { transactions: [], sourceTransactionHash: request },
    ],
    [
      'by the person’s own request after the transaction that the service names',
      [otherHash, request],
      { transactions: [createOwnTransaction('send', request, 'sent')], sourceTransactionHash: otherHash },
    ],
    [
      'by the transaction that replaced the first one',
      [request, repeated],
      {
        transactions: [
          createOwnTransaction('send', request, 'replaced'),
          createOwnTransaction('send', repeated),
        ],
      },
    ],
  ])('%s', async (_when, reports, part) => {
    expect(await verifyEnd(await makeExpiredRequest(reports, part))).toEqual(noProof)
  })

  test('on the claim of one endpoint', async () => {
    const over = await makeExpiredRequest([])
    setInboxEvents(over, [request, payoutHash], { sources: 1 })
    expect(await verifyEnd(over)).toEqual(noProof)
  })

  test('while a reorganisation could still remove the event', async () => {
    const over = await makeExpiredRequest([])
    setInboxEvents(over, [request, payoutHash], { final: [request] })
    expect(await verifyEnd(over)).toEqual(noProof)
    setInboxEvents(over, [request, payoutHash])
    expect(await verifyEnd(over)).toEqual(emptyInbox)
  })

  test('on a chain that is not in the deployment file, nor for an order without a start block', async () => {
    const over = await makeExpiredRequest([request, payoutHash])
    const quoteRequest = { ...over.order.reviewed.request, originChainId: 777 }
    expect(await verifyEnd(over, { reviewed: { ...over.order.reviewed, request: quoteRequest } })).toEqual(
      noProof,
    )
    const reader = over.world.chain.reader
    Object.assign(reader, {
      findTransactionsWithTopic: async (
        ...[, , topic, since]: Parameters<typeof reader.findTransactionsWithTopic>
      ) => {
        if (topic === null || since === null) throw new Error('invalid params')
        return { hashes: [request, payoutHash], final: [request, payoutHash], sources: 2 }
      },
    })
    expect(await verifyEnd(over, { transactions: [] })).toEqual(noProof)
    expect(await verifyEnd(over)).toEqual(emptyInbox)
  })

  test.each([
    ['took it', [request, payoutHash]],
    ['took it and gave it back', [request, payoutHash, otherHash]],
  ])('because a gateway reports that it %s', async (_what, byAll) => {
    const over = await makeExpiredRequest([])
    const { reader } = over.world.chain
    const inbox = over.order.terms.txData?.to
    Object.assign(reader, {
      findTransactionsWithTopic: async (
        ...[, contracts]: Parameters<typeof reader.findTransactionsWithTopic>
      ) => {
        const isInboxAlone = contracts.every((one) => one === inbox)
        const hashes = isInboxAlone ? [request] : byAll
        return { hashes, final: hashes, sources: 2 }
      },
    })
    expect(await verifyEnd(over)).toEqual(noProof)
    // For a delivery that no endpoint can read, the service's report and this event are enough.
    const delivered = { statusCode: 4, destinationTransactionHash: null } as const
    expect(await verifyEnd(over, delivered)).toEqual({ ...noProof, isExtracted: true })
  })

  test('for a deposit, whose money is in no inbox', async () => {
    const over = await createReportedEnd(depositRequest, payByWallet, {
      transactions: [createOwnTransaction('send', request)],
    })
    setInboxEvents(over, [request, payoutHash])
    expect(await verifyEnd(over)).toEqual(noProof)
  })
})

describe('the inbox is called empty', () => {
  test('after the person’s own withdrawal', async () => {
    const over = await makeExpiredRequest([])
    const back = payBack(over, 5n)
    const transactions = [createOwnTransaction('send', request), createOwnTransaction('withdraw', back)]
    setInboxEvents(over, [request, back])
    expect(await verifyEnd(over, { transactions })).toMatchObject({ ...emptyInbox, doubt: 'less' })
  })

  test('although the service reports a delivery on a chain that is not listed, until its payment is shown', async () => {
    const over = await makeExpiredRequest([request, payoutHash])
    const { reviewed } = over.order
    const delivered = {
      statusCode: 4,
      reviewed: { ...reviewed, request: { ...reviewed.request, destinationChainId: 777 } },
    } as const
    expect(await verifyEnd(over, delivered)).toEqual(emptyInbox)
    const back = payBack(over)
    setInboxEvents(over, [request, back])
    expect(await verifyEnd(over, delivered)).toMatchObject({
      proof: 'verified',
      evidence: { kind: 'refund', hash: back },
    })
  })

  test('after a request that only the service names', async () => {
    const over = await makeExpiredRequest([request, payoutHash], {
      transactions: [],
      sourceTransactionHash: request,
    })
    expect(await verifyEnd(over)).toEqual(emptyInbox)
  })

  test('for good, once it was proven empty', async () => {
    const over = await makeExpiredRequest([])
    setInboxEvents(over, [], { sources: 1 })
    expect(await verifyEnd(over, { isInboxEmpty: true })).toEqual(emptyInbox)
  })
})
