/** The embedded database on a thread of its own (`pglite-worker.ts`), so that its work does not block the event loop. */
import type { Worker } from 'node:worker_threads'
import { brokenError, type EmbeddedEngine, type EngineCall, type OnBroken } from './embedded-engine.ts'
import type { EngineThread, WorkerMessage } from './engine-thread.ts'
import type { EngineResult } from './pglite-statements.ts'

/** Longer than any statement of ours takes, maintenance included. */
const DEADLINE_MS = 300_000

interface PendingCall {
  resolve(value: unknown): void
  reject(error: Error): void
  /** When the call counts as unanswered, on the clock of `performance.now()`. */
  until: number
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

/**
 * The engine that a thread has begun to open. Calls wait until it is open, and fail when it cannot be opened. `onBroken` is called once when the engine
 * cannot go on after it was opened: the disk takes no more, the thread ended, or a call is not answered within five minutes.
 */
export function useEngineThread({ worker, ready }: EngineThread, onBroken: OnBroken): EmbeddedEngine {
  let isOpen = false
  ready.then(
    () => (isOpen = true),
    // Who waits for it hears of it, and every call.
    () => undefined,
  )
  const calls = new WorkerCalls(worker, (reason) => isOpen && onBroken(reason))
  const call = <T>(one: EngineCall): Promise<T> => (isOpen ? calls.call<T>(one) : ready.then(() => calls.call<T>(one)))
  worker.on('message', (message: WorkerMessage) => {
    if (message.broken) calls.failAll(message.broken)
    else calls.settle(message)
  })
  worker.on('error', (error) => calls.failAll((error as Error).message))
  worker.on('exit', (code) => calls.failAll(`its thread ended with code ${code}`))
  const deadlineTimer = setInterval(() => calls.failIfUnanswered(), 1000).unref()
  return {
    query: (text, params, mayPrepare) => call<EngineResult>({ kind: 'query', text, params, mayPrepare }),
    script: (text) => call<void>({ kind: 'script', text }),
    checkpoint: () => call<void>({ kind: 'checkpoint' }),
    copyTo: (folder) => call<void>({ kind: 'copyTo', folder }),
    dump: () => Promise.reject(new Error('a database on its own thread is not dumped')),
    close: async () => {
      await call<void>({ kind: 'close' })
      calls.expectEnd()
      clearInterval(deadlineTimer)
      await worker.terminate()
    },
  }
}
