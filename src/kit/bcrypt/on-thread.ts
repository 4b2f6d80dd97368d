/** bcrypt takes a tenth of a second and more: it runs beside the event loop, on a thread that lives as long as the question. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Beside the built server; when the house runs from its sources, the same loader that read this file reads the thread's. */
function open(question: { hash: string; password: string }): Worker {
  const built = fileURLToPath(new URL('./bcrypt-worker.js', import.meta.url))
  if (existsSync(built)) return new Worker(built, { workerData: question })
  const source = new URL('./worker.ts', import.meta.url).href
  return new Worker(`import('tsx/esm/api').then((loader) => (loader.register(), import(${JSON.stringify(source)})))`, { eval: true, workerData: question })
}

/** As `bcryptIsRight`, without keeping anybody waiting. */
export function bcryptOnThread(hash: string, password: string): Promise<boolean> {
  return new Promise((done, fail) => {
    const thread = open({ hash, password })
    thread.once('message', (right: boolean) => done(right))
    thread.once('error', fail)
    thread.once('exit', () => fail(new Error('the thread ended without an answer')))
  })
}
