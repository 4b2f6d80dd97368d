/**
 * Tables have owners: only the stores of the domain that lists a table in `tables.ts` read and write it. Others call its
 * `public.ts`, or declare the table there as one they read, with a reason. Raw SQL that writes names its tables with
 * `writes(…)`, so that the cache hears of it. `tsx tools/table-owners.ts` prints what breaks these rules.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

/** What `tables.ts` of a domain, or of the kit, exports. */
interface TableList {
  owns: readonly string[]
  /** Tables of others that its SQL reads → why. */
  reads?: Readonly<Record<string, string>>
  /** Tables of others that its SQL writes → why. */
  writesOf?: Readonly<Record<string, string>>
}
type Access = 'read' | 'write'
interface Use {
  table: string
  access: Access
  line: number
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const builderAccess: Readonly<Record<string, Access>> = {
  selectFrom: 'read',
  innerJoin: 'read',
  leftJoin: 'read',
  rightJoin: 'read',
  fullJoin: 'read',
  crossJoin: 'read',
  innerJoinLateral: 'read',
  leftJoinLateral: 'read',
  using: 'read',
  insertInto: 'write',
  updateTable: 'write',
  deleteFrom: 'write',
  mergeInto: 'write',
}

/** Tables behind each function of the database, by what it reads and writes itself and by the functions it calls. */
function readFunctions(schema: string, isTable: (name: string) => boolean): Map<string, { read: Set<string>; write: Set<string> }> {
  const bodies = [...schema.matchAll(/CREATE OR REPLACE FUNCTION public\.(\w+)\([\s\S]*?AS \$function\$([\s\S]*?)\$function\$/g)].map(([, name, body]) => ({
    name: name as string,
    body: body as string,
  }))
  const functions = new Map(
    bodies.map(({ name, body }) => {
      const uses = findTablesInSql(body, isTable)
      return [
        name,
        {
          read: new Set(uses.filter((use) => use.access === 'read').map((use) => use.table)),
          write: new Set(uses.filter((use) => use.access === 'write').map((use) => use.table)),
        },
      ]
    }),
  )
  // Each round follows the calls one step further.
  for (const _round of bodies)
    for (const { name, body } of bodies)
      for (const [called, tables] of functions)
        if (called !== name && new RegExp(`\\b${called}\\(`).test(body)) {
          for (const table of tables.read) functions.get(name)?.read.add(table)
          for (const table of tables.write) functions.get(name)?.write.add(table)
        }
  return functions
}

/** Tables that a piece of SQL names behind from, join, into, update and delete. Columns of the same name are not behind these words. */
function findTablesInSql(text: string, isTable: (name: string) => boolean): { table: string; access: Access }[] {
  const words = text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ').match(/[\w.$]+|[(),]/g) ?? []
  const uses: { table: string; access: Access }[] = []
  const at = (index: number) => (words[index] ?? '').toLowerCase()
  const tableAt = (index: number) => at(index).replace(/^public\./, '')
  for (let index = 0; index < words.length; index++) {
    const word = at(index)
    let next = index + 1
    while (at(next) === 'only' || at(next) === 'lateral') next++
    if (word === 'into' && at(index - 1) === 'insert' && isTable(tableAt(next))) uses.push({ table: tableAt(next), access: 'write' })
    else if (word === 'update' && !['for', 'do', 'no', 'key'].includes(at(index - 1)) && isTable(tableAt(next)))
      uses.push({ table: tableAt(next), access: 'write' })
    else if (word === 'from' && at(index - 1) === 'delete' && isTable(tableAt(next))) uses.push({ table: tableAt(next), access: 'write' })
    else if (word === 'from' || word === 'join' || word === 'using') {
      // A list of tables: each with or without another name.
      for (;;) {
        if (isTable(tableAt(next))) uses.push({ table: tableAt(next), access: 'read' })
        else break
        next++
        if (at(next) === 'as') next++
        if (at(next) !== ',' && /^[a-z]\w*$/.test(at(next))) next++
        if (word === 'join' || at(next) !== ',') break
        next++
        while (at(next) === 'only' || at(next) === 'lateral') next++
      }
    }
  }
  return uses
}

/** Every use of a table in one file, and raw writes that are not marked. */
function readFile(file: string, isTable: (name: string) => boolean, functions: ReturnType<typeof readFunctions>) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const uses: Use[] = []
  const unmarked: Use[] = []
  const getLine = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const add = (name: string, access: Access, node: ts.Node) => {
    const table = toSnakeCase(name.split(' ')[0] as string)
    if (isTable(table)) uses.push({ table, access, line: getLine(node) })
  }
  const literals = (node: ts.Node | undefined): string[] =>
    node && ts.isStringLiteralLike(node) ? [node.text] : node && ts.isArrayLiteralExpression(node) ? node.elements.flatMap((element) => literals(element)) : []

  const visitSql = (node: ts.TaggedTemplateExpression) => {
    const { template } = node
    const spans = ts.isTemplateExpression(template) ? template.templateSpans : []
    const text = ts.isTemplateExpression(template) ? [template.head.text, ...spans.map((span) => span.literal.text)].join(' $ ') : template.text
    const marked = new Set(
      spans.flatMap(({ expression }) =>
        ts.isCallExpression(expression) && expression.expression.getText() === 'writes' ? expression.arguments.flatMap((argument) => literals(argument)) : [],
      ),
    )
    const found: { table: string; access: Access }[] = findTablesInSql(text, isTable)
    for (const [name, tables] of functions)
      if (new RegExp(`\\b${name}\\(`).test(text)) {
        for (const table of tables.read) found.push({ table, access: 'read' })
        for (const table of tables.write) found.push({ table, access: 'write' })
      }
    for (const { table, access } of found) {
      const use = { table, access, line: getLine(node) }
      uses.push(use)
      if (access === 'write' && !marked.has(table)) unmarked.push(use)
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') visitSql(node)
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const access = builderAccess[node.expression.name.text]
      if (access) for (const name of literals(node.arguments[0])) add(name, access, node)
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'updateRevision') for (const name of literals(node.arguments[1])) add(name, 'write', node)
    // A rule of copyRows.
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'table') for (const name of literals(node.initializer)) add(name, 'write', node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { uses, unmarked }
}

const getOwner = (path: string): string | undefined => /^src\/domains\/([^/]+)\//.exec(path)?.[1] ?? /^src\/(kit|test-hooks)\//.exec(path)?.[1]

const listSources = (root: string): string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.gen.ts') && !path.startsWith('src/kit/db/migrations/'))
    .toSorted()

/** One sentence for each breach, in the tree below `root`. */
export async function findBreaches(root: string, schemaFile = 'src/kit/db/schema.sql'): Promise<string[]> {
  const schema = readFileSync(schemaFile, 'utf8')
  const tables = new Set([...schema.matchAll(/^create table (\w+)/gm)].map(([, name]) => name as string))
  const isTable = (name: string) => tables.has(name)
  const functions = readFunctions(schema, isTable)
  const breaches: string[] = []
  const files = listSources(root)

  const lists = new Map<string, TableList>()
  const owners = new Map<string, string>()
  for (const file of files.filter((path) => /^src\/(domains\/[^/]+|kit|test-hooks)\/tables\.ts$/.test(path))) {
    const domain = getOwner(file) as string
    const list = (await import(pathToFileURL(resolve(root, file)).href)) as TableList
    lists.set(domain, list)
    for (const table of list.owns) {
      if (!isTable(table)) breaches.push(`${file} owns ${table}, which does not exist`)
      if (owners.has(table)) breaches.push(`${file} owns ${table}, which ${owners.get(table)} owns too`)
      owners.set(table, domain)
    }
  }
  if (root === '.') for (const table of tables) if (!owners.has(table)) breaches.push(`no domain owns ${table}: list it in a tables.ts`)

  const declared = new Set<string>()
  for (const file of files) {
    const path = join(root, file)
    if (!/sql|selectFrom|insertInto|updateTable|deleteFrom|updateRevision|CopyRule/.test(readFileSync(path, 'utf8'))) continue
    const { uses, unmarked } = readFile(path, isTable, functions)
    const domain = getOwner(file) ?? file
    const { reads = {}, writesOf = {} } = lists.get(domain) ?? {}
    for (const { table, access, line } of uses) {
      if (owners.get(table) === domain) continue
      declared.add(`${domain} ${access} ${table}`)
      if (access === 'read' ? table in reads || table in writesOf : table in writesOf) continue
      breaches.push(`${file}:${line} ${access === 'read' ? 'reads' : 'writes'} ${table}, which ${owners.get(table) ?? 'no domain'} owns`)
    }
    for (const { table, line } of unmarked) breaches.push(`${file}:${line} writes ${table} by raw SQL without writes('${table}')`)
  }
  for (const [domain, { reads = {}, writesOf = {} }] of lists) {
    for (const table of Object.keys(reads))
      if (!declared.has(`${domain} read ${table}`)) breaches.push(`${domain} declares that it reads ${table}, and does not`)
    for (const table of Object.keys(writesOf))
      if (!declared.has(`${domain} write ${table}`)) breaches.push(`${domain} declares that it writes ${table}, and does not`)
  }
  return breaches
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const breaches = await findBreaches('.')
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) process.exitCode = 1
}
