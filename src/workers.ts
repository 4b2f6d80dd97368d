/**
 * Several processes on one port: the first one starts the others, gives each connection to one of them, replaces those that end, and on SIGUSR2 all of
 * them, one after the other. They share a database server and nothing else. Source: decision 0034.
 */
import cluster, { type Worker } from 'node:cluster'
import type { Config } from './config.ts'
import { addUpMetrics, configureSharedMetrics, type MetricSources, readOwnMetrics } from '#kit/observability/metrics.ts'
import type { Logger } from '#kit/observability/logger.ts'

/** Number of a worker, from 1 on; a worker that replaces another one has its number. */
const NUMBER = 'ATRIUM_WORKER'

type Message =
  | { kind: 'ready' }
  | { kind: 'replaced' }
  | { kind: 'readAll'; id: number }
  | { kind: 'all'; id: number; text?: string }
  | { kind: 'readOwn'; id: number }
  | { kind: 'own'; id: number; metrics?: object }

/** What a process does for all of them. */
export interface WorkerRole {
  /** Does what has to be done once: the welcome, the sample, backups, the address of the metrics. A process without workers is the first. */
  isFirst: boolean
  /** Tells the process above that requests can come. */
  reportReady: () => void
  /** Calls back when another worker took the place of this one, which ends then. */
  onReplaced: (end: () => void) => void
  /** Tells it that none can come any more; resolves when every connection that was on its way here went to another process. */
  leave: () => Promise<void>
}

/** Called once by each process that serves. Its metrics are added to those of the others. */
export function joinWorkers(sources: MetricSources): WorkerRole {
  if (!cluster.isWorker) return { isFirst: true, reportReady: () => undefined, onReplaced: () => undefined, leave: async () => undefined }
  const send = (message: Message) => void process.send?.(message)
  const waiting = new Map<number, (text: string | undefined) => void>()
  let lastId = 0
  configureSharedMetrics(
    () =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, (text) => (text === undefined ? reject(new Error('the metrics of a process cannot be read')) : resolve(text)))
        send({ kind: 'readAll', id })
      }),
  )
  process.on('message', (message: Message) => {
    if (message.kind === 'all') {
      waiting.get(message.id)?.(message.text)
      waiting.delete(message.id)
    }
    if (message.kind === 'readOwn')
      readOwnMetrics(sources).then(
        (metrics) => send({ kind: 'own', id: message.id, metrics }),
        () => send({ kind: 'own', id: message.id }),
      )
  })
  return {
    isFirst: process.env[NUMBER] === '1',
    reportReady: () => send({ kind: 'ready' }),
    onReplaced: (end) => void process.on('message', ({ kind }: Message) => kind === 'replaced' && end()),
    leave: disconnectWorker,
  }
}

const disconnectWorker = (): Promise<void> =>
  new Promise((resolve) => {
    if (!cluster.worker?.isConnected()) return resolve()
    process.once('disconnect', resolve)
    cluster.worker.disconnect()
  })

const METRICS_MS = 5000
/** How long a worker that cannot start is left alone. */
const RESTART_MS = 1000

class Workers {
  readonly #count: number
  readonly #logger: Logger
  readonly #byNumber = new Map<number, Worker>()
  readonly #collecting = new Map<number, (metrics: object | undefined) => void>()
  #lastId = 0
  #isEnding = false
  #isReplacing = false
  #starting: Promise<boolean> | undefined

  constructor(count: number, logger: Logger) {
    this.#count = count
    this.#logger = logger
  }

  /** The first worker migrates and sets up alone; the others follow. Whether all came up; one that did not has said why. */
  start(): Promise<boolean> {
    return (this.#starting ??= this.#startAll())
  }

  async #startAll(): Promise<boolean> {
    for (let number = 1; number <= this.#count && !this.#isEnding; number++) if (!(await this.#startWorker(number))) return this.#isEnding
    return true
  }

  /** Whether the worker came up. From then on it is replaced when it ends by itself. */
  async #startWorker(number: number): Promise<boolean> {
    const worker = cluster.fork({ [NUMBER]: String(number) })
    const isUp = await new Promise<boolean>((resolve) => {
      worker.on('message', (message: Message) => {
        if (message.kind === 'ready') resolve(true)
        else void this.#answer(worker, message)
      })
      worker.once('exit', () => resolve(false))
    })
    if (!isUp) return false
    this.#byNumber.set(number, worker)
    worker.once('exit', (code, signal) => void this.#replaceLost(number, worker, signal || code))
    return true
  }

  async #replaceLost(number: number, worker: Worker, how: string | number): Promise<void> {
    if (this.#isEnding || this.#byNumber.get(number) !== worker) return
    this.#byNumber.delete(number)
    this.#logger.error(`process ${number} ended (${how}); another one takes its place`)
    while (!this.#isEnding && !(await this.#startWorker(number))) await new Promise((done) => setTimeout(done, RESTART_MS))
  }

  /** Replaces all workers, each once its successor serves: no request is refused. One that cannot be replaced goes on. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#isEnding) return
    this.#isReplacing = true
    try {
      await this.#starting
      for (const [number, former] of [...this.#byNumber].toSorted(([a], [b]) => a - b)) {
        if (!(await this.#startWorker(number))) {
          this.#logger.error(`process ${number} could not be replaced and goes on`)
          return
        }
        // Not a signal, which says that the whole server ends: load balancers go on sending requests to this port.
        if (former.isConnected()) former.send({ kind: 'replaced' } satisfies Message)
        await waitForEnd(former)
      }
      this.#logger.warn('all processes were replaced')
    } finally {
      this.#isReplacing = false
    }
  }

  /** Ends all workers as SIGTERM ends each. The exit code is 1 when one did not finish. */
  async end(): Promise<number> {
    if (this.#isEnding) return 0
    this.#isEnding = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ends = workers.map(waitForEnd)
    for (const worker of workers) worker.process.kill('SIGTERM')
    // One that was still starting is ended by the signal itself.
    return (await Promise.all(ends)).every((code) => code === 0 || code === null) ? 0 : 1
  }

  async #answer(worker: Worker, message: Message): Promise<void> {
    if (message.kind === 'own') {
      this.#collecting.get(message.id)?.(message.metrics)
      this.#collecting.delete(message.id)
    }
    if (message.kind !== 'readAll') return
    const all = await Promise.all([...this.#byNumber.values()].map((one) => this.#readOne(one)))
    const known = all.filter((one) => one !== undefined)
    const text = known.length === all.length ? await addUpMetrics(known) : undefined
    if (worker.isConnected()) worker.send({ kind: 'all', id: message.id, ...(text !== undefined && { text }) } satisfies Message)
  }

  #readOne(worker: Worker): Promise<object | undefined> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), METRICS_MS)
      this.#collecting.set(id, (metrics) => (clearTimeout(timer), resolve(metrics)))
      worker.send({ kind: 'readOwn', id } satisfies Message)
    })
  }
}

const waitForEnd = (worker: Worker): Promise<number | null> =>
  worker.isDead() ? Promise.resolve(worker.process.exitCode) : new Promise((resolve) => worker.once('exit', (code) => resolve(code)))

/** Runs so many workers until a signal ends them. When they cannot start, the process ends with exit code 1; a worker has said why. */
export async function runWorkers(count: number, { tls }: Pick<Config, 'tls'>, logger: Logger): Promise<void> {
  const workers = new Workers(count, logger)
  const end = () => void workers.end().then((code) => process.exit(code))
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGUSR2', () => void workers.replaceAll())
  // Certificates are read by the workers; without one the signal ends a process.
  if (tls)
    process.on('SIGHUP', () => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGHUP')
    })
  if (await workers.start()) return
  await workers.end()
  process.exit(1)
}
