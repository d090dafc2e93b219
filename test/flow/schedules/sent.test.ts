import { scheduleOf } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// `npm run chaos` runs any number.
testSchedules(
  'pays once and reports the true end under random faults: same-chain swaps and sent transactions',
  { schedules: scheduleOf('sameChain', 'native', 'inbox', 'manual', 'deposit'), hundreds: 3 },
)
