import { hourMs, minuteMs } from '../../lib/base/time.ts'
import type { Alarms } from '../../lib/order/flow-ports.ts'

export const tickAlarm = 'tick'

/** The shortest wait that packed builds allow; unpacked ones would go below it, so it is held here. */
const shortestAlarmMs = 30_000

/** Whatever is further away is looked at again by then. */
const longestAlarmMs = 2 * hourMs

/** The part of `browser.alarms` that is used. */
export interface AlarmArea {
  create(name: string, info: { readonly delayInMinutes: number }): void
  clear(name: string): Promise<boolean>
}

/** Sets one alarm for all orders: the net below the timers, which die with the worker. */
export function createAlarms(area: AlarmArea, nowMs: () => number): Alarms {
  return {
    async wakeAt(ms) {
      if (ms === null) {
        await area.clear(tickAlarm)
        return
      }
      // A wait and no moment: a clock that is set meanwhile must not put the alarm a day away.
      const waitMs = Math.min(longestAlarmMs, Math.max(shortestAlarmMs, ms - nowMs()))
      area.create(tickAlarm, { delayInMinutes: waitMs / minuteMs })
    },
  }
}
