import { minuteMs, secondMs } from './time.ts'

const maxPerSecond = 10
const maxPerMinute = 90

/**
 * Limits the messages of each site: ten a second and 90 a minute (M5). Counts in the worker's memory, which lives as long as
 * messages arrive. A refused one is not counted.
 */
export function createRateLimit() {
  const received = new Map<string, number[]>()

  return (origin: string, nowMs: number): boolean => {
    // After the clock was set back, later times must not block a site.
    const times = (received.get(origin) ?? []).filter((ms) => ms > nowMs - minuteMs && ms <= nowMs)
    const inSecond = times.filter((ms) => ms > nowMs - secondMs).length
    const isAllowed = inSecond < maxPerSecond && times.length < maxPerMinute
    if (isAllowed) times.push(nowMs)
    received.set(origin, times)
    for (const [site, all] of received) if ((all.at(-1) ?? 0) <= nowMs - minuteMs) received.delete(site)
    return isAllowed
  }
}
