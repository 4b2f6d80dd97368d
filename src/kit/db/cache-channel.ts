/**
 * Several processes on one PostgreSQL server drop from their caches what one of them changed: each tells of it with its commit (NOTIFY) and hears of
 * it on a connection of its own (LISTEN). A process trusts the channel only while it hears itself through it, so that a pooler which
 * swallows notifications, or a connection that died without a word, costs a second of age (cache.ts) and no more.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { ProcessCache } from './cache.ts'
import type { Statement } from './connection.ts'

const CHANNEL = 'atrium_cache'
/** How often a process says something to itself. */
const BEAT_MS = 10_000
const RECONNECT_MS = 1000
const CONNECT_MS = 10_000

export interface CacheChannelOptions {
  url: string
  cache: ProcessCache
  /** Runs a statement on a connection of the pool, so that what stands between is tried, too. */
  send(statement: Statement): Promise<unknown>
  beatMs?: number
}

export class CacheChannel {
  readonly #options: CacheChannelOptions
  /** Tells this sender from others; what it wrote itself its cache knows already. */
  readonly #sender = randomUUID()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isHeard = false
  /** Whether the last beat was sent and is not heard yet. */
  #isBeatMissing = false
  #isClosed = false

  constructor(options: CacheChannelOptions) {
    this.#options = options
  }

  /** The statement that tells of written tables; of none: that this process is there. */
  toAnnouncement = (tables: readonly string[]): Statement => ({
    text: `select pg_notify('${CHANNEL}', $1)`,
    params: [[this.#sender, ...tables].join(' ')],
    writes: [],
    mayPrepare: true,
  })

  /** Begins to listen, and goes on until it is closed; resolves once the first attempt was made. */
  async listen(): Promise<void> {
    const { url } = this.#options
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, application_name: 'atrium cache' })
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      await this.#beat(client)
    } catch {
      this.#lose(client)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  #hear(payload: string): void {
    const [sender, ...tables] = payload.split(' ')
    if (sender !== this.#sender) this.#options.cache.noteForeignWrite(tables)
    else if (tables.length === 0) this.#noteBeat()
  }

  #noteBeat(): void {
    this.#isBeatMissing = false
    if (this.#isHeard || this.#isClosed) return
    this.#isHeard = true
    this.#options.cache.hearsOthers(true)
  }

  async #beat(client: pg.Client): Promise<void> {
    if (this.#isClosed || client !== this.#client) return
    if (this.#isBeatMissing) return this.#lose(client)
    this.#isBeatMissing = true
    // Where it cannot be sent it is not heard, which the next one finds.
    await this.#options.send(this.toAnnouncement([])).catch(() => undefined)
    this.#timer = setTimeout(() => void this.#beat(client), this.#options.beatMs ?? BEAT_MS).unref()
  }

  /** Until it is heard again, what others change is known after a second. */
  #lose(client: pg.Client): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = undefined
    this.#isBeatMissing = false
    if (this.#isHeard) this.#options.cache.hearsOthers(false)
    this.#isHeard = false
    clearTimeout(this.#timer)
    void client.end().catch(() => undefined)
    this.#timer = setTimeout(() => void this.listen(), RECONNECT_MS).unref()
  }
}
