/**
 * Starts the thread on which the embedded database works (`pglite-worker.ts`). Loads nothing of ours: a start of the server begins with it, and loads
 * everything else while the database opens.
 */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { EngineFiles } from './embedded-engine.ts'

/** Of short-lived values on the thread: rows on their way. The default lets it keep three times as much. */
const YOUNG_MB = 16

/**
 * Optimized code of the engine is made by one thread at a time, and of functions that have worked for about a second: made at the start it takes the
 * processors that the start itself needs, and 50 MB (with Node 24 500) that stay with the process. Under full load a twelfth is lost by that in the first
 * twenty seconds, and nothing from then on. A function is checked when it is first called, too: most of the engine never is.
 */
const COMPILER_FLAGS = ['--wasm-num-compilation-tasks=1', '--wasm-tiering-budget=1000000000', '--wasm-lazy-validation']

/** What the thread sends: its state, or what came of a call. */
export interface WorkerMessage {
  ready?: true
  broken?: string
  id?: number
  value?: unknown
  error?: { message: string }
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

/** A thread that opens the database. `ready` rejects when it cannot. */
export interface EngineThread {
  worker: Worker
  ready: Promise<void>
}

/** `file` is the built worker. */
export function startEngineThread(file: string, files: EngineFiles): EngineThread {
  for (const flag of COMPILER_FLAGS) setFlagsFromString(flag)
  const worker = new Worker(file, { workerData: files, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
  const ready = waitUntilReady(worker)
  // It may fail before anyone waits for it.
  ready.catch(() => undefined)
  return { worker, ready }
}
