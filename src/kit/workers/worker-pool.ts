/**
 * Slow work outside of the event loop: a few threads or processes, one task at a time each. They are started when there is work, kept for the next, and
 * ended when none came for a while. Tasks wait in their order, in a line that is bounded.
 */
import { Refusal, standardRefusals } from '../api/refusal.ts'
import type { TaskResult, Tasks } from './serve-tasks.ts'
import type { StartedWorker, StartWorker } from './start-worker.ts'
import type { WorkerFile } from './worker-file.ts'

/** The task did not come to an end: its worker ran out of memory or crashed, or the deadline passed. Others are not touched by it. */
export class TaskAborted extends Error {
  override name = 'TaskAborted'
}

export interface PoolSettings {
  file: WorkerFile
  /** `startThread` or `startProcess`. */
  start: StartWorker
  /** Workers at most. */
  size: number
  /** Of each. */
  memoryMb: number
  /** Tasks that may wait; the next one is refused. */
  maxWaiting: number
  /** For one task, from its beginning. */
  deadlineMs: number
  /** After which a worker without work is ended. */
  idleMs: number
}

interface WaitingTask {
  name: string
  input: unknown
  resolve(value: unknown): void
  reject(error: Error): void
}
interface PoolWorker {
  started: StartedWorker
  task: (WaitingTask & { id: number }) | undefined
  timer: NodeJS.Timeout | undefined
  /** Why it is being ended, where its own end would not say it. */
  endReason: string | undefined
}
const RETRY_AFTER_SECONDS = 2

/** `T`: the tasks that the file of the workers serves. */
export class WorkerPool<T extends Tasks> {
  readonly #settings: PoolSettings
  readonly #workers = new Set<PoolWorker>()
  readonly #waiting: WaitingTask[] = []
  #lastId = 0

  constructor(settings: PoolSettings) {
    this.#settings = settings
  }

  /** Workers that are alive. */
  get size(): number {
    return this.#workers.size
  }

  /**
   * Has a task done, and resolves to its result. Rejects with the task's own error by message, with TaskAborted, and with the refusal UNAVAILABLE when too
   * many tasks wait.
   */
  run<Name extends keyof T & string>(name: Name, input: Parameters<T[Name]>[0]): Promise<Awaited<ReturnType<T[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= this.#settings.maxWaiting)
        return reject(new Refusal('UNAVAILABLE', standardRefusals.UNAVAILABLE, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      this.#waiting.push({ name, input, resolve: resolve as WaitingTask['resolve'], reject })
      this.#assign()
    })
  }

  /** Ends all workers; what they do is rejected, what waits goes to new ones. */
  end(): void {
    for (const worker of this.#workers) this.#endWorker(worker, 'the pool was ended')
  }

  /** Gives waiting tasks to workers that have none. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      const worker = [...this.#workers].find(({ task, endReason }) => !task && endReason === undefined) ?? this.#startWorker()
      if (!worker) return
      const task = { ...(this.#waiting.shift() as WaitingTask), id: (this.#lastId += 1) }
      worker.task = task
      clearTimeout(worker.timer)
      const { deadlineMs } = this.#settings
      worker.timer = setTimeout(() => this.#endWorker(worker, `${task.name} took longer than ${deadlineMs / 1000} seconds`), deadlineMs)
      worker.started.hold()
      this.#send(worker, task)
    }
  }

  #send(worker: PoolWorker, { id, name, input, reject }: WaitingTask & { id: number }): void {
    try {
      worker.started.send({ id, name, input })
    } catch (error) {
      // No message can hold the input; the worker has heard nothing of it.
      this.#free(worker)
      reject(error as Error)
    }
  }

  #startWorker(): PoolWorker | undefined {
    const { file, start, size, memoryMb } = this.#settings
    if (this.#workers.size >= size) return undefined
    const events = { onResult: (result: TaskResult) => this.#settle(worker, result), onEnd: (reason: string) => this.#drop(worker, reason) }
    const worker: PoolWorker = { started: start(file, memoryMb, events), task: undefined, timer: undefined, endReason: undefined }
    this.#workers.add(worker)
    return worker
  }

  #settle(worker: PoolWorker, result: TaskResult): void {
    const { task } = worker
    if (task?.id !== result.id) return
    this.#free(worker)
    if ('error' in result) task.reject(Object.assign(new Error(result.error.message), { stack: result.error.stack }))
    else task.resolve(result.value)
    this.#assign()
  }

  /** From now on it waits for work, and for its end. */
  #free(worker: PoolWorker): void {
    worker.task = undefined
    worker.started.release()
    clearTimeout(worker.timer)
    worker.timer = setTimeout(() => this.#endWorker(worker, 'it had no work'), this.#settings.idleMs).unref()
  }

  #endWorker(worker: PoolWorker, reason: string): void {
    worker.endReason = reason
    worker.started.end()
  }

  #drop(worker: PoolWorker, reason: string): void {
    if (!this.#workers.delete(worker)) return
    clearTimeout(worker.timer)
    worker.task?.reject(new TaskAborted(worker.endReason ?? reason))
    this.#assign()
  }
}
