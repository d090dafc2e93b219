import { scheduleOf } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// `sent.test.ts` plays the other thousand; `npm run chaos` plays any number.
testSchedules(
  'authorises once, requests once and ends as the truth says, whatever fails: tokens across chains',
  { schedules: scheduleOf('signed', 'usdt'), hundreds: 10 },
)
