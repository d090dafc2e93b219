import * as v from 'valibot'
import type { AutoRoute, Quote } from '../swap/quote.ts'
import { chainIdShape, digitsShape, hexShape, lenient, orNull } from '../wire/shapes.ts'
import { autoRouteShape, isUnknownOperation } from './auto-route-shape.ts'
import { depositRouteShape, depositShape } from './deposit-shape.ts'
import { manualRouteShape } from './manual-route-shape.ts'
import { dollarsShape } from './route-shapes.ts'
import { anyAddressShape, tokenShape } from './token-shape.ts'

/** More routes than anybody compares are cut before they are looked at (security API9). */
const mostRoutes = 50

const maybeAutoRouteShape = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((route) => (isUnknownOperation(route) ? null : route)),
    v.nullable(autoRouteShape),
  ),
  null,
)

/** A list of routes; one that is none is left out, since the others are good without it. */
function routesShape<Route>(shape: v.GenericSchema<unknown, Route>) {
  const list = v.pipe(
    v.nullable(v.array(v.unknown(), 'list of routes')),
    v.transform((routes) =>
      (routes ?? []).slice(0, mostRoutes).flatMap((route) => {
        const read = v.safeParse(shape, route)
        return read.success ? [read.output] : []
      }),
    ),
  )
  return v.optional(list, null)
}

const execShape = lenient(
  v.object({ destinationPayload: hexShape, destinationGasLimit: orNull(digitsShape) }),
)

/** `result` of the quote endpoint (interface 2 and 4.4) with every kind of route. */
export const quoteShape: v.GenericSchema<unknown, Quote> = v.pipe(
  v.object({
    originChainId: chainIdShape,
    destinationChainId: chainIdShape,
    userAddress: orNull(anyAddressShape),
    receiverAddress: orNull(anyAddressShape),
    input: v.object({
      token: tokenShape,
      amount: digitsShape,
      priceInUsd: dollarsShape,
      valueInUsd: dollarsShape,
    }),
    destinationExec: execShape,
    autoRoute: maybeAutoRouteShape,
    autoRoutes: routesShape(autoRouteShape),
    manualRoutes: routesShape(manualRouteShape),
    depositRoute: orNull(depositRouteShape),
    deposit: orNull(depositShape),
  }),
  v.transform(({ autoRoute, autoRoutes, deposit, depositRoute, ...quote }) => ({
    ...quote,
    ...firstAndMore(autoRoute, autoRoutes),
    // The newer flow answers in `deposit` while `depositRoute` stays null (wire shapes 3).
    deposit: deposit ?? depositRoute,
  })),
)

/** Deployments repeat the automatic route among the several, or send only the list. */
function firstAndMore(
  autoRoute: AutoRoute | null,
  several: readonly AutoRoute[],
): Pick<Quote, 'autoRoute' | 'autoRoutes'> {
  const first = autoRoute ?? several[0] ?? null
  const seen = new Set(first === null ? [] : [first.quoteId])
  const more = several.filter(({ quoteId }) => !seen.has(quoteId) && seen.add(quoteId))
  return { autoRoute: first, autoRoutes: more }
}
