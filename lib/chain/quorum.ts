import { maxUnits } from '../base/decimal-math.ts'
import { type Answer, countHosts, minSources, reachedByTwo, readEachEndpoint } from './evidence.ts'
import type { Rpc } from './rpc.ts'

declare const opaque: unique symbol

/**
 * The answers of a chain's endpoints to one read. It has no readable member: only the functions below open it, and each of
 * them states how many endpoints must agree.
 */
export interface Quorum<T> {
  readonly [opaque]: T
}

const answersOf = new WeakMap<object, readonly Answer<unknown>[]>()

/** Endpoints that do not answer are left out. If none does, it rejects with the first one's error. */
export async function readWithQuorum<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
): Promise<Quorum<T>> {
  return quorumOf(await readEachEndpoint(endpoints, read))
}

export function quorumOf<T>(answers: readonly Answer<T>[]): Quorum<T> {
  const quorum = Object.freeze({}) as Quorum<T>
  answersOf.set(quorum, answers)
  return quorum
}

/** Returns the answer that most hosts give. In a tie, `prefers` decides. Rejects as `readWithQuorum` does. */
export async function readMajority<T>(
  endpoints: readonly Rpc[],
  read: (rpc: Rpc) => Promise<T>,
  keyOf: (value: T) => string,
  prefers: (value: T) => boolean,
): Promise<Quorum<T>> {
  // All of them back the first one's value.
  return mapQuorum(selectMajority(await readWithQuorum(endpoints, read), keyOf, prefers), (value) => value)
}

/**
 * Returns the answers that most hosts give alike, by a key. In a tie, `prefers` decides. An answer whose key is null is
 * left out.
 */
export function selectMajority<T>(
  quorum: Quorum<T>,
  keyOf: (value: T) => string | null,
  prefers: (value: T) => boolean = () => false,
): Quorum<T> {
  const groups = Map.groupBy(answersIn(quorum), ({ value }) => keyOf(value))
  groups.delete(null)
  const isBetter = (one: readonly Answer<T>[], than: readonly Answer<T>[]) =>
    countHosts(one) > countHosts(than) ||
    (countHosts(one) === countHosts(than) &&
      one.some(({ value }) => prefers(value)) &&
      !than.some(({ value }) => prefers(value)))
  const [first, ...others] = [...groups.values()]
  return quorumOf(others.reduce((kept, one) => (isBetter(one, kept) ? one : kept), first ?? []))
}

/** Returns the answer with the lowest figure. Null if there is none. */
export function selectLowest<T>(quorum: Quorum<T>, figureOf: (value: T) => number): T | null {
  const [first, ...others] = answersIn(quorum).map(({ value }) => value)
  if (first === undefined) return null
  return others.reduce((kept, one) => (figureOf(one) < figureOf(kept) ? one : kept), first)
}

export function quorumBackedBy<T>(value: T, sources: readonly { readonly host: string }[]): Quorum<T> {
  return quorumOf(sources.map(({ host }) => ({ host, value })))
}

/** Converts a combined answer, backed by the same hosts. */
export function mapQuorum<T, Other>(quorum: Quorum<T>, as: (value: T) => Other): Quorum<Other> {
  const answers = answersIn(quorum)
  const [first] = answers
  if (first === undefined) return quorumOf<Other>([])
  const value = as(first.value)
  return quorumOf(answers.map(({ host }) => ({ host, value })))
}

function answersIn<T>(quorum: Quorum<T>): readonly Answer<T>[] {
  return (answersOf.get(quorum) ?? []) as readonly Answer<T>[]
}

/** Null if the endpoints differ, or are on fewer than two hosts. */
export function requireUnanimous<T>(quorum: Quorum<T>, keyOf: (value: T) => unknown = String): T | null {
  const answers = answersIn(quorum)
  const [first] = answers
  if (first === undefined || countHosts(answers) < minSources) return null
  return answers.every(({ value }) => keyOf(value) === keyOf(first.value)) ? first.value : null
}

export function requireTwoHosts<T>(quorum: Quorum<T>): T | null {
  return requireUnanimous(quorum, (value) => value)
}

/** Use it only if a lie costs no more than a refusal or a later read. */
export function acceptAnyHost<T>(quorum: Quorum<T>): T | null {
  return answersIn(quorum)[0]?.value ?? null
}

/** Returns the number of hosts that back a combined answer. Callers store it, and `hasEnoughSources` must accept it. */
export function countBackingHosts(quorum: Quorum<unknown>): number {
  return countHosts(answersIn(quorum))
}

/** Returns the largest amount that at least two hosts reach. Null if fewer answered. */
export function amountReachedByTwo(quorum: Quorum<bigint>): bigint | null {
  const answers = answersIn(quorum)
  return countHosts(answers) < minSources ? null : highestOf(reachedByTwo(answers, (units) => units))
}

function highestOf(answers: readonly Answer<bigint>[]): bigint {
  return maxUnits(0n, ...answers.map(({ value }) => value))
}

/** A zero counts only from two hosts. */
export function getHighestAmount(quorum: Quorum<bigint>): {
  readonly units: bigint
  readonly sources: number
} {
  const answers = answersIn(quorum)
  return { units: highestOf(answers), sources: countHosts(answers) }
}

/** From any single endpoint. Use it only if a lie costs no more than a refusal or a later read. */
export function findAnyAnswer<T>(quorum: Quorum<T>, fits: (value: T) => boolean): T | null {
  return answersIn(quorum).find(({ value }) => fits(value))?.value ?? null
}
