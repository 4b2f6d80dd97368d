/** Requests and background work as they are seen from outside: a log line, a metric, a span each. */
import type { Logger } from './logger.ts'
import { metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'
import type { StatementCount } from '../db/statement-count.ts'

/** What is known of a request by the time it is answered. */
export interface RequestNote extends StatementCount {
  operation: string
  /** The pattern of its path. */
  route: string
  siteId?: string
  /** Role of the caller: owner, member, visitor or none. */
  caller?: string
  /** The reply failed after its status was sent. */
  isBroken?: boolean
}

const notes = new WeakMap<object, RequestNote>()
export const findRequestNote = (request: object): RequestNote | undefined => notes.get(request)
/** Notes that the reply failed after its status was sent, so that it is not counted as a client that left. */
export function noteBrokenReply(request: object): void {
  const note = notes.get(request)
  if (note) note.isBroken = true
}

let tracing: Tracing | undefined
/** Called once at start, when traces are wanted. */
export const setTracing = (given: Tracing | undefined): void => void (tracing = given)

/** What a request asked for, by its pattern: an address itself can hold a key. */
export const findRoute = (request: { routeOptions: { url?: string | undefined } }): string => notes.get(request)?.route ?? request.routeOptions.url ?? 'none'

/** A request, with the headers that it came with. */
interface ObservedRequest {
  headers: Readonly<Record<string, unknown>>
}
/** Runs an operation for a request; its statements are counted into the note. A trace goes on with the one of its `traceparent` header. */
export function observeRequest<T>(
  request: ObservedRequest,
  { operation, route }: Pick<RequestNote, 'operation' | 'route'>,
  work: (note: RequestNote) => Promise<T>,
): Promise<T> {
  const note: RequestNote = { operation, route, statements: 0 }
  notes.set(request, note)
  const run = () => work(note)
  if (!tracing) return run()
  return tracing.span(
    operation,
    { 'atrium.operation': operation },
    (span) => run().finally(() => span.setAttributes(toSpanAttributes(note))),
    String(request.headers.traceparent ?? ''),
  )
}

const toSpanAttributes = ({ siteId, caller, statements }: RequestNote) => ({
  'atrium.statements': statements,
  ...(siteId && { 'atrium.site_id': siteId }),
  ...(caller && { 'atrium.caller': caller }),
})

/** Work that no request asked for. */
export interface BackgroundWork {
  kind: 'job' | 'schedule'
  name: string
  siteId: string
  /** Which try of a job this is. */
  attempt?: number
}

/** Runs background work, whose statements are counted into `cost`, and records it in logs, metrics and traces. */
export type Observe = <T>(work: BackgroundWork, run: (cost: StatementCount) => Promise<T>) => Promise<T>

/** Schedules run every few seconds and mostly find nothing: only slow ones are worth a line. */
const SLOW_SCHEDULE_MS = 1000

export const createObserver =
  (logger: Logger | undefined): Observe =>
  async (work, run) => {
    const cost = { statements: 0 }
    const startedAt = performance.now()
    const record = (outcome: 'done' | 'failed') => {
      const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
      if (work.kind === 'job') {
        metrics.jobs.inc({ kind: work.name, outcome })
        metrics.jobSeconds.observe({ kind: work.name }, milliseconds / 1000)
      } else metrics.scheduleSeconds.observe({ schedule: work.name }, milliseconds / 1000)
      const isQuiet = work.kind === 'schedule' && outcome === 'done' && milliseconds < SLOW_SCHEDULE_MS
      const { kind, name, ...rest } = work
      logger?.[isQuiet ? 'debug' : 'info']({ [kind]: name, ...rest, outcome, milliseconds, statements: cost.statements }, `${kind} ${outcome}`)
    }
    const countedRun = () => run(cost)
    try {
      const result = await (tracing ? tracing.span(`${work.kind} ${work.name}`, { 'atrium.site_id': work.siteId }, countedRun) : countedRun())
      record('done')
      return result
    } catch (error) {
      record('failed')
      throw error
    }
  }
