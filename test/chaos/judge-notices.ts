import { equal } from 'node:assert/strict'
import type { ScheduleRun } from './run-schedule.ts'

/**
 * In a run without a restart of the background each end is notified once. Only a failed deposit is notified twice if its
 * money arrived after the first notification: that one said that nothing may have been sent.
 */
export function judgeNotices({ world, order }: ScheduleRun): void {
  const kinds = world.notices.map((notice) => notice.kind)
  const firstFailed = kinds.indexOf('failed')
  const isArrivedLater =
    order?.kind === 'deposit' && order.timeline.some(({ step }) => step === 'deposited' || step === 'mined')
  const counted = kinds.filter((_kind, at) => !isArrivedLater || at !== firstFailed)
  equal(counted.length, new Set(counted).size, `notices: ${kinds.join(', ')}`)
}
