/** `docs/grafana/atrium.json` is what Grafana imports, and asks for metrics that a server serves, by labels that they have. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metrics, readMetrics } from './metrics.ts'

interface Target {
  refId: string
  expr: string
  legendFormat: string
  datasource: { type: string; uid: string }
}
interface Panel {
  id: number
  title: string
  type: string
  datasource: { type: string; uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets: Target[]
}
const dashboard = JSON.parse(readFileSync('docs/grafana/atrium.json', 'utf8')) as {
  id?: unknown
  uid: string
  title: string
  schemaVersion: number
  time: { from: string; to: string }
  templating: { list: { name: string; type: string; query: string }[] }
  panels: Panel[]
}
const { panels } = dashboard
const targets = panels.flatMap((panel) => panel.targets)

test('it has what an import asks for: title, identifier, version of the schema, no id of a database', () => {
  expect(dashboard.id ?? null).toBeNull()
  expect(dashboard.uid).toMatch(/^[\w-]{1,40}$/)
  expect(dashboard.title).not.toBe('')
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36)
  expect(dashboard.time).toEqual({ from: expect.stringMatching(/^now-/), to: 'now' })
})

test('every panel and query takes the data source that is chosen at the top', () => {
  const variables = dashboard.templating.list.filter(({ type, query }) => type === 'datasource' && query === 'prometheus').map(({ name }) => `\${${name}}`)
  expect(variables).toHaveLength(1)
  const chosen = { type: 'prometheus', uid: variables[0] }
  for (const { datasource } of [...panels, ...targets]) expect(datasource).toEqual(chosen)
})

test('panels have an id and a title of their own, a type that Grafana brings, and lie on the grid without overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  const taken = new Map<string, string>()
  for (const { title, type, gridPos: at, targets: own } of panels) {
    expect(['timeseries', 'stat', 'gauge', 'table', 'bargauge']).toContain(type)
    expect(new Set(own.map(({ refId }) => refId)).size, title).toBe(own.length)
    expect(own.length, title).toBeGreaterThan(0)
    expect(at.x >= 0 && at.y >= 0 && at.w > 0 && at.h > 0 && at.x + at.w <= 24, title).toBe(true)
    for (let x = at.x; x < at.x + at.w; x++)
      for (let y = at.y; y < at.y + at.h; y++) {
        expect(taken.get(`${x} ${y}`), `${title} lies on another panel`).toBeUndefined()
        taken.set(`${x} ${y}`, title)
      }
  }
})

/** Metric → its labels, as a server with traffic serves them. */
async function serveMetrics(): Promise<Map<string, Set<string>>> {
  metrics.requests.inc({ operation: 'plans.listPlans', status: '200' })
  metrics.requestSeconds.observe({ operation: 'plans.listPlans' }, 0.01)
  metrics.statements.inc()
  metrics.connectionRefusals.inc({ reason: 'full' })
  metrics.jobs.inc({ kind: 'email', outcome: 'done' })
  metrics.jobSeconds.observe({ kind: 'email' }, 0.01)
  metrics.scheduleSeconds.observe({ schedule: 'orders' }, 0.01)
  metrics.webhooks.inc({ outcome: 'delivered' })
  metrics.emails.inc({ outcome: 'sent' })
  metrics.payments.inc({ provider: 'stripe', call: 'charge', outcome: 'succeeded' })
  metrics.unknownPaymentEvents.inc({ provider: 'stripe', kind: 'charge' })
  const { text } = await readMetrics({
    connections: () => ({ total: 2, idle: 1, waiting: 0 }),
    queue: async () => ({ due: 1, oldestSeconds: 2, dead: 0 }),
  })
  const served = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = served.get(name) ?? new Set<string>()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    served.set(name, known)
  }
  return served
}
const getMetrics = (expr: string): string[] => [...expr.matchAll(/\b(?:atrium|nodejs|process)_\w+/g)].map(([name]) => name)
/** Labels that an expression groups or filters by. */
const getLabels = (expr: string): string[] => [
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',').map((label) => label.trim())),
  ...[...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
]

test.each(targets.map(({ expr, legendFormat }) => [expr, legendFormat]))('%s is served, with its labels', async (expr, legendFormat) => {
  const served = await serveMetrics()
  const names = getMetrics(expr)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    expect([...served.keys()]).toContain(name)
    for (const label of getLabels(expr)) expect(served.get(name), `${name} by ${label}`).toContain(label)
  }
  expect(expr.split('(').length).toBe(expr.split(')').length)
  const grouped = getLabels(expr)
  for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(grouped).toContain(label)
})

test('every metric of ours has a panel, or an alarm or a line in the guide for operators', async () => {
  const guide = readFileSync('docs/operators.md', 'utf8')
  const shown = new Set([...targets.flatMap(({ expr }) => getMetrics(expr)), ...getMetrics(guide)].map((name) => name.replace(/_bucket$/, '')))
  const served = [...(await serveMetrics()).keys()].filter((name) => name.startsWith('atrium_') && !/_(sum|count)$/.test(name))
  expect([...new Set(served.map((name) => name.replace(/_bucket$/, '')))].filter((name) => !shown.has(name))).toEqual([])
})
