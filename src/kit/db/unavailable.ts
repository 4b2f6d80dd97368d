/** The database is unavailable: it restarts, failed over, cannot be reached, or has no free connection. */

/** Nothing is wrong with what was asked; the same may succeed in a moment. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** The connection broke while a change was being made final: it may have happened or not. */
  readonly inDoubt: boolean
  /**
   * The connection is gone, or a node of a cluster is: nothing of an open transaction is kept, and another try may succeed at once. A statement that took
   * too long leaves its connection.
   */
  readonly isLost: boolean
  constructor(cause: unknown, { inDoubt, isLost }: { inDoubt: boolean; isLost: boolean }) {
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause })
    this.inDoubt = inDoubt
    this.isLost = isLost
  }
}

/**
 * SQLSTATE: connection failures (08), shut down or starting (57P), a transaction left open too long (25P03, 25P04), a server
 * that became a copy of another one (25006).
 */
const connectionLost = /^(08|57P|25P0[34]$|25006$)/
/** No memory, disk or connections left (53), or it took longer than we wait: for a lock, for an answer. */
const serverBusy = /^(53|55P03$|57014$)/
const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** Messages of the driver without a code. */
const driverMessages = /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout expired)/
/** The pool's message when no connection became free in time. */
const poolExhausted = /^timeout exceeded when trying to connect/

/** Whether an error of the driver means that the connection is gone ('lost'), that the server has no room ('busy'), or something else. */
export function classifyFailure(error: unknown): 'lost' | 'busy' | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') {
    if (connectionLost.test(code) || networkErrors.has(code)) return 'lost'
    return serverBusy.test(code) ? 'busy' : undefined
  }
  if (typeof message !== 'string') return undefined
  if (poolExhausted.test(message)) return 'busy'
  return driverMessages.test(message) ? 'lost' : undefined
}

/** Whether a statement gave up because a row stayed locked longer than its lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  const { code } = ((error instanceof DatabaseUnavailable ? error.cause : error) ?? {}) as { code?: unknown }
  return code === '55P03'
}
