/** No secret lies open in the database, and all of them follow when the key of the server changes. Source: decision 0039. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SealedWithAnotherKey, sealStoredSecrets } from '#domains/identity/public.ts'
import { migrate } from '#kit/db/migrate.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { nameSealedValue, type SealedValue } from '#kit/db/sealed-values.ts'
import { addSealedMark, removeSealedMark } from '#kit/secrets/sealing.ts'
import { openText, type SealingKeys, sealText } from '#kit/secrets/seal.ts'
import { sealedValues } from '../src/domains.ts'
import { openOwnDatabase } from './test-databases.ts'
import { startTestServer } from './test-server.ts'

/** Every row of every table as text. */
async function dumpAll({ db }: OpenDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
  const parts: string[] = []
  for (const { name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db)
    parts.push(...found.rows.map(({ text }) => text))
  }
  return parts.join('\n')
}

test('a copy of the database shows no key that signs and no secret of a second step', async () => {
  const server = await startTestServer()
  try {
    const site = await server.createSite({ webhookKey: true })
    const member = await server.registerMember(site)
    const owner = await server.signInAsOwner(site)
    const own = await server.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    const owners = await server.ok('POST', '/api/owner/factors/TOTP/start', { ...owner, body: {} })
    const dump = await dumpAll(server.open)
    expect(dump).toContain(member.memberId)
    expect([own.secret, owners.secret].map((secret: string) => [secret.length > 15, dump.includes(secret)])).toEqual([
      [true, false],
      [true, false],
    ])
    expect(dump).not.toContain('PRIVATE KEY')
    const { rows } = await sql<{ value: string }>`select value from system_secret`.execute(server.open.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ value }) => !value.startsWith('sealed:'))).toEqual([])
  } finally {
    await server.close()
  }
})

const siteId = randomUUID()
const now = '2026-11-26T12:00:00Z'
const common = { site_id: siteId, id: randomUUID(), created_at: now, updated_at: now }
/** Columns of a row for each table that has sealed values; the value itself is put in. */
const rowsByTable: Record<string, Record<string, unknown>> = {
  identity_provider: { ...common, name: 'Here', issuer: 'https://here.example', client_id: 'atrium', scopes: 'openid', enabled: true },
  sign_on_policy: { ...common, require_owner_approval: false, require_email_verification: false, hide_account_existence: false, revision: 1 },
  text_message: { ...common, kind: 'SMS', recipient: '+49 30 1', language: 'en', state: 'QUEUED' },
  email: { ...common, recipient: 'a@b.example', template: 'PASSWORD_RESET', variables: {}, language: 'en', state: 'QUEUED' },
  identity_factor: { ...common, identity_id: randomUUID(), type: 'TOTP', status: 'ACTIVE', last_step: 0 },
  system_secret: { ...common, name: 'token-signing-key:1' },
  owner_factor: { ...common, user_id: randomUUID(), type: 'TOTP', status: 'ACTIVE', last_step: 0 },
  webhook_key: { ...common, kid: randomUUID(), public_key: 'public' },
  booking_link_key: common,
  site_setting: common,
  calendar_connection: {
    ...common,
    resource_id: randomUUID(),
    schedule_id: randomUUID(),
    provider_id: randomUUID(),
    provider: 'CALDAV',
    label: 'Here',
    account: '',
    status: 'CONNECTED',
    imports: true,
    exports: false,
    marks: {},
    failures: 0,
  },
  external_event: {
    ...common,
    connection_id: randomUUID(),
    calendar_id: 'a',
    position: 0,
    resource_id: randomUUID(),
    during: `[${now},2026-11-26T13:00:00Z)`,
    all_day: false,
  },
}

/** The row with the value in its place, under the key that its condition names. */
function buildRow({ table, column, path, where }: SealedValue, value: string): Record<string, unknown> {
  const nested = (path ?? []).reduceRight<unknown>((inner, step) => ({ [step]: inner }), value)
  return { ...rowsByTable[table], ...(table === 'site_setting' && { key: /'(.*)'/.exec(where ?? '')?.[1] }), [column]: nested }
}
/** Empties a table and puts this row into it, whatever it refers to; columns that it does not have are left out. */
async function replaceRows(open: OpenDatabase, table: string, row: Record<string, unknown> = {}): Promise<void> {
  await open.db.transaction().execute(async (tx) => {
    // The nodes of a cluster hear of the setting, too.
    await sql`select set_config('citus.propagate_set_commands', 'local', true)`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from ${sql.table(table)}`.execute(tx)
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
    const given = columns.filter(({ name }) => name in row)
    if (given.length === 0) return
    // As values: a cluster sends a row to its node by the site that it reads in the statement.
    const values = given.map(({ name, type }) => {
      const text = type === 'jsonb' ? JSON.stringify(row[name]) : String(row[name])
      return `'${text.replaceAll("'", "''")}'::${type}`
    })
    await sql.raw(`insert into "${table}" (${given.map(({ name }) => `"${name}"`).join(', ')}) values (${values.join(', ')})`).execute(tx)
  })
}
const toPurpose = ({ boundTo, describe: about, table }: SealedValue): string => about(...boundTo.map((name) => String(rowsByTable[table]?.[name])))
const createKeys = (...former: Buffer[]): SealingKeys => ({ current: randomBytes(32), former })

let open: OpenDatabase
beforeAll(async () => {
  open = await openOwnDatabase()
  await migrate(open)
})
afterAll(() => open.close())

describe.each(sealedValues.map((value) => [nameSealedValue(value), value] as const))('%s', (_name, value) => {
  const canary = `canary-${randomUUID()}`
  beforeAll(() => open.script('delete from system_secret'))
  afterAll(() => replaceRows(open, value.table))

  const putRow = (stored: string): Promise<void> => replaceRows(open, value.table, buildRow(value, stored))
  async function readStored(): Promise<string | undefined> {
    const found = sql.raw(value.path ? `"${value.column}" #>> '{${value.path.join(',')}}'` : `"${value.column}"`)
    const { rows } = await sql<{ stored: string }>`select ${found} as stored from ${sql.table(value.table)} r where ${sql.raw(value.where ?? 'true')}`.execute(
      open.db,
    )
    return rows[0]?.stored
  }
  const openStored = (key: Buffer, stored = ''): string | undefined => openText(key, toPurpose(value), value.isMarked ? removeSealedMark(stored) : stored)
  const sealWith = ({ current }: SealingKeys): string => {
    const sealed = sealText(current, toPurpose(value), canary)
    return value.isMarked ? addSealedMark(sealed) : sealed
  }

  test.runIf(value.isMarked)('what an earlier version stored openly is sealed by the first start', async () => {
    await open.script('delete from system_secret')
    await putRow(canary)
    const keys = createKeys()
    await sealStoredSecrets(open.db, sealedValues, keys)
    const stored = await readStored()
    expect(await dumpAll(open)).not.toContain(canary)
    expect(openStored(keys.current, stored)).toBe(canary)
    await sealStoredSecrets(open.db, sealedValues, keys)
    expect(await readStored()).toBe(stored)
  })

  test('another key opens it only beside the former one, and then alone; a wrong one changes nothing', async () => {
    await open.script('delete from system_secret')
    const before = createKeys()
    await putRow(sealWith(before))
    await sealStoredSecrets(open.db, sealedValues, before)
    const stored = await readStored()
    await expect(sealStoredSecrets(open.db, sealedValues, createKeys())).rejects.toThrow(SealedWithAnotherKey)
    expect(await readStored()).toBe(stored)
    const after = createKeys(before.current)
    await sealStoredSecrets(open.db, sealedValues, after)
    const anew = await readStored()
    expect([openStored(after.current, anew), openStored(before.current, anew)]).toEqual([canary, undefined])
    await sealStoredSecrets(open.db, sealedValues, { ...after, former: [] })
    expect(await readStored()).toBe(anew)
    await expect(sealStoredSecrets(open.db, sealedValues, before)).rejects.toThrow(SealedWithAnotherKey)
  })

  test('without its key it is deleted where it is made anew, emptied where nothing does, and else stays until it is entered again', async () => {
    await open.script('delete from system_secret')
    const lost = createKeys()
    await putRow(sealWith(lost))
    await sealStoredSecrets(open.db, sealedValues, lost)
    const stored = await readStored()
    await sealStoredSecrets(open.db, sealedValues, createKeys(), { forgets: true })
    expect(await readStored()).toBe(value.isDeletedWhenLost ? undefined : value.isEmptiedWhenLost ? '' : stored)
  })
})

test('every value that is sealed belongs to another place', () => {
  const names = sealedValues.map(nameSealedValue)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(9)
})
