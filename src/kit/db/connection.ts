/** The one interface behind which the databases, their pools and pipelining stand. Kysely reaches it through dialect.ts. */
import type { Claimant } from './connection-queue.ts'

/** A statement on its way to a database. */
export interface Statement {
  text: string
  params: readonly unknown[]
  /** Tables it writes, in snake case; see writes.ts. */
  writes: readonly string[]
  /** False when a kept plan would be a bad one for other values; see `noPreparedPlan`. */
  mayPrepare: boolean
  /** Of a pipelined statement: it may go out with those of other transactions, where it is the only one of its own. */
  batching?: Batching | undefined
}
/** How statements that wait for the same lock become one; see statement-batches.ts. */
export interface Batching {
  /** What they have in common. */
  key: string
  /** One statement that carries out all of these in their order, or none of them. Its rows are the results, a row for each. */
  combine(statements: readonly Statement[]): Statement
}
export interface StatementResult {
  /** The command tag as PostgreSQL names it: SELECT, INSERT, … */
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
  /** The database says that rows were written, whatever the statement declared. */
  isWrite: boolean
}

/** A pipelined statement: sent, and possibly not answered yet. */
export interface PendingStatement {
  /** Sends what is still held back, and waits for the result. */
  result(): Promise<StatementResult>
  /** The same result, without sending anything automatically. */
  readonly settled: Promise<StatementResult>
  /** Turns the failure of this statement into the error that its caller means; throws it. */
  translateError?: ((error: unknown) => never) | undefined
}

/** One borrowed connection. Statements are carried out in the order in which they are given to it. */
export interface Connection {
  begin(settings?: string): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  execute(statement: Statement): Promise<StatementResult>
  /**
   * Sends a statement of a transaction without waiting for its result: where the pool pipelines, it is sent with the next
   * statement, or with the commit, and its failure fails that one. Where the pool does not, it is carried out at once.
   */
  pipeline(statement: Statement): Promise<PendingStatement>
  release(): void
}

export interface ConnectionPool {
  /** Throws DatabaseUnavailable when too many wait already, and when the wait takes too long. */
  connect(claimant?: Claimant): Promise<Connection>
  end(): Promise<void>
}

/** A statement that has its result already. */
export const toPendingStatement = (result: StatementResult): PendingStatement => {
  const settled = Promise.resolve(result)
  return { settled, result: () => settled }
}

/** Gives the connection back when the work has ended, however it ended. */
export async function withConnection<T>(connect: () => Promise<Connection>, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect()
  try {
    return await work(connection)
  } finally {
    connection.release()
  }
}
