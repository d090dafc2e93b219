import { Problem } from './problem.ts'

/** The source of the time. Injected everywhere, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970, by the clock of the person's machine. */
  nowMs(): number
}

export type Wait = (ms: number) => Promise<void>

export const secondMs = 1_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** Says whether a value of this time is younger than `lifeMs`. A later time counts as old: the clock was set back since. */
export function isFresh(savedMs: number, lifeMs: number, nowMs: number): boolean {
  return nowMs >= savedMs && nowMs - savedMs < lifeMs
}

/** Schedules work and returns a function that cancels it. Injected everywhere, so that tests control it. */
export interface Timers {
  after(waitMs: number, work: () => void): () => void
}

/** Clocks that differ by more than this disagree. */
const maxClockOffsetMs = 10 * minuteMs

/** Clocks that differ by no more than this show the same time: a chain's latest block is some seconds old. */
const sameClockMs = minuteMs

/** The present in Unix seconds, by clocks that the service does not control. */
export interface Clocks {
  /** The earliest of the clocks. A longest life is counted from here. */
  readonly earliestSeconds: number
  /** The latest of the clocks. Anything that must still be usable must outlive this. */
  readonly latestSeconds: number
}

export interface ClockInput {
  readonly nowMs: number
  /** The service's clock minus ours in ms, as the service reports it. It is not bounded. */
  readonly clockOffsetMs: number
  /** The time of the origin chain's latest block by each host that answered. Empty if no chain was read. */
  readonly chainSeconds: readonly number[]
}

/**
 * Returns the present for comparing deadlines. Throws `serviceClockOff` or `ownClockOff` if the clocks disagree.
 *
 * The clock that a deadline is compared with decides how long a signature lives. So the service's clock is not used:
 * it only has to agree. Our clock counts if at least one endpoint of the chain shows about the same time. Another
 * endpoint that is far off is then ignored. Of the clocks that remain, the safer one counts: the earliest for a longest
 * life, the latest for a shortest one.
 *
 * An endpoint that is minutes off counts, unless the service and other endpoints show our time: one if it is ahead, two if
 * it is behind. For our clock may be fast, and the service and one endpoint may agree to confirm it: without the endpoint
 * that is behind, a signature would live longer than the deployment file allows.
 *
 * No block is made ahead of its time, so a chain that is ahead shows that our clock is behind. A chain that is behind
 * by more than ten minutes may only be idle (it makes blocks on demand). It is ignored then: the life is counted from our
 * clock. It does not stop a swap while service and machine agree. If they disagree, the chain decides which of them is
 * wrong.
 *
 * If our clock is some minutes off, the chain's time replaces it (`presentSeconds`).
 */
export function resolveClocks(input: ClockInput): Clocks {
  const fault = findClockFault(input)
  if (fault !== null) throw fault
  const present = presentSeconds(input)
  const nearby = nearbyChainSeconds(input)
  const shown = nearby.filter((seconds) => Math.abs(seconds - present) <= sameClockMs / secondMs)
  const confirming = isByService(input, present) ? shown.length : 0
  return {
    earliestSeconds: Math.min(present, ...(confirming >= 2 ? shown : nearby)),
    latestSeconds: Math.max(present, ...(confirming >= 1 ? shown : nearby)),
  }
}

/**
 * Returns the present by our clock, or by the chain if our clock is some minutes off. No block is made ahead of its time,
 * so our clock is slow if two hosts of the chain are ahead of it. It is fast only if the service shows the time of the two
 * hosts too, since the chain may be idle. The service alone moves nothing.
 */
function presentSeconds(input: ClockInput): number {
  const ownSeconds = Math.floor(input.nowMs / secondMs)
  const [newest, second] = nearbyChainSeconds(input).toSorted((one, other) => other - one)
  if (newest === undefined || second === undefined) return ownSeconds
  if (second > ownSeconds) return second
  const isFast = ownSeconds - newest > sameClockMs / secondMs
  return isFast && [newest, second].every((seconds) => isByService(input, seconds)) ? newest : ownSeconds
}

/**
 * Returns the problem to show instead of a deadline that fails its check: our clock may be wrong, since a chain or the
 * service shows another time and nothing confirms ours. Null if the deadline itself is wrong.
 */
export function findClockDoubt(input: ClockInput): Problem | null {
  const { nowMs, clockOffsetMs, chainSeconds } = input
  const presentMs = presentSeconds(input) * secondMs
  const serviceMs = nowMs + clockOffsetMs
  const aheadMs = Math.max(...chainSeconds) * secondMs - presentMs
  const isServiceApart = Math.abs(serviceMs - presentMs) > sameClockMs
  const isShown = chainSeconds.some((seconds) => Math.abs(seconds * secondMs - presentMs) <= sameClockMs)
  const isDoubted = isShown
    ? isServiceApart && chainSeconds.some((seconds) => isByService(input, seconds))
    : isServiceApart || aheadMs > sameClockMs
  return isDoubted ? clockOff('ownClockOff', isServiceApart ? serviceMs - presentMs : aheadMs) : null
}

function isByService({ nowMs, clockOffsetMs }: ClockInput, seconds: number): boolean {
  return Math.abs(seconds * secondMs - nowMs - clockOffsetMs) <= sameClockMs
}

/** A time without a zone is UTC, as services mean it. Null for other text that `Date.parse` would accept. */
export function parseIsoTimeMs(text: string): number | null {
  const [, day = '', clock = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text) ??
    []
  const ms = day === '' ? Number.NaN : Date.parse(clock === '' ? day : `${day}T${clock}${zone.toUpperCase()}`)
  return Number.isFinite(ms) ? ms : null
}

export function findClockFault(input: ClockInput): Problem | null {
  const { nowMs, clockOffsetMs, chainSeconds } = input
  const ownSeconds = Math.floor(nowMs / secondMs)
  const isServiceOff = isClockOff(clockOffsetMs)
  if (nearbyChainSeconds(input).length === 0) {
    const isIdle = chainSeconds.every((seconds) => seconds < ownSeconds)
    const isWithService = chainSeconds.some(
      (seconds) => !isClockOff(seconds * secondMs - nowMs - clockOffsetMs),
    )
    if (isServiceOff && !isWithService) return clockOff('serviceClockOff', clockOffsetMs)
    if (!isIdle || isServiceOff) {
      return clockOff('ownClockOff', Math.max(...chainSeconds) * secondMs - nowMs)
    }
  }
  return isServiceOff ? clockOff('serviceClockOff', clockOffsetMs) : null
}

function nearbyChainSeconds({ nowMs, chainSeconds }: ClockInput): readonly number[] {
  return chainSeconds.filter((seconds) => !isClockOff(seconds * secondMs - nowMs))
}

/** Limits an offset to the accepted maximum: displayed times are wrong by at most this much. */
export function limitOffsetMs(clockOffsetMs: number): number {
  return Math.max(-maxClockOffsetMs, Math.min(maxClockOffsetMs, clockOffsetMs))
}

export function isClockOff(offsetMs: number): boolean {
  return Math.abs(offsetMs) > maxClockOffsetMs
}

function clockOff(code: 'serviceClockOff' | 'ownClockOff', offsetMs: number): Problem {
  return new Problem(code, { facts: { minutes: String(Math.round(Math.abs(offsetMs) / minuteMs)) } })
}
