/** The readable API reference, made in a thread that begins with its first request. */
import type { FastifyInstance } from 'fastify'
import { startThread } from '../workers/start-worker.ts'
import { toWorkerFile } from '../workers/worker-file.ts'
import { WorkerPool } from '../workers/worker-pool.ts'
import type { referenceTasks } from './reference-tasks.ts'

/** Serves the page under `prefix`. `document`: the path at which the browser finds the OpenAPI document. */
export function serveApiReference(app: FastifyInstance, prefix: `/${string}`, document: string): void {
  const pool = new WorkerPool<typeof referenceTasks>({
    file: toWorkerFile('reference-worker', import.meta.url),
    start: startThread,
    size: 1,
    memoryMb: 256,
    maxWaiting: 50,
    deadlineMs: 60_000,
    idleMs: 60_000,
  })
  for (const url of [prefix, `${prefix}/*`])
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      const { status, headers, body } = await pool.run('getPage', { url: request.url, prefix, document })
      return reply.code(status).headers(headers).send(Buffer.from(body))
    })
  app.addHook('onClose', async () => pool.end())
}
