import { toProblemData } from '../../lib/base/problem.ts'
import { secondMs } from '../../lib/base/time.ts'
import { isEndVerified } from '../../lib/order/order-state.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, depositRequest } from '../harness/actions.ts'
import { account, harbour, island, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { kindNames, kinds, type Swap } from './kinds.ts'
import type { OtherLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'
import { wireService } from './wire-service.ts'

/** Two orders of one kind, and one payment that the service reports for both. */
function createTwoOrdersLie(kind: (typeof kindNames)[number], isRefund: boolean): OtherLie {
  const { request, choice = {} }: Swap = kinds[kind]
  return {
    name: `two ${kind} orders, one ${isRefund ? 'refund' : 'payment'}`,
    liar: 'service',
    async observe() {
      const world = await createFundedWorld(request, {
        allowed: 2n * BigInt(request.inputAmount),
      })
      world.solver.fate = isRefund ? [1, 2] : []
      const service = wireService(world, request)
      const ids = [await world.startOrder(request, account, choice)]
      await world.advanceTime(10 * secondMs)
      ids.push(await world.startOrder(request, account, choice))
      await world.advanceTime(10 * secondMs)
      const [chainId, token] = isRefund
        ? [harbour.chainId, request.inputToken]
        : [island.chainId, request.outputToken]
      const units = isRefund ? BigInt(request.inputAmount) : 10n ** 16n
      const hash = world.chain.payAsSolver(chainId, token, user, units)
      service.changeResult('status', (record: Wire | null) => {
        if (record === null) return
        writePath(record, 'exchangeStatusCode', isRefund ? 7 : 4)
        writePath(record, isRefund ? 'refund.txHash' : 'destinationData.txHash', hash)
      })
      await world.advanceTime(900 * secondMs)
      const orders = await Promise.all(ids.map((id) => world.readOrder(id)))
      const proven = orders.filter((order) => isEndVerified(order) && order.evidence !== undefined)
      const believed = proven.length > 1 ? ['one payment proves two orders'] : []
      const requested = world.wallet.prompts.map(({ method }) => method)
      return {
        walletRequests: requested,
        reportedCodes: [],
        claimed: orders.map(({ state }) => state).join(' and '),
        believed,
      }
    },
  }
}

/** A deposit from elsewhere whose address the next order receives too, after it was paid. */
const oneAddress: OtherLie = {
  name: 'two deposit orders, one address',
  liar: 'service',
  async observe() {
    const world = await createWorld()
    const quoteRequest: QuoteRequest = { ...depositRequest, userAddress: null, receiverAddress: user }
    const choice = { routeKey: 'deposit', pay: 'elsewhere' } as const
    const first = await world.readOrder(await world.startOrder(quoteRequest, null, choice))
    const { address = '' } = first.terms.deposit ?? {}
    world.chain.payAsSolver(
      harbour.chainId,
      quoteRequest.inputToken,
      address,
      BigInt(quoteRequest.inputAmount),
    )
    await world.advanceTime(30 * secondMs)
    world.service.changeQuote = (quote) =>
      quote.deposit === null
        ? quote
        : {
            ...quote,
            deposit: { ...quote.deposit, depositData: { ...quote.deposit.depositData, address } },
          }
    const second = await world.startOrder(quoteRequest, null, choice).catch(toProblemData)
    if (typeof second !== 'string') {
      return { walletRequests: [], reportedCodes: [second.code], claimed: 'refused', believed: [] }
    }
    await world.advanceTime(30 * secondMs)
    const { state, depositObserved } = await world.readOrder(second)
    const believed = depositObserved === undefined ? [] : ['one deposit is seen by two orders']
    return { walletRequests: [], reportedCodes: [], claimed: state, believed }
  },
}

/** One payment belongs to one swap. */
export const twoOrderLies: readonly OtherLie[] = [
  ...kindNames.flatMap((kind) => [createTwoOrdersLie(kind, false), createTwoOrdersLie(kind, true)]),
  oneAddress,
]
