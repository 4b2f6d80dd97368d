/** The thread in which calendar files are read and written: `calendar-thread.ts` starts it. */
import { serveTasks } from '#kit/workers/serve-tasks.ts'
import { calendarTasks } from './calendar-tasks.ts'

serveTasks(calendarTasks)
