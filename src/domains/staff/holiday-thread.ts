/** Public holidays, worked out in a thread that begins when someone asks. */
import { startThread } from '#kit/workers/start-worker.ts'
import { toWorkerFile } from '#kit/workers/worker-file.ts'
import { WorkerPool } from '#kit/workers/worker-pool.ts'
import type { holidayTasks } from './holiday-tasks.ts'

export const holidayThread = new WorkerPool<typeof holidayTasks>({
  file: toWorkerFile('holiday-worker', import.meta.url),
  start: startThread,
  size: 1,
  memoryMb: 256,
  maxWaiting: 100,
  deadlineMs: 60_000,
  idleMs: 60_000,
})
