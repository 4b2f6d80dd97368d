/** Starts a thread or a process for the tasks of a pool, with a bound on its memory. */
import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { TaskOrder, TaskResult } from './serve-tasks.ts'
import { toProcessArguments, toThreadCode, type WorkerFile } from './worker-file.ts'

/** A started worker. It keeps the process alive only while it is held. */
export interface StartedWorker {
  send(order: TaskOrder): void
  hold(): void
  release(): void
  /** Ends it at once, whatever it does. */
  end(): void
}
export interface WorkerEvents {
  onResult(result: TaskResult): void
  /** It cannot be started, or has ended: by itself, for want of memory, or by `end`. May be called twice. */
  onEnd(reason: string): void
}
export type StartWorker = (file: WorkerFile, memoryMb: number, events: WorkerEvents) => StartedWorker

/** For JavaScript: the bound is that of its heap. */
export const startThread: StartWorker = (file, memoryMb, { onResult, onEnd }) => {
  const { filename, isCode } = toThreadCode(file)
  // Without the arguments of this process: they may be for its heap.
  const worker = new Worker(filename, { eval: isCode, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 } })
  worker.unref()
  worker.on('message', onResult)
  worker.on('error', (error: Error) => onEnd(error.message))
  worker.on('exit', (code) => onEnd(`the thread ended with code ${code}`))
  return { send: (order) => worker.postMessage(order), hold: () => worker.ref(), release: () => worker.unref(), end: () => void worker.terminate() }
}

/**
 * From Node 24 on the compiler reserves half a gigabyte that it may write to, which counts as data, used or not. Native code needs none; and what reads
 * what anyone may send had better not make code.
 */
const NO_COMPILER = '--jitless'
/** Characters of what a process said last, which tells why it ended. */
const LAST_WORDS = 500
/** The bound, in kilobytes, is set by the shell that then becomes Node. A system that knows no such bound goes on without. */
const BOUNDED = 'ulimit -d "$0" 2>/dev/null; exec "$@"'
/** What it is given of the environment: it reads what anyone may send, so it holds none of the server's secrets. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_ENV']
const toEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  // Each thread that allocates would reserve 64 MB.
  MALLOC_ARENA_MAX: '2',
  RUST_BACKTRACE: '0',
})

/**
 * For native code, whose memory no heap limit counts and whose failed allocations end the process: the bound is `RLIMIT_DATA`, all that the process may
 * write to. Linux counts private mappings since 4.7; macOS sets no bound by it, and Windows knows none.
 */
export const startProcess: StartWorker = (file, memoryMb, { onResult, onEnd }) => {
  const node = [process.execPath, NO_COMPILER, ...toProcessArguments(file)]
  const [command = '', ...args] = process.platform === 'win32' ? node : ['/bin/sh', '-c', BOUNDED, String(memoryMb * 1024), ...node]
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: toEnvironment(process.env),
  })
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => (lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS)))
  child.on('message', (result) => onResult(result as TaskResult))
  child.once('error', (error) => onEnd(error.message))
  // Not `exit`: what it said last may come after it.
  child.once('close', (code, signal) => onEnd(`the process ended with ${signal ?? `code ${code}`}: ${lastWords.trim()}`))
  const stderr = child.stderr as (NonNullable<typeof child.stderr> & { ref?(): void; unref?(): void }) | null
  const each = (name: 'ref' | 'unref') => {
    child[name]()
    child.channel?.[name]()
    stderr?.[name]?.()
  }
  each('unref')
  return {
    // A process that has just ended reports it by itself.
    send: (order) => void child.send(order, (error) => error && onEnd(error.message)),
    hold: () => each('ref'),
    release: () => each('unref'),
    end: () => void child.kill('SIGKILL'),
  }
}
