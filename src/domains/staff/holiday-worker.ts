/** The thread in which public holidays are worked out: `holiday-thread.ts` starts it. */
import { serveTasks } from '#kit/workers/serve-tasks.ts'
import { holidayTasks } from './holiday-tasks.ts'

serveTasks(holidayTasks)
