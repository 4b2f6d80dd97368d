/** Lists of columns that are put into SQL once instead of in every call. */
import { RawNode } from 'kysely'

/** A name as SQL spells it. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columnNames = new Map<string, string>()
/** The same for columns of rows, found once. */
export function toColumnName(name: string): string {
  let known = columnNames.get(name)
  if (known === undefined) columnNames.set(name, (known = toSnakeCase(name)))
  return known
}
/** A column or table as SQL spells it, quoted. */
export const toSqlName = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${toSnakeCase(part)}"`)
    .join('.')

/**
 * The columns of a `select`, as one piece that is ready made; its type is still the list of names. For calls that are made
 * often and read many columns: to take thirty names apart costs more than the rest of the statement.
 */
export function precompileColumns<const Names extends readonly string[]>(names: Names): Names {
  const node = RawNode.createWithSql(names.map(toSqlName).join(', '))
  // What kysely takes for an expression with a name; the names are in the text.
  const precompiled = { expression: undefined, alias: '', toOperationNode: () => node }
  return [precompiled] as unknown as Names
}
