/** Whether a server can do its work: what load balancers ask before they send calls. */

/** Longer than any piece of work holds the one connection of the embedded database, shorter than supervisors wait. */
const TIMEOUT_MS = 3000

/** What a server asks of itself. */
export interface ReadinessChecks {
  /** Whether the tables are as new as this version needs them; rejects when the database does not answer. */
  areTablesCurrent(): Promise<boolean>
  runner: { readonly isStalled: boolean }
  /** Whether it is about to end. */
  isDraining: boolean
}

/**
 * What keeps the server from doing its work; empty when it is ready. A server that is about to end does not ask the database, and a database that does
 * not answer within three seconds is all that is said then.
 */
export async function findUnready({ areTablesCurrent, runner, isDraining }: ReadinessChecks): Promise<('draining' | 'database' | 'migrations' | 'runner')[]> {
  if (isDraining) return ['draining']
  const areCurrent = await settleInTime(areTablesCurrent())
  if (areCurrent === undefined) return ['database']
  return [...(areCurrent ? [] : (['migrations'] as const)), ...(runner.isStalled ? (['runner'] as const) : [])]
}

/** The answer, or undefined when there is none in time. */
function settleInTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), TIMEOUT_MS)
  })
  // Why the database does not answer is reported by its own connections.
  return Promise.race([answer.catch(() => undefined), timeout]).finally(() => clearTimeout(timer))
}
