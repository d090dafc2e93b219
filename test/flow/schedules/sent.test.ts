import { scheduleOf } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// `signed.test.ts` plays the other thousand; `npm run chaos` plays any number.
testSchedules(
  'authorises once, requests once and ends as the truth says, whatever fails: one chain, or sent by transaction',
  { schedules: scheduleOf('sameChain', 'native', 'inbox', 'manual', 'deposit'), hundreds: 10 },
)
