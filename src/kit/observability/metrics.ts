/** Metrics in Prometheus's text format. Labels are bounded: operations, statuses, kinds; never ids. */
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
const registers = [registry]
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const metrics = {
  requests: new Counter({ name: 'atrium_http_requests_total', help: 'Requests by operation and status.', labelNames: ['operation', 'status'], registers }),
  requestSeconds: new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its reply.',
    labelNames: ['operation'],
    buckets: buckets,
    registers,
  }),
  statements: new Counter({ name: 'atrium_database_statements_total', help: 'SQL statements sent.', registers }),
  connectionRefusals: new Counter({
    name: 'atrium_database_refusals_total',
    help: 'Callers that got no connection: too many waited (full), none became free in time (late), or what they read stayed locked (locked).',
    labelNames: ['reason'],
    registers,
  }),
  replicaReads: new Counter({
    name: 'atrium_replica_reads_total',
    help: 'Reads that may go to the replica: answered by it, or by the primary because it was behind, away or failed.',
    labelNames: ['outcome'],
    registers,
  }),
  jobs: new Counter({ name: 'atrium_jobs_total', help: 'Attempts at jobs by kind and outcome.', labelNames: ['kind', 'outcome'], registers }),
  jobSeconds: new Histogram({ name: 'atrium_job_duration_seconds', help: 'Time of one attempt.', labelNames: ['kind'], buckets: buckets, registers }),
  scheduleSeconds: new Histogram({
    name: 'atrium_schedule_duration_seconds',
    help: 'Time of one run of a schedule on one site.',
    labelNames: ['schedule'],
    buckets: buckets,
    registers,
  }),
  webhooks: new Counter({ name: 'atrium_webhook_deliveries_total', help: 'Posted webhooks by outcome.', labelNames: ['outcome'], registers }),
  emails: new Counter({ name: 'atrium_emails_total', help: 'Emails handed to the mail server by outcome.', labelNames: ['outcome'], registers }),
  payments: new Counter({
    name: 'atrium_payment_calls_total',
    help: 'Calls to payment providers by what was asked and what they answered.',
    labelNames: ['provider', 'call', 'outcome'],
    registers,
  }),
  unknownPaymentEvents: new Counter({
    name: 'atrium_payment_events_unknown_total',
    help: 'Events of payment providers that belong to no site of this server.',
    labelNames: ['provider', 'kind'],
    registers,
  }),
  backups: new Counter({ name: 'atrium_backups_total', help: 'Backups that were due, by outcome.', labelNames: ['outcome'], registers }),
  lastBackup: new Gauge({
    name: 'atrium_backup_last_success_timestamp_seconds',
    help: 'When the newest backup in BACKUP_DIR was made, in seconds since 1970; 0 when there is none.',
    aggregator: 'max',
    registers,
  }),
}

/** What is asked when the metrics are read. */
export interface MetricSources {
  /** Connections of the pool; undefined for the embedded database. */
  connections?: () => { total: number; idle: number; waiting: number }
  /** Jobs that are due and wait, the age of the oldest in seconds, and those given up. */
  queue: () => Promise<{ due: number; oldestSeconds: number; dead: number }>
}

/** `aggregator`: how the values of several processes become one. What is read from the database is the same in all of them. */
const createGauge = (name: string, help: string, aggregator: 'sum' | 'max', labelNames: string[] = []) =>
  new Gauge({ name, help, labelNames, aggregator, registers })
const connectionGauge = createGauge('atrium_database_connections', 'Connections of the pool by state; waiting counts callers without one.', 'sum', ['state'])
const dueGauge = createGauge('atrium_jobs_due', 'Jobs that are due and wait; counted up to 10,000.', 'max')
const oldestGauge = createGauge('atrium_jobs_oldest_due_seconds', 'How long the oldest due job waits.', 'max')
const deadGauge = createGauge('atrium_jobs_dead', 'Jobs given up after their last attempt; counted up to 10,000.', 'max')

let isCollectingProcess = false

/** Queries the sources, and answers the registry of this process. Throws when one of them fails. */
async function collectOwn({ connections, queue }: MetricSources): Promise<Registry> {
  if (!isCollectingProcess) collectDefaultMetrics({ register: registry })
  isCollectingProcess = true
  for (const [state, count] of Object.entries(connections?.() ?? {})) connectionGauge.set({ state }, count)
  const now = await queue()
  dueGauge.set(now.due)
  oldestGauge.set(now.oldestSeconds)
  deadGauge.set(now.dead)
  return registry
}

/** Where several processes serve one port: the metrics of all of them, added up. */
let readTogether: (() => Promise<string>) | undefined
/** Called once at the start of a process that is one of several; `read` answers the metrics of all. */
export const configureSharedMetrics = (read: () => Promise<string>): void => void (readTogether = read)

/** The metrics of this process alone, to be added up with those of others. */
export const readOwnMetrics = async (sources: MetricSources): Promise<object> => (await collectOwn(sources)).getMetricsAsJSON()

/** One text of the metrics of several processes. */
export const addUpMetrics = (ofProcesses: readonly object[]): Promise<string> => AggregatorRegistry.aggregate([...ofProcesses]).metrics()

/** The metrics as text, with its content type. Queries the sources first. Throws when one of them fails. */
export async function readMetrics(sources: MetricSources): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: readTogether ? await readTogether() : await (await collectOwn(sources)).metrics() }
}
