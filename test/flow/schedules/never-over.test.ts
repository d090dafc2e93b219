import { neverApprovedSchedules, nonceUsedSchedules } from '../../chaos/schedule.ts'
import { testSchedules } from '../../chaos/test-schedules.ts'

// The same each time; `npm run chaos` draws others.
testSchedules('leaves the user a way to end a swap whose account is used for something else', {
  schedules: nonceUsedSchedules,
  hundreds: 1,
})

testSchedules('leaves the user a way to end a swap that the owners of its account never execute', {
  schedules: neverApprovedSchedules,
  hundreds: 1,
})
