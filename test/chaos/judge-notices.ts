import { equal } from 'node:assert/strict'
import type { ScheduleRun } from './run-schedule.ts'

/** In a run without a restart of the background each end is notified once. */
export function judgeNotices({ world }: ScheduleRun): void {
  const kinds = world.notices.map((notice) => notice.kind)
  equal(kinds.length, new Set(kinds).size, `notices: ${kinds.join(', ')}`)
}
