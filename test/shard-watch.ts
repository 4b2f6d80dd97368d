/** Which statements of the product leave the node of their site. Asks the planner of the cluster about each of them, once, with the values that it came with. */
import pg from 'pg'
import type { OpenDatabase } from '#kit/db/open.ts'
import { toDriver } from '#kit/db/values.ts'

interface SeenStatement {
  params: readonly unknown[]
  /** The lines of the product that sent it. */
  origin: string
}

/** The innermost frame of ours above the kit's database layer, when it belongs to the product and not to a test. */
function findOrigin(stack: string): string | undefined {
  const frames = stack.split('\n').filter((line) => !line.includes('node_modules') && !line.includes('src/kit/db/') && /(src|test)\//.test(line))
  const [first = ''] = frames
  const isProduct = /\/src\//.test(first) && !first.includes('.test.ts') && !first.includes('/src/test-hooks/')
  return isProduct
    ? first
        .trim()
        .replace(/^at (async )?/, '')
        .replace(process.cwd(), '')
    : undefined
}

interface Plan {
  [key: string]: unknown
}
/** The largest number of tasks that a plan deals out: 1 stays with one site. */
function countTasks(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const own = Number((plan as Plan)['Task Count'] ?? 0)
  return Math.max(own, ...Object.values(plan).map(countTasks))
}

/** Statements that stay with their site, as a database before has shown: the files of a worker send many of them alike. */
const proven = new Set<string>()

/** Follows the statements of a database from now on. */
export function watchShards(open: OpenDatabase): { findStrayed(url: string): Promise<string[]> } {
  const seen = new Map<string, SeenStatement>()
  open.watch.onStatement = (text, { params }) => {
    if (seen.has(text) || proven.has(text) || text.includes('/* across sites */') || !/^\s*(\/\*[^*]*\*\/\s*)*(select|with|insert|update|delete)\b/i.test(text))
      return
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 60
    const origin = findOrigin(new Error('origin').stack ?? '')
    Error.stackTraceLimit = stackTraceLimit
    if (origin) seen.set(text, { params, origin })
  }
  return {
    findStrayed: async (url) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const strayed: string[] = []
      try {
        for (const [text, { params, origin }] of seen) {
          const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, params.map(toDriver))
          const tasks = countTasks(rows[0]?.['QUERY PLAN'])
          if (tasks > 1) strayed.push(`${origin}: ${tasks} tasks\n${text}`)
          else proven.add(text)
        }
      } finally {
        await client.end()
      }
      return strayed
    },
  }
}
