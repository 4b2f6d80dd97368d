/** The embedded database on a thread of its own (`pglite-worker.ts`), so that its work does not block the event loop. */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { brokenError, type EmbeddedEngine, type EngineCall, type EngineFiles, type OnBroken } from './embedded-engine.ts'
import type { EngineResult } from './pglite-statements.ts'

/** Of short-lived values on the thread: rows on their way. The default lets it keep three times as much. */
const YOUNG_MB = 16

/**
 * Machine code of the engine is made by one thread at a time, and of what is often called: many at once take 50 MB at a start, which stay with the
 * process, and the time of the processors that the start itself needs.
 */
const COMPILER_FLAGS = ['--wasm-num-compilation-tasks=1', '--wasm-tiering-budget=10000000']

/** Longer than any statement of ours takes, maintenance included. */
const DEADLINE_MS = 300_000

interface PendingCall {
  resolve(value: unknown): void
  reject(error: Error): void
  /** When the call counts as unanswered, on the clock of `performance.now()`. */
  until: number
}

/** What the thread sends: its state, or what came of a call. */
interface WorkerMessage {
  ready?: true
  broken?: string
  id?: number
  value?: unknown
  error?: { message: string }
}

/** The calls that wait for the thread. After a failure all of them and every later one are rejected with its reason. */
class WorkerCalls {
  readonly #pending = new Map<number, PendingCall>()
  readonly #worker: Worker
  readonly #onBroken: OnBroken
  #broken: Error | undefined
  #isClosing = false
  #lastId = 0

  constructor(worker: Worker, onBroken: OnBroken) {
    this.#worker = worker
    this.#onBroken = onBroken
  }

  call<T>(call: EngineCall): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#broken) return reject(this.#broken)
      const id = ++this.#lastId
      this.#pending.set(id, { resolve: resolve as PendingCall['resolve'], reject, until: performance.now() + DEADLINE_MS })
      this.#worker.postMessage({ id, call })
    })
  }

  settle({ id, value, error }: WorkerMessage): void {
    if (id === undefined) return
    const call = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) call?.reject(Object.assign(new Error(error.message), error))
    else call?.resolve(value)
  }

  failAll(reason: string): void {
    if (this.#broken || this.#isClosing) return
    this.#broken = brokenError(reason)
    for (const call of this.#pending.values()) call.reject(this.#broken)
    this.#pending.clear()
    this.#onBroken(reason)
  }

  failIfUnanswered(): void {
    const now = performance.now()
    if ([...this.#pending.values()].some(({ until }) => until < now)) this.failAll('it does not answer')
  }

  /** From now on the end of the thread is no failure. */
  expectEnd(): void {
    this.#isClosing = true
  }
}

/** Resolves when the thread has opened the database; rejects when it cannot. */
const waitUntilReady = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.on('message', ({ ready, broken }: WorkerMessage) => {
      if (ready) resolve()
      if (broken) reject(new Error(broken))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`its thread ended with code ${code}`)))
  })

/**
 * Opens the engine on a thread of its own. `file` is the built worker. `onBroken` is called once when the engine cannot go on: the
 * disk takes no more, the thread ended, or a call is not answered within five minutes.
 */
export async function openPgliteInWorker(file: string, files: EngineFiles, onBroken: OnBroken): Promise<EmbeddedEngine> {
  for (const flag of COMPILER_FLAGS) setFlagsFromString(flag)
  const worker = new Worker(file, { workerData: files, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
  const calls = new WorkerCalls(worker, onBroken)
  worker.on('message', (message: WorkerMessage) => {
    if (message.broken) calls.failAll(message.broken)
    else calls.settle(message)
  })
  await waitUntilReady(worker)
  worker.on('error', (error) => calls.failAll((error as Error).message))
  worker.on('exit', (code) => calls.failAll(`its thread ended with code ${code}`))
  const deadlineTimer = setInterval(() => calls.failIfUnanswered(), 1000).unref()
  return {
    query: (text, params, mayPrepare) => calls.call<EngineResult>({ kind: 'query', text, params, mayPrepare }),
    script: (text) => calls.call<void>({ kind: 'script', text }),
    checkpoint: () => calls.call<void>({ kind: 'checkpoint' }),
    copyTo: (folder) => calls.call<void>({ kind: 'copyTo', folder }),
    dump: () => Promise.reject(new Error('a database on its own thread is not dumped')),
    close: async () => {
      await calls.call<void>({ kind: 'close' })
      calls.expectEnd()
      clearInterval(deadlineTimer)
      await worker.terminate()
    },
  }
}
