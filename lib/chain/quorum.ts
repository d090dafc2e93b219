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

/**
 * Asks each endpoint by itself and keeps what most hosts say alike; of two that have as many, the one that `prefers` picks. Those that
 * do not answer are left out; rejects as the first one did where none does.
 */
export async function readMajority<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
  keyOf: (said: T) => string,
  prefers: (said: T) => boolean,
): Promise<Quorum<T>> {
  const answers = await everyAnswer(endpoints, async (rpc) => ({ host: rpc.host, said: await read(rpc) }))
  const groups = new Map<string, readonly Answer<T>[]>()
  for (const one of answers) {
    const key = keyOf(one.said)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const isBetter = (one: readonly Answer<T>[], than: readonly Answer<T>[]) =>
    hostsIn(one) > hostsIn(than) ||
    (hostsIn(one) === hostsIn(than) &&
      one.some(({ said }) => prefers(said)) &&
      !than.some(({ said }) => prefers(said)))
  const [first, ...others] = [...groups.values()]
  const best = others.reduce((kept, one) => (isBetter(one, kept) ? one : kept), first ?? [])
  return quorumOf(best.map(({ host }) => ({ host, said: (best[0] as Answer<T>).said })))
}

/** Returns a figure that was weighed already, with the endpoints that stand behind it. */
export function weighed<T>(said: T, endpoints: readonly Rpc[]): Quorum<T> {
  return quorumOf(endpoints.map(({ host }) => ({ host, said })))
}

/** Returns a weighed figure in another form, with the hosts that stand behind it. */
export function mapped<T, Other>(quorum: Quorum<T>, as: (said: T) => Other): Quorum<Other> {
  const answers = open(quorum)
  const [first] = answers
  if (first === undefined) return quorumOf<Other>([])
  const said = as(first.said)
  return quorumOf(answers.map(({ host }) => ({ host, said })))
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

/** Returns a weighed figure that at least two hosts stand behind; null where one alone does. */
export function shownByTwo<T>(quorum: Quorum<T>): T | null {
  const answers = open(quorum)
  const [first] = answers
  if (first === undefined || hostsIn(answers) < leastSources) return null
  return answers.every(({ said }) => said === first.said) ? first.said : null
}

/** Returns a weighed figure though one host alone may stand behind it. Only where a lie costs a refusal or a later read. */
export function shownByAny<T>(quorum: Quorum<T>): T | null {
  return open(quorum)[0]?.said ?? null
}

/** Returns how many hosts stand behind a weighed figure: for what stores the number, which `isEnough` has to find large enough. */
export function hostsBehind(quorum: Quorum<unknown>): number {
  return hostsIn(open(quorum))
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
