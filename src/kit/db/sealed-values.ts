/** Sealed values that the tables hold: each domain says where its own are, so that they follow when the key changes. */
import { type RawBuilder, sql } from 'kysely'
import { openWithKeys, type SealingKeys, openText, sealText } from '../secrets/seal.ts'
import { addSealedMark, isMarkedAsSealed, removeSealedMark } from '../secrets/sealing.ts'
import type { Tx } from './handles.ts'
import type { TableName } from './tables.gen.ts'
import { acrossSites, writes } from './writes.ts'

export interface SealedValue {
  table: TableName
  column: string
  /** Where it is in a column of JSON; empty: it is all of it. */
  path?: readonly string[]
  /** SQL on the row `r`: which rows have such a value. */
  where?: string
  /** Columns that say what is sealed, and for whom. */
  boundTo: readonly string[]
  /** What is sealed; `bound`: the values of those columns, in their order. */
  describe: (...bound: string[]) => string
  /** Versions before sealing stored it as it was: a mark says that it is sealed. */
  isMarked?: boolean
  /** Without it the server makes another one, or asks for it again. Else the value stays, and is entered again. */
  isDeletedWhenLost?: boolean
  /** Without it the row stays, with an empty text in its place: nothing makes it anew. */
  isEmptiedWhenLost?: boolean
}

interface StoredValue {
  bound: string[]
  value: string
}

const toValueSql = ({ column, path }: SealedValue) => sql.raw(path ? `(r."${column}" #>> '{${path.join(',')}}')` : `r."${column}"`)
const toBoundSql = ({ boundTo }: SealedValue) => sql.raw(`array[${boundTo.map((name) => `r."${name}"::text`).join(', ')}]`)

async function listStoredValues(tx: Tx, one: SealedValue): Promise<StoredValue[]> {
  const value = toValueSql(one)
  const { rows } = await sql<StoredValue>`${acrossSites}
    select ${toBoundSql(one)} as bound, ${value} as value from ${sql.table(one.table)} r
    where ${value} <> '' and ${sql.raw(one.where ?? 'true')}`.execute(tx)
  return rows
}

/** The list has each value as text and as JSON: in a cluster an update calls no function that makes one of the other. */
function toReplacement({ column, path }: SealedValue): string {
  if (path === undefined) return 'v.sealed'
  return path.length === 0 ? 'v.json' : `jsonb_set(r."${column}", '{${path.join(',')}}', v.json)`
}

/** A cluster changes rows joined with a list only where the site is named: once per site. Values of no site are changed together. */
async function eachSite<V extends StoredValue>(
  { boundTo }: SealedValue,
  values: readonly V[],
  change: (ofSite: RawBuilder<unknown>, values: V[]) => Promise<unknown>,
) {
  const at = boundTo.indexOf('site_id')
  if (at < 0) return values.length > 0 && change(sql`true`, [...values])
  const bySite = new Map<string | undefined, V[]>()
  for (const value of values) bySite.set(value.bound[at], [...(bySite.get(value.bound[at]) ?? []), value])
  for (const [siteId, own] of bySite) await change(sql`r.site_id = ${siteId}::uuid`, own)
}

/** Only where it is as it was read: what a process changed meanwhile has its own seal. */
const replaceValues = (tx: Tx, one: SealedValue, changed: readonly (StoredValue & { sealed: string })[]) =>
  eachSite(one, changed, (ofSite, values) =>
    sql`${writes(one.table)} update ${sql.table(one.table)} r set ${sql.id(one.column)} = ${sql.raw(toReplacement(one))}
      from jsonb_to_recordset(${JSON.stringify(values.map((value) => ({ ...value, json: value.sealed })))}::jsonb) v (bound text[], value text, sealed text, json jsonb)
      where ${ofSite} and ${toValueSql(one)} = v.value and ${toBoundSql(one)} = v.bound`.execute(tx),
  )

const deleteRows = (tx: Tx, one: SealedValue, lost: readonly StoredValue[]) =>
  eachSite(one, lost, (ofSite, values) =>
    sql`${writes(one.table)} delete from ${sql.table(one.table)} r using jsonb_to_recordset(${JSON.stringify(values)}::jsonb) v (bound text[], value text)
      where ${ofSite} and ${toValueSql(one)} = v.value and ${toBoundSql(one)} = v.bound`.execute(tx),
  )

const emptyValues = (tx: Tx, one: SealedValue, lost: readonly StoredValue[]) =>
  eachSite(one, lost, (ofSite, values) =>
    sql`${writes(one.table)} update ${sql.table(one.table)} r set ${sql.id(one.column)} = '' from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) v (bound text[], value text)
      where ${ofSite} and ${toValueSql(one)} = v.value and ${toBoundSql(one)} = v.bound`.execute(tx),
  )

/** How a value is stored under the current key: as it is, sealed anew, or lost when none of the keys opens it. */
function decideSeal(one: SealedValue, { bound, value }: StoredValue, keys: SealingKeys): { sealed: string } | 'KEEPS' | 'LOST' {
  const about = one.describe(...bound)
  const isPlain = one.isMarked && !isMarkedAsSealed(value)
  const sealed = one.isMarked ? removeSealedMark(value) : value
  if (!isPlain && openText(keys.current, about, sealed) !== undefined) return 'KEEPS'
  const text = isPlain ? value : openWithKeys(keys, about, sealed)
  if (text === undefined) return 'LOST'
  const anew = sealText(keys.current, about, text)
  return { sealed: one.isMarked ? addSealedMark(anew) : anew }
}

/**
 * Seals what former versions stored as it was, and what a former key sealed, with the current one. What opens with none of the keys stays, or with
 * `forgets` is deleted where the server makes it anew, and emptied where nothing does.
 */
export async function resealValues(tx: Tx, values: readonly SealedValue[], keys: SealingKeys, { forgets }: { forgets: boolean }): Promise<void> {
  for (const one of values) {
    const decided = (await listStoredValues(tx, one)).map((stored) => ({ stored, seal: decideSeal(one, stored, keys) }))
    await replaceValues(
      tx,
      one,
      decided.flatMap(({ stored, seal }) => (typeof seal === 'object' ? [{ ...stored, ...seal }] : [])),
    )
    const lost = decided.filter(({ seal }) => seal === 'LOST').map(({ stored }) => stored)
    if (forgets && one.isDeletedWhenLost) await deleteRows(tx, one, lost)
    if (forgets && one.isEmptiedWhenLost) await emptyValues(tx, one, lost)
  }
}

/** Names where a value is: `webhook_key.private_key`, `sign_on_policy.settings.captcha.secret`. */
export const nameSealedValue = ({ table, column, path = [], where }: SealedValue): string =>
  [table, column, ...path].join('.') + (where === undefined ? '' : ` (${where})`)
