/** The embedded database on its own thread, so that a long query does not stop the event loop of the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { openLite, type LiteCall } from './lite.ts'

const port = parentPort
if (port) {
  const lite = await openLite({ ...(workerData as { dataDir: string }), onBroken: (reason) => port.postMessage({ broken: reason }) })
  port.postMessage({ ready: true })
  port.on('message', ({ id, call }: { id: number; call: LiteCall }) => {
    const work = call.kind === 'query' ? lite.query(call.text, call.params) : call.kind === 'script' ? lite.script(call.text) : lite[call.kind]()
    work.then(
      (value) => port.postMessage({ id, value }),
      // An error loses its fields when it is cloned; the ones that stores look at are sent by name.
      (error: Error & Record<string, unknown>) =>
        port.postMessage({ id, error: { message: error.message, code: error.code, constraint: error.constraint, detail: error.detail, table: error.table } }),
    )
  })
}
