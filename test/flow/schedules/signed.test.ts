import { scheduleOf } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// `npm run chaos` runs any number.
testSchedules('pays once and reports the true end under random faults: signed swaps across chains', {
  schedules: scheduleOf('signed', 'usdt'),
  hundreds: 2,
})
