/** The embedded database on its own thread, so that a long query does not stop the event loop of the server. */
import { parentPort, workerData } from 'node:worker_threads'
import type { EngineCall, EngineFiles } from './embedded-engine.ts'
import { openPglite } from './pglite.ts'

const port = parentPort
if (port) {
  const engine = await openPglite({ ...(workerData as EngineFiles), onBroken: (reason) => port.postMessage({ broken: reason }) })
  port.postMessage({ ready: true })
  const carryOut = (call: EngineCall): Promise<unknown> => {
    if (call.kind === 'query') return engine.query(call.text, call.params, call.mayPrepare)
    if (call.kind === 'script') return engine.script(call.text)
    return call.kind === 'copyTo' ? engine.copyTo(call.folder) : engine[call.kind]()
  }
  port.on('message', ({ id, call }: { id: number; call: EngineCall }) => {
    carryOut(call).then(
      (value) => port.postMessage({ id, value }),
      // An error loses its fields when it is cloned; the ones that stores look at are sent by name.
      (error: Error & Record<string, unknown>) =>
        port.postMessage({ id, error: { message: error.message, code: error.code, constraint: error.constraint, detail: error.detail, table: error.table } }),
    )
  })
}
