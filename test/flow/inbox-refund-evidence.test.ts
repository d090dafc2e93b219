import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import type { Order } from '../../lib/order/order.ts'
import { depositAsk, inboxAsk, nativeAsk } from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf } from '../harness/reported-end.ts'
import { user } from '../harness/chains.ts'

const hash = (digits: string): Hex => `0x${digits.repeat(32)}`
const [approved, request, repeated] = [hash('a1'), hash('5e'), hash('5f')] as const
const [foreign, told] = [hash('f0'), hash('70')] as const

/** Makes an expired request in the inbox. The inbox's events name it in the transactions `tells`. */
async function expired(
  tells: readonly Hex[],
  part: Partial<Order> = {},
  ask = inboxAsk,
): Promise<CalledOver> {
  const transactions = [own('approve', approved), own('send', request)]
  const over = await calledOver(ask, {}, { statusCode: 5, transactions, ...part })
  tellsOf(over, tells)
  return over
}

function tellsOf({ world }: CalledOver, hashes: readonly Hex[], sources = 2): void {
  Object.assign(world.chain.reader, { mentions: async () => ({ hashes, sources }) })
}

/** Sends a transaction in which the inbox pays the person back, with its event. */
function paysBack({ world, order }: CalledOver, units = BigInt(order.reviewed.request.inputAmount)): Hex {
  const { originChainId, inputToken } = order.reviewed.request
  return world.chain.pay(originChainId, inputToken, user, units, order.terms.requestHash)
}

const no = { kind: 'proof', proof: 'no' } as const
const empty = { ...no, isInboxEmpty: true } as const

describe.each([
  ['tokens', inboxAsk],
  ['coin', nativeAsk],
] as const)('the inbox’s own events for %s that was in it', (_what, ask) => {
  test('prove the refund whatever status the service reports, without another read', async () => {
    const over = await expired([], {}, ask)
    const back = paysBack(over)
    tellsOf(over, [request, foreign, back])
    const event = await proofOf(over)
    expect(event).toMatchObject({ kind: 'proof', proof: 'yes', evidence: { kind: 'refund', hash: back } })
    expect(event).not.toHaveProperty('isInboxEmpty')
  })

  test('show the inbox as empty when no one can tell who received the money', async () => {
    const over = await expired([request, told], {}, ask)
    expect(await proofOf(over)).toEqual(empty)
    const named = { statusCode: 7, refundTransactionHash: foreign } as const
    expect(await proofOf(over, named)).toEqual({ ...empty, doubt: 'notShown' })
  })

  test('show a partial refund as evidence of less', async () => {
    const over = await expired([], {}, ask)
    const some = paysBack(over, 5n)
    tellsOf(over, [request, some, foreign])
    expect(await proofOf(over)).toMatchObject({
      ...empty,
      doubt: 'less',
      evidence: { hash: some, units: '5' },
    })
  })
})

describe('the inbox is not called empty', () => {
  test.each<[string, readonly Hex[], Partial<Order>]>([
    ['without an event', [], {}],
    ['with the event of the request alone', [request], {}],
    ['without the event of the request', [told], {}],
    ['while the request is not mined', [told], { transactions: [own('send', request, 'sent')] }],
    [
      'by the request itself when the service names it',
      [request],
      { transactions: [], sourceTransactionHash: request },
    ],
    [
      'by the person’s own request after the transaction that the service names',
      [foreign, request],
      { transactions: [own('send', request, 'sent')], sourceTransactionHash: foreign },
    ],
    [
      'by the transaction that replaced the first one',
      [request, repeated],
      { transactions: [own('send', request, 'replaced'), own('send', repeated)] },
    ],
  ])('%s', async (_when, tells, part) => {
    expect(await proofOf(await expired(tells, part))).toEqual(no)
  })

  test('on the claim of one endpoint', async () => {
    const over = await expired([])
    tellsOf(over, [request, told], 1)
    expect(await proofOf(over)).toEqual(no)
  })

  test('on a chain that is not in the deployment file, nor for an order without a start block', async () => {
    const over = await expired([request, told])
    const ask = { ...over.order.reviewed.request, originChainId: 777 }
    expect(await proofOf(over, { reviewed: { ...over.order.reviewed, request: ask } })).toEqual(no)
    const reader = over.world.chain.reader
    Object.assign(reader, {
      mentions: async (...[, , topic, since]: Parameters<typeof reader.mentions>) => {
        if (topic === null || since === null) throw new Error('invalid params')
        return { hashes: [request, told], sources: 2 }
      },
    })
    expect(await proofOf(over, { transactions: [] })).toEqual(no)
    expect(await proofOf(over)).toEqual(empty)
  })

  test.each([
    ['took it', [request, told]],
    ['took it and gave it back', [request, told, foreign]],
  ])('because a gateway reports that it %s', async (_what, byAll) => {
    const over = await expired([])
    const { reader } = over.world.chain
    const inbox = over.order.terms.txData?.to
    Object.assign(reader, {
      mentions: async (...[, contracts]: Parameters<typeof reader.mentions>) => {
        const isInboxAlone = contracts.every((one) => one === inbox)
        return { hashes: isInboxAlone ? [request] : byAll, sources: 2 }
      },
    })
    expect(await proofOf(over)).toEqual(no)
    // For a delivery that no endpoint can read, the service's report and this event are enough.
    const delivered = { statusCode: 4, destinationTransactionHash: null } as const
    expect(await proofOf(over, delivered)).toEqual({ ...no, isExtracted: true })
  })

  test('for a deposit, whose money is in no inbox', async () => {
    const over = await calledOver(
      depositAsk,
      { routeKey: 'deposit', pay: 'wallet' },
      { transactions: [own('send', request)] },
    )
    tellsOf(over, [request, told])
    expect(await proofOf(over)).toEqual(no)
  })
})

describe('the inbox is called empty', () => {
  test('after the person’s own withdrawal', async () => {
    const over = await expired([])
    const back = paysBack(over, 5n)
    const transactions = [own('send', request), own('withdraw', back)]
    tellsOf(over, [request, back])
    expect(await proofOf(over, { transactions })).toMatchObject({ ...empty, doubt: 'less' })
  })

  test('after a request that only the service names', async () => {
    const over = await expired([request, told], { transactions: [], sourceTransactionHash: request })
    expect(await proofOf(over)).toEqual(empty)
  })

  test('for good, once it was proven empty', async () => {
    const over = await expired([])
    tellsOf(over, [], 1)
    expect(await proofOf(over, { isInboxEmpty: true })).toEqual(empty)
  })
})
