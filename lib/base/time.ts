import { Problem } from './problem.ts'

/** Where the time comes from; passed in everywhere, so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970, as the user's machine believes. */
  nowMs(): number
}

/** Resolves after so many milliseconds; passed in like the clock, so that tests need not sleep. */
export type Wait = (ms: number) => Promise<void>

export const secondMs = 1_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** How to be called later; passed in everywhere, so that tests own it. Returns how to call it off. */
export interface Timers {
  after(waitMs: number, work: () => void): () => void
}

/** Clocks that are further apart than this do not agree. */
const mostClockOffsetMs = 10 * minuteMs

/** The present as clocks show it that the service does not own, Unix seconds. */
export interface Clocks {
  /** None of them shows less: how long something may live is counted from here. */
  readonly earliestSeconds: number
  /** None of them shows more: what has to be of use must outlive this. */
  readonly latestSeconds: number
}

/** What a clock is compared with. */
export interface ClockInput {
  /** Our own clock. */
  readonly nowMs: number
  /** The service's clock minus ours as it says, in ms, whatever it says. */
  readonly clockOffsetMs: number
  /** The latest block of the origin chain by each of its endpoints that answered, Unix seconds; none where no chain is asked. */
  readonly chainSeconds: readonly number[]
}

/**
 * Returns the present to judge a deadline by. Throws `serviceClockOff` or `ownClockOff` where the clocks do not agree.
 *
 * Whoever sets the clock a deadline is compared with decides how long a signature lives, so the service's own is not among
 * them: it only has to agree. Our clock counts where an endpoint of the chain shows about the same time; an endpoint that
 * stands alone with another time is outvoted by one that agrees, so that one that lies cannot stop a swap. Of the clocks
 * that agree the one on the safe side counts: the earliest for "at most so long", the latest for "at least so long".
 *
 * No block is made ahead of its time: a chain that is ahead shows that our clock is behind. A chain that is behind may only
 * be idle (a chain that makes blocks on demand): it lengthens nothing, since the life is still counted from our clock, and
 * it stops nothing as long as service and machine agree. Where they do not, it is the referee.
 */
export function clocksOf(input: ClockInput): Clocks {
  const fault = clockFault(input)
  if (fault !== null) throw fault
  const ownSeconds = Math.floor(input.nowMs / secondMs)
  const near = secondsNear(input)
  return {
    earliestSeconds: Math.min(ownSeconds, ...near),
    latestSeconds: Math.max(ownSeconds, ...near),
  }
}

/**
 * Returns the milliseconds of an ISO 8601 time; one without a zone is UTC, as services mean it. Null for any other text,
 * which `Date.parse` reads as some day of its own.
 */
export function isoTimeMs(text: string): number | null {
  const [, day = '', clock = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text) ??
    []
  const ms = day === '' ? Number.NaN : Date.parse(clock === '' ? day : `${day}T${clock}${zone.toUpperCase()}`)
  return Number.isFinite(ms) ? ms : null
}

/** Returns why there is no present to judge by (`clocksOf`); null where the clocks agree. */
export function clockFault(input: ClockInput): Problem | null {
  const { nowMs, clockOffsetMs, chainSeconds } = input
  const ownSeconds = Math.floor(nowMs / secondMs)
  const isServiceOff = isOff(clockOffsetMs)
  if (secondsNear(input).length === 0) {
    const isIdle = chainSeconds.every((seconds) => seconds < ownSeconds)
    const isWithService = chainSeconds.some((seconds) => !isOff(seconds * secondMs - nowMs - clockOffsetMs))
    if (isServiceOff && !isWithService) return clockOff('serviceClockOff', clockOffsetMs)
    if (!isIdle || isServiceOff) {
      return clockOff('ownClockOff', Math.max(...chainSeconds) * secondMs - nowMs)
    }
  }
  return isServiceOff ? clockOff('serviceClockOff', clockOffsetMs) : null
}

/** Returns the chain's times that our own clock is near. */
function secondsNear({ nowMs, chainSeconds }: ClockInput): readonly number[] {
  return chainSeconds.filter((seconds) => !isOff(seconds * secondMs - nowMs))
}

/** Returns an offset within what is believed of it: what shows times may be wrong by this much and no more. */
export function shownOffsetMs(clockOffsetMs: number): number {
  return Math.max(-mostClockOffsetMs, Math.min(mostClockOffsetMs, clockOffsetMs))
}

/** Tells whether two clocks so far apart do not agree. */
export function isOff(offsetMs: number): boolean {
  return Math.abs(offsetMs) > mostClockOffsetMs
}

function clockOff(code: 'serviceClockOff' | 'ownClockOff', offsetMs: number): Problem {
  return new Problem(code, { facts: { minutes: String(Math.round(Math.abs(offsetMs) / minuteMs)) } })
}
