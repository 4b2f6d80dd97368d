/** The thread that makes the API reference: `api-reference.ts` starts it. */
import { serveTasks } from '../workers/serve-tasks.ts'
import { referenceTasks } from './reference-tasks.ts'

serveTasks(referenceTasks)
