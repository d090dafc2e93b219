import { putOrderEntry } from '../../lib/history/entry-rows.ts'
import type { Order, SignedOrder } from '../../lib/order/order.ts'
import { createDatabase } from '../../lib/storage/database.ts'

/* Bundled, and run in a page of the extension. Fills its database with Ferry's own code. */

const symbols = ['USDC', 'USDT', 'DAI', 'WETH', 'ETH', 'WBTC', 'ISL', 'CPE']
const gapMs = 5 * 60_000
const chunk = 1_000

/** Mostly delivered, some of each other end, one in a thousand refunded. */
function endOf(index: number): Pick<Order, 'state' | 'statusCode'> {
  if (index % 1_000 === 17) return { state: 'verified_terminal', statusCode: 7 }
  if (index % 50 === 3) return { state: 'reported_terminal', statusCode: 5 }
  return index % 20 === 9
    ? { state: 'abandoned_unsigned', statusCode: null }
    : { state: 'verified_terminal', statusCode: 4 }
}

function hash(index: number, salt: number): `0x${string}` {
  const digits = Math.imul(index + salt, 2_654_435_761) >>> 0
  return `0x${digits.toString(16).padStart(8, '0')}${index.toString(16).padStart(56, '0')}`
}

function createOrder(template: SignedOrder, index: number, nowMs: number): Order {
  const { reviewed } = template
  const token = (at: number) => ({
    ...reviewed.inputToken,
    chainId: 31_337 + (at % 3),
    symbol: symbols[at % symbols.length] ?? '',
    address: `0x${(at % 24).toString(16).padStart(40, '5')}` as const,
  })
  const receiverAddress = `0x${(index % 40).toString(16).padStart(40, 'b')}` as const
  return {
    ...template,
    ...endOf(index),
    id: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    createdMs: nowMs - index * gapMs,
    dueMs: null,
    fundsSettled: true,
    reviewed: {
      ...reviewed,
      inputToken: token(index),
      outputToken: token(index * 7 + 1),
      request: { ...reviewed.request, receiverAddress },
      routeKey: 'auto:sign:Automatic',
    },
    terms: { ...template.terms, requestHash: hash(index, 1) },
    sourceTransactionHash: hash(index, 2),
    destinationTransactionHash: hash(index, 3),
    fulfilledAmount: template.reviewed.promisedAmount,
    timeline: [
      { step: 'accepted', atMs: nowMs - index * gapMs },
      { step: 'fulfilled', atMs: nowMs - index * gapMs + 14_000 },
    ],
  }
}

/** Writes orders with their history rows. Returns the milliseconds it took. */
export async function fillDatabase(template: SignedOrder, count: number, nowMs: number): Promise<number> {
  const startMs = performance.now()
  const database = await createDatabase()()
  for (let from = 0; from < count; from += chunk) {
    const transaction = database.transaction(['orders', 'entries'], 'readwrite', { durability: 'relaxed' })
    const lines: Promise<void>[] = []
    for (let index = from; index < Math.min(count, from + chunk); index += 1) {
      const order = createOrder(template, index, nowMs)
      const { id, rev, createdMs } = order
      void transaction.objectStore('orders').put({
        id,
        rev,
        createdMs,
        requestHash: order.terms.requestHash ?? '',
        order,
      })
      lines.push(putOrderEntry(transaction.objectStore('entries'), order))
    }
    await Promise.all([...lines, transaction.done])
  }
  return performance.now() - startMs
}
