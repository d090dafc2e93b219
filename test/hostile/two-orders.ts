import { problemData } from '../../lib/base/problem.ts'
import { secondMs } from '../../lib/base/time.ts'
import { isVerified } from '../../lib/order/order-state.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  allow,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import type { OtherLie } from './lie.ts'
import { put, type Wire } from './wire.ts'
import { wireService } from './wire-service.ts'

const ways: readonly (readonly [string, QuoteRequest, { readonly routeKey?: string }])[] = [
  ['signed', signedAsk, {}],
  ['native', nativeAsk, {}],
  ['inbox', inboxAsk, {}],
  ['manual', manualAsk, across],
  ['deposit', depositAsk, { routeKey: 'deposit' }],
]

/** Two orders of one kind, and one payment that the service reports for both. */
function twice(
  word: string,
  ask: QuoteRequest,
  choice: { readonly routeKey?: string },
  isRefund: boolean,
): OtherLie {
  return {
    name: `two ${word} orders, one ${isRefund ? 'refund' : 'payment'}`,
    liar: 'service',
    async observe() {
      const world = await createWorld('memory')
      fund(world, ask)
      allow(world, ask, 2n * BigInt(ask.inputAmount))
      world.solver.fate = isRefund ? [1, 2] : []
      const service = wireService(world, ask)
      const ids = [await begin(world, ask, account, choice)]
      await pass(world, 10 * secondMs)
      ids.push(await begin(world, ask, account, choice))
      await pass(world, 10 * secondMs)
      const [chainId, token] = isRefund
        ? [harbour.chainId, ask.inputToken]
        : [island.chainId, ask.outputToken]
      const units = isRefund ? BigInt(ask.inputAmount) : 10n ** 16n
      const hash = world.chain.pay(chainId, token, user, units)
      service.bend('status', (record: Wire | null) => {
        if (record === null) return
        put(record, 'exchangeStatusCode', isRefund ? 7 : 4)
        put(record, isRefund ? 'refund.txHash' : 'destinationData.txHash', hash)
      })
      await pass(world, 900 * secondMs)
      const orders = await Promise.all(ids.map((id) => orderAt(world, id)))
      const proven = orders.filter((order) => isVerified(order) && order.evidence !== undefined)
      const believed = proven.length > 1 ? ['one payment proves two orders'] : []
      const asked = world.wallet.prompts.map(({ method }) => method)
      return { asked, named: [], claimed: orders.map(({ state }) => state).join(' and '), believed }
    },
  }
}

/** A deposit from elsewhere whose address the next order receives too, after it was paid. */
const oneAddress: OtherLie = {
  name: 'two deposit orders, one address',
  liar: 'service',
  async observe() {
    const world = await createWorld('memory')
    const ask: QuoteRequest = { ...depositAsk, userAddress: null, receiverAddress: user }
    const choice = { routeKey: 'deposit', pay: 'elsewhere' } as const
    const first = await orderAt(world, await begin(world, ask, null, choice))
    const { address = '' } = first.terms.deposit ?? {}
    world.chain.pay(harbour.chainId, ask.inputToken, address, BigInt(ask.inputAmount))
    await pass(world, 30 * secondMs)
    world.service.bendQuote = (quote) =>
      quote.deposit === null ? quote : { ...quote, deposit: { ...quote.deposit, address } }
    const second = await begin(world, ask, null, choice).catch(problemData)
    if (typeof second !== 'string') {
      return { asked: [], named: [second.code], claimed: 'refused', believed: [] }
    }
    await pass(world, 30 * secondMs)
    const { state, depositSeen } = await orderAt(world, second)
    const believed = depositSeen === undefined ? [] : ['one deposit is seen by two orders']
    return { asked: [], named: [], claimed: state, believed }
  },
}

/** One payment belongs to one swap. */
export const twoOrderLies: readonly OtherLie[] = [
  ...ways.flatMap(([word, ask, choice]) => [twice(word, ask, choice, false), twice(word, ask, choice, true)]),
  oneAddress,
]
