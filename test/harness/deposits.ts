import type { Hex } from '../../lib/base/hex.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { depositRequest } from './actions.ts'
import type { Request } from './fake-service.ts'
import { createWorld, type World } from './world.ts'

/** The same deposit without a connected wallet. */
export const elsewhereRequest: QuoteRequest = { ...depositRequest, userAddress: null }
export const payElsewhere = { routeKey: 'deposit', pay: 'elsewhere' } as const
export const payByWallet = { routeKey: 'deposit', pay: 'wallet' } as const

/** A deposit from any wallet that waits for its payment. */
export async function startDeposit(): Promise<{ world: World; id: string; order: Order }> {
  const world = await createWorld()
  const id = await world.startOrder(elsewhereRequest, null, payElsewhere)
  return { world, id, order: await world.waitForState(id, 'deposit_awaited') }
}

/** Makes the service list the request of a deposit: PENDING, and with a payment if one is given. */
export function listDeposit(world: World, { terms }: Order, sourceHash: Hex | null = null): Request {
  const [issued] = world.service.issued.values()
  const offered = world.service.deposits.get(terms.requestHash)
  const { requestHash } = terms
  if (issued === undefined || offered === undefined || requestHash === null) throw new Error('nothing issued')
  const minUnits = BigInt(terms.minAmountOut)
  world.service.accept({ ...issued, request: offered.request, minUnits, requestHash }, null, sourceHash)
  return world.acceptedRequest()
}
