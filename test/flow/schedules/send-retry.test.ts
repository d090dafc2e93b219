import { lostSendSchedules } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

testSchedules(
  'pays once and reports the true end after a lost send and its retry, for each wallet behaviour',
  { schedules: lostSendSchedules, hundreds: 1 },
)
