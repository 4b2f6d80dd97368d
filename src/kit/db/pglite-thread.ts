/** The embedded database on a thread of its own (`pglite-worker.ts`), so that its work does not block the event loop. */
import type { Worker } from 'node:worker_threads'
import { brokenError, type EmbeddedEngine, type EngineCall, type OnBroken } from './embedded-engine.ts'
import type { EngineThread, WorkerMessage } from './engine-thread.ts'
import type { EngineResult } from './pglite-statements.ts'

/** How long the engine may work on one call. */
interface EngineBounds {
  statementMs: number
  /** For what a server sets no bound: scripts (migrations), tidying, copies of the files. They keep a thread that blocks from being waited for for ever. */
  longMs: number
}
/** A statement may take as long as on a server; the work on all data, as long as ten gigabytes take on a slow disk. */
const BOUNDS: EngineBounds = { statementMs: 60_000, longMs: 1_800_000 }
const TICK_MS = 1000

interface PendingCall {
  resolve(value: unknown): void
  reject(error: Error): void
  kind: EngineCall['kind']
  boundMs: number
  /** How long the engine has worked on it: only on the one that came first. */
  workedMs: number
}

/** The calls that wait for the thread. After a failure all of them and every later one are rejected with its reason. */
class WorkerCalls {
  readonly #pending = new Map<number, PendingCall>()
  readonly #worker: Worker
  readonly #onBroken: OnBroken
  readonly #bounds: EngineBounds
  #broken: Error | undefined
  #isClosing = false
  #lastId = 0

  constructor(worker: Worker, onBroken: OnBroken, bounds: EngineBounds) {
    this.#worker = worker
    this.#onBroken = onBroken
    this.#bounds = bounds
  }

  call<T>(call: EngineCall): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#broken) return reject(this.#broken)
      const id = ++this.#lastId
      // Throws for values that no message can hold: then no answer is waited for.
      this.#worker.postMessage({ id, call })
      const boundMs = call.kind === 'query' ? this.#bounds.statementMs : this.#bounds.longMs
      this.#pending.set(id, { resolve: resolve as PendingCall['resolve'], reject, kind: call.kind, boundMs, workedMs: 0 })
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

  /**
   * Counts time for the call that the engine works on, which is the first one: it works on one after the other. Time is counted in ticks and not read
   * from a clock, so that a process that was stopped for a while gives its thread as much as before.
   */
  countTime(ms: number): void {
    const [first] = this.#pending.values()
    if (!first) return
    first.workedMs += ms
    if (first.workedMs <= first.boundMs) return
    this.failAll(`${first.kind === 'query' ? 'a statement' : first.kind} was not answered within ${first.boundMs / 1000} seconds`)
  }

  /** From now on the end of the thread is no failure. */
  expectEnd(): void {
    this.#isClosing = true
  }
}

/**
 * The engine that a thread has begun to open. Calls wait until it is open, and fail when it cannot be opened. `onBroken` is called once when the engine
 * cannot go on after it was opened: the disk takes no more, the thread ended, or a call was not answered within its bound. `bounds` is for tests.
 */
export function useEngineThread({ worker, ready }: EngineThread, onBroken: OnBroken, bounds = BOUNDS): EmbeddedEngine {
  let isOpen = false
  ready.then(
    () => (isOpen = true),
    // Who waits for it hears of it, and every call.
    () => undefined,
  )
  const calls = new WorkerCalls(worker, (reason) => isOpen && onBroken(reason), bounds)
  const call = <T>(one: EngineCall): Promise<T> => (isOpen ? calls.call<T>(one) : ready.then(() => calls.call<T>(one)))
  worker.on('message', (message: WorkerMessage) => {
    if (message.broken) calls.failAll(message.broken)
    else calls.settle(message)
  })
  worker.on('error', (error) => calls.failAll((error as Error).message))
  worker.on('exit', (code) => calls.failAll(`its thread ended with code ${code}`))
  const tickMs = Math.min(TICK_MS, bounds.statementMs)
  const deadlineTimer = setInterval(() => calls.countTime(tickMs), tickMs).unref()
  return {
    query: (text, params, mayPrepare) => call<EngineResult>({ kind: 'query', text, params, mayPrepare }),
    script: (text) => call<void>({ kind: 'script', text }),
    vacuum: () => call<void>({ kind: 'vacuum' }),
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
