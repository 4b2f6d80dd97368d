/** The thread of `on-thread.ts`: one question, one answer. */
import { parentPort, workerData } from 'node:worker_threads'
import { bcryptIsRight } from './bcrypt.ts'

const { hash, password } = workerData as { hash: string; password: string }
parentPort?.postMessage(bcryptIsRight(hash, password))
