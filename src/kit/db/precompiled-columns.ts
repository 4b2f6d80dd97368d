/** Lists of columns that are put into SQL once instead of in every call. */
import { RawNode } from 'kysely'

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toSqlName = (name: string) =>
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
