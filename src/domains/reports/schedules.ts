import type { Schedule } from '#kit/jobs/runner.ts'
import { sumPastPeriods } from './actions/past-periods.ts'
import { hasChangedPeriods, hasBookingsToSum, hasReceiptsToSum } from './store/summed-periods.ts'

export const reportSchedules: Schedule[] = [
  {
    name: 'reports.past-periods',
    everySeconds: 300,
    isDue: [hasChangedPeriods, hasBookingsToSum, hasReceiptsToSum],
    repeatAfter: 1,
    run: sumPastPeriods,
  },
]
