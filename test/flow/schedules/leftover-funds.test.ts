import { exitSchedules } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// The same hundred schedules in each run. `npm run chaos` draws others.
testSchedules('reports money in the inbox and leftover allowances, and each exit works once', {
  schedules: exitSchedules,
  hundreds: 1,
  seed: 23,
})
