/** The embedded database on its own thread, so that a long query does not stop the event loop of the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { openPglite, type EngineCall } from './pglite.ts'

const port = parentPort
if (port) {
  const engine = await openPglite({ ...(workerData as { dataDir: string }), onBroken: (reason) => port.postMessage({ broken: reason }) })
  port.postMessage({ ready: true })
  port.on('message', ({ id, call }: { id: number; call: EngineCall }) => {
    const running =
      call.kind === 'query' ? engine.query(call.text, call.params, call.mayPrepare) : call.kind === 'script' ? engine.script(call.text) : engine[call.kind]()
    running.then(
      (value) => port.postMessage({ id, value }),
      // An error loses its fields when it is cloned; the ones that stores look at are sent by name.
      (error: Error & Record<string, unknown>) =>
        port.postMessage({ id, error: { message: error.message, code: error.code, constraint: error.constraint, detail: error.detail, table: error.table } }),
    )
  })
}
