import { everyAnswer, leastSources } from './evidence.ts'
import type { Rpc } from './rpc.ts'

declare const opaque: unique symbol

/**
 * What the endpoints of a chain say of one figure. It has no readable member: the functions below open it, and each names how
 * many endpoints have to say so.
 */
export interface Quorum<T> {
  readonly [opaque]: T
}

/** What one endpoint says. Endpoints of one host and port are one witness, whatever stands behind the path. */
interface Answer<T> {
  readonly host: string
  readonly said: T
}

const answersOf = new WeakMap<object, readonly Answer<unknown>[]>()

/** Asks every endpoint by itself. Those that do not answer are left out; rejects as the first one did where none does. */
export async function readWithQuorum<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
): Promise<Quorum<T>> {
  return quorumOf(await everyAnswer(endpoints, async (rpc) => ({ host: rpc.host, said: await read(rpc) })))
}

/**
 * Returns answers as a quorum.
 *
 * @internal
 */
export function quorumOf<T>(answers: readonly Answer<T>[]): Quorum<T> {
  const quorum = Object.freeze({}) as Quorum<T>
  answersOf.set(quorum, answers)
  return quorum
}

function open<T>(quorum: Quorum<T>): readonly Answer<T>[] {
  return (answersOf.get(quorum) ?? []) as readonly Answer<T>[]
}

function hostsIn(answers: readonly Answer<unknown>[]): number {
  return new Set(answers.map(({ host }) => host)).size
}

/** Returns what all endpoints that answered say alike, on at least two hosts; null where they differ or are too few. */
export function agreed<T>(quorum: Quorum<T>, keyOf: (said: T) => string = String): T | null {
  const answers = open(quorum)
  const [first] = answers
  if (first === undefined || hostsIn(answers) < leastSources) return null
  return answers.every(({ said }) => keyOf(said) === keyOf(first.said)) ? first.said : null
}

/** Returns the largest amount that at least two hosts reach; null where fewer answered. */
export function reached(quorum: Quorum<bigint>): bigint | null {
  const answers = open(quorum)
  const known = answers.filter(
    ({ said: least }) => hostsIn(answers.filter(({ said }) => said >= least)) >= leastSources,
  )
  return known.length === 0 ? null : most(known)
}

function most(answers: readonly Answer<bigint>[]): bigint {
  const [first = 0n, ...others] = answers.map(({ said }) => said)
  let units = first
  for (const one of others) if (one > units) units = one
  return units
}

/** Returns the largest amount that any endpoint says, and how many hosts answered: that nothing is there takes two of them. */
export function highest(quorum: Quorum<bigint>): { readonly units: bigint; readonly sources: number } {
  const answers = open(quorum)
  return { units: most(answers), sources: hostsIn(answers) }
}

/** Returns the first answer that fits, from any one endpoint. Only where a lie costs nothing but a refusal or a later read. */
export function anyOne<T>(quorum: Quorum<T>, fits: (said: T) => boolean): T | null {
  return open(quorum).find(({ said }) => fits(said))?.said ?? null
}
