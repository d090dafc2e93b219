import { lostSends } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

testSchedules(
  'pays once and says the truth, whatever a wallet makes of a send that was lost sight of, and of the next one',
  { schedules: lostSends, hundreds: 2 },
)
