import { type Reply, success } from '../envelope.ts'
import { Query } from '../query.ts'
import type { Call, ServiceParts } from '../service-parts.ts'

/** GET direct-route/status (interface 4.9, a scaffold there too): 200 with the query as its answer. */
export function directRouteStatus(_desk: ServiceParts, { params }: Call): Reply {
  const query = new Query(params)
  return success({ quoteId: query.required('quoteId'), txHash: query.hash('txHash') })
}
