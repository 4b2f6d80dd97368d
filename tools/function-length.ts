/**
 * Functions stay short enough to be read at once: 45 lines on the server, in the web 110 for a component and 60 for everything else.
 * `tsx tools/function-length.ts` prints each longer one. Those known from before stand in `function-length.json` with their length:
 * none may be added, none may grow, and who is short enough leaves the list (`--shrink` writes it).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

interface LongFunction {
  file: string
  name: string
  line: number
  /** From the signature to the closing brace; inner functions are part of it. */
  lines: number
  limit: number
}
/** `file#function` → the lines it had when the list was made. */
type KnownLengths = Readonly<Record<string, number>>

const SERVER_LIMIT = 45
const COMPONENT_LIMIT = 110
const WEB_LIMIT = 60

function findLimit(file: string, name: string): number {
  if (!file.startsWith('src/web/')) return SERVER_LIMIT
  return file.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LIMIT : WEB_LIMIT
}

/** The name that a reader would use: its own, or that of what it is assigned to, or of the call it is handed to. */
function nameFunction(node: ts.Node): string {
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isFunctionExpression(node) || ts.isAccessor(node)) && node.name)
    return node.name.getText()
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.name.getText()
  if (ts.isCallExpression(parent)) {
    const { parent: around } = parent
    return ts.isVariableDeclaration(around) || ts.isPropertyAssignment(around) ? around.name.getText() : `${parent.expression.getText().split('\n')[0]}(…)`
  }
  return 'anonymous'
}

const hasBody = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)) &&
  node.body !== undefined

/** The functions of one file that are longer than its limit; of functions within one another the inner ones count on their own too. */
export function findLongFunctions(file: string, text: string): LongFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: LongFunction[] = []
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) {
      const line = lineAt(node.getStart(source))
      const lines = lineAt(node.getEnd()) - line + 1
      const name = nameFunction(node)
      const limit = findLimit(file, name)
      if (lines > limit) found.push({ file, name, line, lines, limit })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const getKey = ({ file, name }: LongFunction) => `${file}#${name}`

/** What is wrong with the list: functions that are new in it or have grown, and entries that no function needs any more. */
export function compareWithKnown(found: readonly LongFunction[], known: KnownLengths): string[] {
  const keys = new Set(found.map(getKey))
  return [
    ...found
      .filter((one) => one.lines > (known[getKey(one)] ?? 0))
      .map((one) => `${one.file}:${one.line} ${one.name} has ${one.lines} lines, at most ${known[getKey(one)] ?? one.limit} are allowed`),
    ...Object.keys(known)
      .filter((key) => !keys.has(key))
      .map((key) => `${key} is short enough: take it from the list (tsx tools/function-length.ts --shrink)`),
  ]
}

/** The list without what is short enough, each entry at the length that it has now; nothing is added and nothing grows. */
export function shrinkKnown(found: readonly LongFunction[], known: KnownLengths): KnownLengths {
  const lengths = new Map<string, number>()
  for (const one of found) lengths.set(getKey(one), Math.max(one.lines, lengths.get(getKey(one)) ?? 0))
  return Object.fromEntries(
    Object.entries(known)
      .filter(([key]) => lengths.has(key))
      .map(([key, lines]) => [key, Math.min(lines, lengths.get(key) ?? lines)]),
  )
}

function readAll(root: string): LongFunction[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|\.gen\.ts$|\.d\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => findLongFunctions(file, readFileSync(join(root, file), 'utf8')))
}

function main(): void {
  const root = resolve(import.meta.dirname, '..')
  const list = join(import.meta.dirname, 'function-length.json')
  const known = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as KnownLengths) : {}
  const found = readAll(root)
  if (process.argv.includes('--shrink')) {
    writeFileSync(list, `${JSON.stringify(shrinkKnown(found, known), null, 2)}\n`)
    return
  }
  const breaches = compareWithKnown(found, known)
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main()
