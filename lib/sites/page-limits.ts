import { minuteMs, secondMs } from '../base/time.ts'
import type { Proposal } from './proposal.ts'

const mostInSecond = 10
const mostInMinute = 90
const mostProposalsInMinute = 5
const quietMs = minuteMs

/** Counts the requests of each site: ten a second and 90 a minute of any method (M5). */
export interface RequestLimit {
  /** Whether this one may go on; a refused one counts for nothing. */
  takes(origin: string, nowMs: number): boolean
}

/** Counts what was asked within the last minute; the memory of a worker, which lives as long as somebody asks. */
export function createRequestLimit(): RequestLimit {
  const asked = new Map<string, number[]>()

  function forget(nowMs: number): void {
    for (const [origin, times] of asked) {
      if ((times.at(-1) ?? 0) <= nowMs - minuteMs) asked.delete(origin)
    }
  }

  return {
    takes(origin, nowMs) {
      // A clock that was set back must not shut a site out.
      const times = (asked.get(origin) ?? []).filter((ms) => ms > nowMs - minuteMs && ms <= nowMs)
      const inSecond = times.filter((ms) => ms > nowMs - secondMs).length
      const isTaken = inSecond < mostInSecond && times.length < mostInMinute
      if (isTaken) times.push(nowMs)
      asked.set(origin, times)
      forget(nowMs)
      return isTaken
    },
  }
}

/** Returns why a site may not propose now, by what it proposed before; null: it may. */
export function proposalLimit(
  origin: string,
  past: readonly Proposal[],
  nowMs: number,
): 'quiet' | 'minute' | null {
  const own = past.filter((one) => one.origin === origin)
  const refusals = own
    .flatMap(({ state, endedMs }) => (state === 'declined' && endedMs !== null ? [endedMs] : []))
    .sort((a, b) => b - a)
  const [last, before] = refusals
  const isQuiet =
    last !== undefined && before !== undefined && last - before <= quietMs && nowMs - last < quietMs
  if (isQuiet) return 'quiet'
  return own.filter(({ createdMs }) => nowMs - createdMs < minuteMs).length >= mostProposalsInMinute
    ? 'minute'
    : null
}
