/** What one request or job costs in statements, counted along its asynchronous path. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { metrics } from './metrics.ts'

interface Cost {
  statements: number
}

const current = new AsyncLocalStorage<Cost>()

/** Runs the work; `cost.statements` counts the SQL statements that it sends. */
export const countStatements = <T>(cost: Cost, work: () => T): T => current.run(cost, work)

/** Called by the database for every statement. */
export function countStatement(): void {
  metrics.statements.inc()
  const cost = current.getStore()
  if (cost) cost.statements += 1
}
