import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { acrossRoute, manualRequest, signedRequest } from '../harness/actions.ts'
import { buildLie, type More, quoteLie } from './answer-lie.ts'
import { attacker, setLeastOutput } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

/** The least output of the first quote. Later quotes may be a thousandth lower. */
const least = 1_477_575n
/** The service chooses the slippage: half a percent. Then the person allows one percent. */
const open: QuoteRequest = { ...signedRequest, slippagePercent: null }

function less(quote: Wire, request: QuoteRequest, bps: number): void {
  const part = (units: bigint) => String((units * BigInt(10_000 - bps)) / 10_000n)
  setLeastOutput(quote, request, part(least), { amount: part(1_485_010n), effective: part(1_485_000n) })
}

/**
 * The person rejects in the wallet and retries when the quote has expired. Each retry requests another quote.
 */
async function refuseOften({ world }: Scene, { id }: Order): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    world.wallet.behaviours.push('reject')
    const order = await world.waitForOrder(id, ({ state }) => state === 'needs_user' || state === 'pending')
    if (order.offer !== null || order.state === 'pending') return
    await world.advanceTime(60_000)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.settle()
  }
}

const later = (name: string, change: Parameters<typeof quoteLie>[1], more: More = {}) =>
  quoteLie(name, change, { request: open, isAfterReview: true, ...more })

export const requoteLies: readonly SwapLie[] = [
  later(
    'each next quote is 0.09 % worse than the one before',
    (quote, quoteRequest, _scene, before) => less(quote, quoteRequest, 9 * before),
    { later: refuseOften, waitMs: 600_000 },
  ),
  later('the next quote is 0.11 % worse', (quote, quoteRequest) => less(quote, quoteRequest, 11)),
  later('the next quote is 0.09 % worse and promises as much', (quote, quoteRequest) =>
    setLeastOutput(quote, quoteRequest, String((least * 9_991n) / 10_000n)),
  ),
  later(
    'the next quote is 0.09 % worse, which the slippage of the person does not allow',
    (quote, quoteRequest) => less(quote, quoteRequest, 9),
    { request: { ...signedRequest, slippagePercent: '0.55' } },
  ),
  later('the next quote is 0.05 % worse, and the request names another one', (quote, quoteRequest) => {
    less(quote, quoteRequest, 5)
    writePath(quote, 'autoRoute.signTypedData.values.witness.basicReq.minOutputAmount', String(least / 2n))
  }),
  ...(
    [
      ['amount', 'values.permitted.amount', '999999999999'],
      ['receiver', 'values.witness.basicReq.receiver', attacker],
      ['spender', 'values.spender', attacker],
      ['Permit2 contract', 'domain.verifyingContract', attacker],
    ] as const
  ).map(([field, path, value]) =>
    later(`the next quote names another ${field}`, (quote) =>
      writePath(quote, `autoRoute.signTypedData.${path}`, value),
    ),
  ),
  buildLie(
    'the next quote is 0.05 % worse and sends one more on top',
    (answer) => writePath(answer, 'txData.value', '7001'),
    {
      request: { ...manualRequest, slippagePercent: null },
      choice: acrossRoute,
      isAfterReview: true,
      prepare({ world, service }) {
        world.service.nativeFee = 7_000n
        service.changeResult('quote', (quote, before) => {
          const [route] = quote.manualRoutes as Wire[]
          if (before > 0) writePath(route, 'output.minAmountOut', String((least * 9_995n) / 10_000n))
        })
      },
    },
  ),
]
