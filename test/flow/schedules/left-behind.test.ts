import { leftBehind } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// The same hundred each time; `npm run chaos` draws others.
testSchedules('shows what is left in the inbox or as an allowance, and returns it once', {
  schedules: leftBehind,
  hundreds: 1,
  seed: 23,
})
