import { judgeNotices } from '../chaos/judge-notices.ts'
import { schedulesWithoutDeaths } from '../chaos/schedule.ts'
import { testSchedules } from '../chaos/test-schedules.ts'

testSchedules('notifies of each end exactly once, whatever fails while the background lives', {
  schedules: schedulesWithoutDeaths,
  hundreds: 1,
  check: judgeNotices,
})
