/**
 * Joins statements of transactions that consist of nothing else. Those of one group lock the same row, so that each would hold a connection and wait
 * for the commit of the one before it. While one is under way the others gather here, and go out as one statement with one commit: bookings of a class that
 * many want at once take half of the database's work.
 */
import type { Connection, Statement, StatementGroup, StatementResult } from './connection.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How many are joined at most: each number of them is a statement that a connection prepares. */
const MAX_JOINED = 16
/** How many of a group may gather. Who comes later waits for a connection, where as many may wait as anywhere. */
const MAX_GATHERED = 128

export type GroupedStatement = Statement & { group: StatementGroup }

interface Member {
  statement: GroupedStatement
  resolve(result: StatementResult): void
  reject(error: unknown): void
}

interface Ways {
  /** A statement outside of a transaction: it is one by itself. */
  execute(statement: Statement): Promise<StatementResult>
  /** A statement within a transaction of its own, in line with all others that want a connection. */
  executeApart(statement: Statement): Promise<StatementResult>
}

export class StatementGroups {
  readonly #ways: Ways
  /** Key of a group of which a statement is under way → those that have gathered meanwhile. */
  readonly #gathered = new Map<string, Member[]>()
  /**
   * Keys of groups of which joined statements failed → how many of them are under way, each by itself: as long as there are any and none of them
   * succeeds, nothing is joined. A full class refuses all.
   */
  readonly #apart = new Map<string, number>()

  constructor(ways: Ways) {
    this.#ways = ways
  }

  /** Answers once it has taken effect. Throws what its own failure was, and DatabaseUnavailable. */
  run(statement: GroupedStatement): Promise<StatementResult> {
    const { key } = statement.group
    const gathered = this.#gathered.get(key)
    if (this.#apart.has(key)) return this.#runApart(statement)
    if ((gathered?.length ?? 0) >= MAX_GATHERED) return this.#ways.executeApart(statement)
    return new Promise((resolve, reject) => {
      const member = { statement, resolve, reject }
      if (gathered) return void gathered.push(member)
      this.#gathered.set(key, [member])
      // Those whose requests have arrived by now come along.
      setImmediate(() => void this.#carryOutAll(key))
    })
  }

  async #carryOutAll(key: string): Promise<void> {
    for (let members = this.#take(key); members.length > 0; members = this.#take(key)) await this.#carryOut(key, members)
    this.#gathered.delete(key)
  }

  #take(key: string): Member[] {
    return this.#gathered.get(key)?.splice(0, MAX_JOINED) ?? []
  }

  async #carryOut(key: string, members: readonly Member[]): Promise<void> {
    const statements = members.map(({ statement }) => statement)
    const [first] = statements as [GroupedStatement]
    try {
      const { rows, ...result } = await this.#ways.execute(statements.length === 1 ? first : first.group.join(statements))
      members.forEach(({ resolve }, at) => resolve({ ...result, rowCount: 1, rows: rows.slice(at, at + 1) }))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#failAll(key, members, error)
      else if (members.length === 1) members[0]?.reject(error)
      else this.#runAllApart(key, members)
    }
  }

  /** Nothing of the joined statement was kept, for the sake of one of them perhaps. */
  #runAllApart(key: string, members: readonly Member[]): void {
    const gathered = this.#gathered.get(key)?.splice(0) ?? []
    for (const { statement, resolve, reject } of [...members, ...gathered]) this.#runApart(statement).then(resolve, reject)
  }

  async #runApart(statement: GroupedStatement): Promise<StatementResult> {
    const { key } = statement.group
    this.#apart.set(key, (this.#apart.get(key) ?? 0) + 1)
    try {
      const result = await this.#ways.executeApart(statement)
      this.#apart.delete(key)
      return result
    } finally {
      const left = (this.#apart.get(key) ?? 0) - 1
      if (left > 0) this.#apart.set(key, left)
      else this.#apart.delete(key)
    }
  }

  /** Those that were not sent would fail as well, after as long a wait; they are not in doubt. An error of its own for each: callers add to it. */
  #failAll(key: string, members: readonly Member[], { cause, inDoubt, isLost }: DatabaseUnavailable): void {
    for (const { reject } of members) reject(new DatabaseUnavailable(cause, { inDoubt, isLost }))
    for (const { reject } of this.#gathered.get(key)?.splice(0) ?? []) reject(new DatabaseUnavailable(cause, { inDoubt: false, isLost }))
  }
}

/** How a pool carries them out. */
export const toWays = (connect: () => Promise<Connection>): Ways => ({
  execute: (statement) => withConnection(connect, (connection) => connection.execute(statement)),
  executeApart: (statement) =>
    withConnection(connect, async (connection) => {
      await connection.begin()
      try {
        const pending = await connection.pipeline(statement)
        await connection.commit()
        return await pending.settled
      } catch (error) {
        // Why it failed is what counts.
        await connection.rollback().catch(() => undefined)
        throw error
      }
    }),
})

async function withConnection<T>(connect: () => Promise<Connection>, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect()
  try {
    return await work(connection)
  } finally {
    connection.release()
  }
}
