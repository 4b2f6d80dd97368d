/**
 * Every public spelling of an operation leads to the one path its contract declares.
 * Clients call the same operation under a public host, a custom host and older prefixes (guide: wire 1); routing knows one.
 */
import { aliasLines } from './aliases.gen.ts'

/** One step of a path. A step with a verb, `{id}:setDefault`, is a parameter with that ending. */
interface Node {
  exact: Map<string, Node>
  /** Endings of parameter steps, longest first; '' takes any non-empty step. */
  params: { ending: string; node: Node }[]
  /** Method → steps of the target: a string is literal, a number the how-many-th parameter. */
  targets?: Map<string, Target>
}
type Target = readonly (string | number | { param: number; ending: string })[]

const newNode = (): Node => ({ exact: new Map(), params: [] })
const parameter = /^\{[^}]+\}(.*)$/

const child = (node: Node, step: string): Node => {
  const ending = parameter.exec(step)?.[1]
  if (ending === undefined) {
    const next = node.exact.get(step) ?? newNode()
    node.exact.set(step, next)
    return next
  }
  const known = node.params.find((param) => param.ending === ending)
  if (known) return known.node
  const fresh = { ending, node: newNode() }
  node.params.push(fresh)
  node.params.sort((a, b) => b.ending.length - a.ending.length)
  return fresh.node
}

const targetOf = (path: string): Target => {
  let seen = 0
  return path.split('/').map((step) => {
    const ending = parameter.exec(step)?.[1]
    if (ending === undefined) return step
    return ending === '' ? seen++ : { param: seen++, ending }
  })
}

/** The other spellings of each line of the generated table, written out. */
export function* aliases(lines = aliasLines): Generator<{ method: string; path: string; alias: string }> {
  for (const line of lines.trim().split('\n')) {
    const [method = '', path = '', ...others] = line.split(' ')
    for (const other of others) yield { method, path, alias: other.startsWith('+') ? other.slice(1) + path : other }
  }
}

const root = newNode()
for (const { method, path, alias } of aliases()) {
  let node = root
  for (const step of alias.split('/')) node = child(node, step)
  node.targets ??= new Map()
  node.targets.set(method, targetOf(path))
}

/** Exact names win over parameters; a wrong turn is taken back. */
function find(node: Node, steps: readonly string[], at: number, method: string, taken: string[]): Target | undefined {
  if (at === steps.length) return node.targets?.get(method)
  const step = steps[at] as string
  const next = node.exact.get(step)
  const exact = next && find(next, steps, at + 1, method, taken)
  if (exact) return exact
  for (const { ending, node: beyond } of node.params) {
    if (step.length <= ending.length || !step.endsWith(ending)) continue
    taken.push(ending === '' ? step : step.slice(0, -ending.length))
    const found = find(beyond, steps, at + 1, method, taken)
    if (found) return found
    taken.pop()
  }
  return undefined
}

/**
 * The url with its path spelled as the contracts spell it; any other url comes back as it is. Escapes and the query string
 * are left alone. HEAD finds what GET finds.
 */
export function undoAlias(method: string, url: string): string {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const taken: string[] = []
  const target = find(root, path.split('/'), 0, method === 'HEAD' ? 'GET' : method, taken)
  if (!target) return url
  const steps = target.map((step) => (typeof step === 'string' ? step : typeof step === 'number' ? taken[step] : `${taken[step.param]}${step.ending}`))
  return steps.join('/') + (mark < 0 ? '' : url.slice(mark))
}
