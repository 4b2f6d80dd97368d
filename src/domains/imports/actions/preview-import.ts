/** What would come of an import: every row is read and judged, nothing is written but the options. */
import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { fieldsOfKind, type ImportKind } from '../rules/fields.ts'
import { getRowKey, readRow, type RowValues } from '../rules/read-row.ts'
import { createReason } from '../rules/reasons.ts'
import * as store from '../store/imports.ts'
import { findOrigins, listWaiting, type TableRow } from '../store/rows.ts'
import { toProblem, toWire, type Problem } from '../wire.ts'
import { importers } from './importers.ts'
import { failed, type Outcome, skipped } from './importers/importer.ts'
import { assertMappingFits, changeOptions, type OptionsChange } from './options.ts'

const BATCH_ROWS = 100
const SAMPLE_ROWS = 10
const MAX_PROBLEMS = 100

interface JudgedRow {
  line: number
  values: RowValues
  outcome: Outcome
  /** The column to blame. */
  column?: string | undefined
}

/** Refuses with NOT_FOUND, IMPORT_NOT_READY and IMPORT_MAPPING_INVALID; what was chosen is kept all the same, so that it can be mended. */
export async function previewImport(ctx: OwnTransactionContext, id: string, change: OptionsChange) {
  const found = await ctx.transaction(async (work) => {
    const known = (await store.lockImport(work, id)) ?? refuseStandard('NOT_FOUND')
    if (known.status !== 'READY') refuse('IMPORT_NOT_READY')
    const options = await changeOptions(work, known, change)
    await store.saveOptions(work, id, options)
    return { ...known, options }
  })
  assertMappingFits(found.kind, found.columns, found.options.mapping)
  const { timeZone: zone } = await ctx.read(getSite)
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 }
  const reasons = { FAILED: [] as Problem[], SKIPPED: [] as Problem[] }
  const sample: { line: number; state: Outcome['state']; values: Record<string, string> }[] = []
  const lines = new Map<string, number>()
  for (let after = 0; ; ) {
    const rows = await ctx.read((work) => listWaiting(work, id, { after, limit: BATCH_ROWS }))
    const judged = await ctx.read((work) => judgeRows(work, found, { rows, lines, zone }))
    for (const { line, outcome, values, column } of judged) {
      counts[outcome.state.toLowerCase() as keyof typeof counts] += 1
      if ((outcome.state === 'FAILED' || outcome.state === 'SKIPPED') && outcome.reason) {
        const list = reasons[outcome.state]
        if (list.length < MAX_PROBLEMS) list.push(toProblem({ line, column, reason: outcome.reason }))
      }
      if (sample.length < SAMPLE_ROWS) sample.push({ line, state: outcome.state, values: toShownValues(found.kind, values, zone) })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) break
    after = last.line
  }
  return { import: toWire(found), counts, problems: reasons.FAILED, skippedRows: reasons.SKIPPED, sample }
}

async function judgeRows(
  ctx: ReadContext,
  { kind, columns, options }: store.Import,
  { rows, lines, zone }: { rows: readonly TableRow[]; lines: Map<string, number>; zone: string },
): Promise<JudgedRow[]> {
  const read = rows.map(({ line, cells }) => ({ line, ...readRow(kind, columns, cells, { ...options, zone }) }))
  const sound = read.filter(({ problems }) => problems.length === 0)
  const foreseen = await importers[kind].foresee(
    ctx,
    sound.map(({ values }) => values),
    options,
  )
  const known = await findOrigins(
    ctx,
    kind,
    sound.map(({ values }) => getRowKey(kind, values)),
  )
  const outcomes = new Map(sound.map(({ line }, place) => [line, foreseen[place] as Outcome]))
  return read.map(({ line, values, problems: [problem] }) => {
    if (problem) return { line, values, outcome: failed(problem.reason), column: problem.column }
    const key = getRowKey(kind, values)
    const firstLine = lines.get(key)
    if (firstLine === undefined) lines.set(key, line)
    const outcome = outcomes.get(line) as Outcome
    const column = outcome.field === undefined ? undefined : columns.find((one) => options.mapping[one] === outcome.field)
    if (known.has(key) && outcome.state !== 'FAILED') return { line, values, outcome: skipped(createReason('IMPORTED_BEFORE')) }
    const isRepeated = firstLine !== undefined && outcome.state !== 'FAILED' && !(kind === 'MEMBERS' && options.duplicates === 'UPDATE')
    return { line, values, column, outcome: isRepeated ? skipped(createReason('SAME_AS_ROW', { row: firstLine })) : outcome }
  })
}

/** Values by the labels of their fields, as people read them. Password hashes are never shown, not even to those who sent them. */
function toShownValues(kind: ImportKind, values: RowValues, zone: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value = '']): [string, string][] => {
      const field = fieldsOfKind[kind].find(({ name }) => name === key)
      const label = field?.label ?? key.replace(/^custom:/, '')
      if (key === 'passwordHash') return [[label, '…']]
      if (field?.type !== 'dateTime') return [[label, value]]
      return [[label, Temporal.Instant.from(value).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')]]
    }),
  )
}
