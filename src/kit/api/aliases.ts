/**
 * Every public spelling of an operation leads to the one path its contract declares.
 * Clients call the same operation under a public host, a custom host and older prefixes; routing knows one. Source: contract wire §1.
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

const createNode = (): Node => ({ exact: new Map(), params: [] })
const parameterPattern = /^\{[^}]+\}(.*)$/

const getOrAddChild = (node: Node, step: string): Node => {
  const ending = parameterPattern.exec(step)?.[1]
  if (ending === undefined) {
    const next = node.exact.get(step) ?? createNode()
    node.exact.set(step, next)
    return next
  }
  const known = node.params.find((param) => param.ending === ending)
  if (known) return known.node
  const added = { ending, node: createNode() }
  node.params.push(added)
  node.params.sort((a, b) => b.ending.length - a.ending.length)
  return added.node
}

const parseTarget = (path: string): Target => {
  let parameterCount = 0
  return path.split('/').map((step) => {
    const ending = parameterPattern.exec(step)?.[1]
    if (ending === undefined) return step
    return ending === '' ? parameterCount++ : { param: parameterCount++, ending }
  })
}

/** The other spellings of each line of the generated table, written out. */
export function* listAliases(lines = aliasLines): Generator<{ method: string; path: string; alias: string }> {
  for (const line of lines.trim().split('\n')) {
    const [method = '', path = '', ...others] = line.split(' ')
    for (const other of others) yield { method, path, alias: other.startsWith('+') ? other.slice(1) + path : other }
  }
}

const root = createNode()
for (const { method, path, alias } of listAliases()) {
  let node = root
  for (const step of alias.split('/')) node = getOrAddChild(node, step)
  node.targets ??= new Map()
  node.targets.set(method, parseTarget(path))
}

/** Exact names win over parameters; a dead end is backtracked. */
function findTarget(node: Node, steps: readonly string[], at: number, method: string, parameters: string[]): Target | undefined {
  if (at === steps.length) return node.targets?.get(method)
  const step = steps[at] as string
  const next = node.exact.get(step)
  const exact = next && findTarget(next, steps, at + 1, method, parameters)
  if (exact) return exact
  for (const { ending, node: beyond } of node.params) {
    if (step.length <= ending.length || !step.endsWith(ending)) continue
    parameters.push(ending === '' ? step : step.slice(0, -ending.length))
    const found = findTarget(beyond, steps, at + 1, method, parameters)
    if (found) return found
    parameters.pop()
  }
  return undefined
}

/**
 * The url with its path spelled as the contracts spell it; any other url comes back as it is. Escapes and the query string
 * are left alone. HEAD finds what GET finds.
 */
export function resolveAlias(method: string, url: string): string {
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  const parameters: string[] = []
  const target = findTarget(root, path.split('/'), 0, method === 'HEAD' ? 'GET' : method, parameters)
  if (!target) return url
  const steps = target.map((step) =>
    typeof step === 'string' ? step : typeof step === 'number' ? parameters[step] : `${parameters[step.param]}${step.ending}`,
  )
  return steps.join('/') + (queryStart < 0 ? '' : url.slice(queryStart))
}
