/** The thread in which pages are rendered (`web/page-worker.ts`): started when the first one is wanted, ended when none was for a while. */
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface RenderedPage {
  /** Content of the root element. */
  html: string
  /** Style sheet with the colours of the site. */
  style: string
  /** Scheme that the owner chose; absent: that of the device. */
  scheme?: 'light' | 'dark'
  /** JSON of what it was rendered with, for the browser. */
  data: string
}
export interface RenderInput {
  /** Path and query. */
  url: string
  language: string
  /** Reply of `setup.getSite`. */
  facts: object
  /** Milliseconds since 1970. */
  now: number
}
/** Body of the reply to a call of a visitor; undefined for one that is refused. */
export type AskForPage = (method: string, url: string, body: unknown) => Promise<string | undefined>

interface Job {
  ask: AskForPage
  resolve: (page: RenderedPage) => void
  reject: (error: Error) => void
}
interface Question {
  id: number
  call: number
  ask: { method: string; url: string; body: unknown }
}
type Message = Question | { id: number; rendered: RenderedPage } | { id: number; error: string }

const IDLE_MS = 10 * 60_000
/** What a page takes is small and soon thrown away. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

export class PageWorker {
  readonly #file: string
  readonly #jobs = new Map<number, Job>()
  #worker: Worker | undefined
  #lastId = 0
  #idleTimer: NodeJS.Timeout | undefined
  /** `file`: the built thread. */
  constructor(file: string) {
    this.#file = file
  }
  isBuilt = (): boolean => existsSync(this.#file)

  /** Throws where a screen fails, and where the thread ends meanwhile. */
  renderPage(page: RenderInput, ask: AskForPage): Promise<RenderedPage> {
    const worker = (this.#worker ??= this.#start())
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void (this.#jobs.size === 0 && this.end()), IDLE_MS).unref()
    const id = (this.#lastId += 1)
    return new Promise((resolve, reject) => {
      this.#jobs.set(id, { ask, resolve, reject })
      worker.postMessage({ id, page })
    })
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const worker = this.#worker
    if (worker) this.#dropWorker(worker, new Error('The server is closing.'))
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: LIMITS })
    // It keeps no process alive that has nothing else to do.
    worker.unref()
    worker.on('message', (message: Message) => ('ask' in message ? void this.#answer(worker, message) : this.#finish(message)))
    worker.on('error', (error) => this.#dropWorker(worker, error))
    worker.on('exit', () => this.#dropWorker(worker, new Error('The thread that renders pages has ended.')))
    return worker
  }
  async #answer(worker: Worker, { id, call, ask }: Question): Promise<void> {
    const reply = await this.#jobs
      .get(id)
      ?.ask(ask.method, ask.url, ask.body)
      .catch(() => undefined)
    worker.postMessage({ id, call, ...(reply === undefined ? {} : { reply }) })
  }
  #finish(message: Exclude<Message, Question>): void {
    const job = this.#jobs.get(message.id)
    this.#jobs.delete(message.id)
    if ('error' in message) job?.reject(new Error(message.error))
    else job?.resolve(message.rendered)
  }
  /** What it was about to render fails; the next page starts another one. */
  #dropWorker(worker: Worker, why: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#jobs.values()) reject(why)
    this.#jobs.clear()
  }
}
