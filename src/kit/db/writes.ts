/**
 * Which tables a statement writes, so that the cache drops what it holds of them. A statement of the query builder says so by
 * its tree. Raw SQL says so by a mark: sql`${writes('session_seat')} insert into session_seat …`. A function of the database
 * that writes is marked with the tables behind it. `npm run check` finds raw SQL whose mark is missing or names too few tables.
 */
import {
  InsertQueryNode,
  DeleteQueryNode,
  MergeQueryNode,
  type OperationNode,
  RawNode,
  SelectQueryNode,
  sql,
  TableNode,
  AliasNode,
  UpdateQueryNode,
} from 'kysely'
import type { TableName } from './tables.gen.ts'

const MARK = '/* writes '
/** The mark of a statement that writes these tables, as text. */
export const markWrites = (...tables: string[]): string => `${MARK}${tables.join(' ')} */`
/** Marks a raw statement, or a part of one, that writes these tables. */
export const writes = (...tables: [TableName, ...TableName[]]) => sql.raw(markWrites(...tables))

const NO_PLAN = '/* no prepared plan */'
/**
 * Marks a statement that the server must not prepare: the best way to its rows depends on the values it comes with, and
 * a plan that is kept suits all values alike.
 */
export const noPreparedPlan = sql.raw(NO_PLAN)

/**
 * Marks a statement that looks at rows of all sites: the runner for what is due, an operator's figures. In a cluster every other statement goes to
 * the node of one site (decision 0038), and the tests on a cluster hold it to that.
 */
export const acrossSites = sql.raw('/* across sites */')

interface Marks {
  writes: readonly string[]
  mayPrepare: boolean
}

/** What the tree of a compiled statement says about it. */
export function readMarks(root: OperationNode): Marks {
  const tables = new Set<string>()
  let mayPrepare = true
  const visitTable = (node: OperationNode): void => {
    if (AliasNode.is(node)) visitTable(node.node)
    else if (TableNode.is(node)) tables.add(node.table.identifier.name)
  }
  const visit = (node: OperationNode): void => {
    if (RawNode.is(node)) {
      const [text = ''] = node.sqlFragments
      if (text === NO_PLAN) mayPrepare = false
      else if (text.startsWith(MARK)) for (const table of text.slice(MARK.length, -3).split(' ')) tables.add(table)
      node.parameters.forEach(visit)
      return
    }
    if (InsertQueryNode.is(node) || MergeQueryNode.is(node)) {
      if (node.into) visitTable(node.into)
    } else if (UpdateQueryNode.is(node)) {
      if (node.table) visitTable(node.table)
    } else if (DeleteQueryNode.is(node)) node.from.froms.forEach(visitTable)
    else if (!SelectQueryNode.is(node)) return
    node.with?.expressions.forEach((common) => visit(common.expression))
  }
  visit(root)
  return { writes: [...tables], mayPrepare }
}
