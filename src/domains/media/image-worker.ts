/** The process in which pictures are decoded: `image-codec.ts` starts it. */
import { serveTasks } from '#kit/workers/serve-tasks.ts'
import { imageTasks } from './image-tasks.ts'

serveTasks(imageTasks)
