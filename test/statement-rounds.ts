/** How many statements of a call had to wait for the answer of an earlier one. */
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from '#kit/db/open.ts'

/** So long after the last statement that was asked for, those that wait are carried out together. */
const QUIET_MS = 20

interface Executor {
  executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>>
}
interface Waiting {
  text: string
  run(): Promise<void>
}
/**
 * The statements outside of transactions that a call sends, in rounds: those of a round are asked for before any of them is answered, and answered together.
 * The number of rounds is that of trips that a call waits for one after the other, on a database that carries out any number at once.
 */
export async function getStatementRounds(db: Db, call: () => Promise<unknown>): Promise<string[][]> {
  // Each request has a handle of its own: what all of them have in common is the class.
  const executors = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor())) as Executor
  const { executeQuery } = executors
  const rounds: string[][] = []
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let answered: (() => void)[] = []
  let isAnswering = false
  const answer = async () => {
    if (isAnswering || waiting.length === 0) return
    isAnswering = true
    const round = waiting
    waiting = []
    rounds.push(round.map(({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 160)))
    await Promise.all(round.map(({ run }) => run()))
    const all = answered
    answered = []
    isAnswering = false
    for (const tell of all) tell()
    plan()
  }
  const plan = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void answer(), QUIET_MS)
  }
  executors.executeQuery = function (query) {
    return new Promise((resolve, reject) => {
      const run = () =>
        executeQuery.call(this, query).then(
          (result) => void answered.push(() => resolve(result)),
          (error: unknown) => void answered.push(() => reject(error)),
        )
      waiting.push({ text: query.sql, run })
      plan()
    })
  }
  try {
    await call()
  } finally {
    clearTimeout(timer)
    executors.executeQuery = executeQuery
  }
  return rounds
}
