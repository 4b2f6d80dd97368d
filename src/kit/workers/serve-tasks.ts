/** The other end of a pool: what a worker of it runs. */
import { parentPort } from 'node:worker_threads'

/** What a worker does for others: each by its name. Input and result are values that the structured clone algorithm copies. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>

/** A task to do. */
export interface TaskOrder {
  id: number
  name: string
  input: unknown
}
/** What came of a task. */
export type TaskResult = { id: number; value: unknown } | { id: number; error: { message: string; stack: string | undefined } }

const send = (result: TaskResult): void => {
  if (parentPort) parentPort.postMessage(result)
  else process.send?.(result)
}

/** Does one task after the other, until the pool ends this thread or process. */
export function serveTasks(tasks: Tasks): void {
  const run = async ({ id, name, input }: TaskOrder): Promise<void> => {
    try {
      const task = tasks[name]
      if (!task) throw new Error(`This worker knows no task ${name}.`)
      send({ id, value: await task(input as never) })
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      send({ id, error: { message, stack } })
    }
  }
  const port = parentPort ?? process
  port.on('message', (order: TaskOrder) => void run(order))
  // The server is gone.
  process.once('disconnect', () => process.exit())
}
