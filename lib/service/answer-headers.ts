import { minuteMs, secondMs } from '../base/time.ts'

const longestRetryMs = 5 * minuteMs

/** `server-req-id` (interface 7): without control characters, at most 128 long; null where there is none. */
export function serverRequestIdOf(headers: Headers): string | null {
  const id = (headers.get('server-req-id') ?? '').replace(/\p{Cc}/gu, '').trim()
  return id === '' ? null : id.slice(0, 128)
}

/** `Retry-After` in ms from now, at most 5 minutes; null where it is missing or makes no sense. */
export function retryAfterMsOf(headers: Headers, nowMs: number): number | null {
  const text = (headers.get('retry-after') ?? '').trim()
  if (/^[0-9]{1,12}$/.test(text)) return Math.min(Number(text) * secondMs, longestRetryMs)
  if (!/^[A-Z][a-z]{2},/.test(text)) return null
  // Against the service's own clock, where it says what that is.
  const waitMs = Date.parse(text) - (dateMsOf(headers) ?? nowMs)
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, longestRetryMs) : null
}

/** The service's clock minus ours in ms. `Date` has whole seconds, so less than one second is noise and given as 0. */
export function clockOffsetMsOf(headers: Headers, sentMs: number, receivedMs: number): number {
  const dateMs = dateMsOf(headers)
  if (dateMs === null) return 0
  const offsetMs = Math.round(dateMs + secondMs / 2 - (sentMs + receivedMs) / 2)
  return Math.abs(offsetMs) < secondMs ? 0 : offsetMs
}

function dateMsOf(headers: Headers): number | null {
  const ms = Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) ? ms : null
}
