import * as v from 'valibot'
import { decode, type Schema } from '../base/decode.ts'
import { Problem } from '../base/problem.ts'
import type { UnreadRoute } from './quote-result.ts'
import { labelShape } from './route-shapes.ts'

/** More routes than anybody compares are cut before they are looked at (security API9). */
const mostRoutes = 50

interface ReadRoutes<Route> {
  readonly routes: readonly Route[]
  readonly unread: readonly UnreadRoute[]
}

/** Reads the route at a place of a quote; none where nothing is said, unread where it is no route of this shape. */
export function readOne<Route>(
  kind: UnreadRoute['kind'],
  shape: Schema<Route>,
  given: unknown,
  path: string,
): ReadRoutes<Route> {
  if (given === null || given === '') return { routes: [], unread: [] }
  try {
    return { routes: [decode(shape, given, 'quote', path)], unread: [] }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const { path: place = path, expected = '' } = thrown.data.facts
    return { routes: [], unread: [{ kind, name: nameOf(given), path: place, expected }] }
  }
}

/** Reads the routes of a list; what is no list at all is one route that cannot be read. */
export function readList<Route>(
  kind: UnreadRoute['kind'],
  shape: Schema<Route>,
  given: unknown,
  path: string,
): ReadRoutes<Route> {
  if (given === null || given === '') return { routes: [], unread: [] }
  if (!Array.isArray(given)) {
    return { routes: [], unread: [{ kind, name: '', path, expected: 'list of routes' }] }
  }
  const read = given.slice(0, mostRoutes).map((one, index) => readOne(kind, shape, one, `${path}[${index}]`))
  return { routes: read.flatMap(({ routes }) => routes), unread: read.flatMap(({ unread }) => unread) }
}

/** Deployments repeat the first route among the several: one that cannot be read is told once. */
export function withoutRepeated(several: unknown, first: unknown): unknown {
  const text = JSON.stringify(first)
  return Array.isArray(several)
    ? several.slice(0, mostRoutes).filter((one) => JSON.stringify(one) !== text)
    : several
}

function nameOf(route: unknown): string {
  if (typeof route !== 'object' || route === null || !('routeDetails' in route)) return ''
  const { routeDetails } = route
  if (typeof routeDetails !== 'object' || routeDetails === null || !('name' in routeDetails)) return ''
  return v.parse(labelShape, routeDetails.name)
}
