import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmptyEngine } from '../../../test/embedded-templates.ts'
import { toChecksum, migrate, UnknownHistory } from './migrate.ts'
import { formerNames } from './migrations/former.ts'
import { migrations } from './migrations/index.ts'
import type { OpenDatabase } from './open.ts'

let open: OpenDatabase
const openFresh = () => {
  beforeEach(async () => {
    open = await openEmptyEngine()
  })
  afterEach(() => open.close())
}

const listApplied = async () => (await sql<{ name: string; checksum: string }>`select name, checksum from migration order by name`.execute(open.db)).rows
const tables = async () => Number((await sql<{ n: number }>`select count(*) n from pg_tables where schemaname = 'public'`.execute(open.db)).rows[0]?.n)
/** As versions before 0.2.0 noted it: names alone. */
const toLegacyDatabase = () =>
  open.script(`alter table migration drop column checksum; delete from migration where name <> '';
    insert into migration (name) values ${formerNames.map((name) => `('${name}')`).join(', ')}`)

describe('a database of another history is refused before anything is changed', () => {
  openFresh()
  const one = { name: '0001-one', up: 'create table one (id int)' }
  const two = { name: '0002-two', up: 'create table two (id int)' }

  test('one that a newer version wrote', async () => {
    await migrate(open, [one, two])
    await expect(migrate(open, [one])).rejects.toThrow(UnknownHistory)
    await expect(migrate(open, [one])).rejects.toThrow(/^The data was written by a newer version of Atrium \(its tables have 0002-two, .* restore a backup/)
  })
  test('one whose applied migration was edited since', async () => {
    await migrate(open, [one])
    const before = await tables()
    await expect(migrate(open, [{ ...one, up: 'create table one (id bigint)' }, two])).rejects.toThrow(
      /^The data was written by a changed copy of Atrium \(0001-one /,
    )
    expect(await tables()).toBe(before)
  })
  test('one from before 0.2.0 whose tables are others', async () => {
    await migrate(open)
    await toLegacyDatabase()
    await open.script('alter table booking drop column revision')
    await expect(migrate(open)).rejects.toThrow(/^The data was written by a development version of Atrium from before 0\.2\.0, .* empty database/)
    expect((await sql`select 1 from information_schema.columns where table_name = 'migration' and column_name = 'checksum'`.execute(open.db)).rows).toEqual([])
  })
  test('one from before 0.2.0 whose migrations are not all there', async () => {
    await migrate(open, [one])
    await open.script(`alter table migration drop column checksum; update migration set name = '${formerNames[0]}'`)
    await expect(migrate(open)).rejects.toThrow(UnknownHistory)
  })
})

describe('a database of this history goes on', () => {
  openFresh()
  test('one from before 0.2.0 whose tables are those of the baseline with all that it holds', async () => {
    await migrate(open, migrations.slice(0, 1))
    await toLegacyDatabase()
    await open.script(`insert into account (id, name, created_at) values ('00000000-0000-4000-8000-000000000001', 'Kept', now())`)
    await migrate(open)
    expect(await listApplied()).toEqual(migrations.map((migration) => ({ name: migration.name, checksum: toChecksum(migration) })))
    expect((await sql`select name from account`.execute(open.db)).rows).toEqual([{ name: 'Kept' }])
    await migrate(open)
  })

  test('queued emails, running simulations and stored settings go on under their new names', async () => {
    await migrate(
      open,
      migrations.slice(
        0,
        migrations.findIndex(({ name }) => name === '0019-field-terms'),
      ),
    )
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    await open.script(`
      insert into account (id, name, created_at) values ('${id(1)}', 'Kept', now());
      insert into site (id, name, time_zone, currency, account_id, created_at, rehearsal_of) values
        ('${id(2)}', 'Studio', 'UTC', 'EUR', '${id(1)}', now(), null), ('${id(3)}', 'Studio', 'UTC', 'EUR', '${id(1)}', now(), '${id(2)}');
      insert into rehearsal (site_id, id, made_by, cards, state, orders, started_at, clock_at, target_at, created_at)
        values ('${id(2)}', '${id(3)}', 'owner', 'WORK', 'RUNNING', 1, now(), now(), now(), now());
      insert into letter (site_id, id, recipient, template, variables, language, once_key, state, created_at)
        values ('${id(2)}', '${id(4)}', 'ann@shop.example', 'WELCOME', '{}', 'en', 'key', 'QUEUED', now());
      insert into letter_reader (site_id, reader, link_id, refused, created_at, updated_at)
        values ('${id(2)}', 'ann@shop.example', '${id(5)}', '{PLAN_NEWS}', now(), now());
      insert into job (site_id, id, kind, key, data, due_at) values
        ('${id(2)}', '${id(6)}', 'letter', '${id(4)}', '{"letterId": "${id(4)}"}', now()), ('${id(2)}', '${id(7)}', 'orders.rehearse', 'k', '{"id": "${id(3)}"}', now());
      insert into sign_on_policy (site_id, settings, created_at, updated_at) values ('${id(2)}', '{"letters": {"welcome": false}, "text": {}}', now(), now());
      insert into system_secret (name, value, created_at) values ('letter-links', 'sealed', now());
      insert into receipt (site_id, id, state, provider, ref, amount, currency, language, title, paid_at, due_at) values
        ('${id(2)}', '${id(8)}', 'LATE', 'sandbox', 'r1', 1, 'EUR', 'en', '', now(), now()),
        ('${id(3)}', '${id(9)}', 'LATE', 'rehearsal', 'rehearsal:work:r1', 1, 'EUR', 'en', '', now(), now())`)
    await migrate(open)
    const read = async (query: string) => (await sql.raw<object>(query).execute(open.db)).rows
    expect(await read('select recipient, unique_key "key" from email')).toEqual([{ recipient: 'ann@shop.example', key: 'key' }])
    expect(await read('select recipient, unsubscribed_kinds kinds from email_preference')).toEqual([{ recipient: 'ann@shop.example', kinds: ['PLAN_NEWS'] }])
    expect(await read('select kind, data from job order by kind')).toEqual([
      { kind: 'email', data: { emailId: id(4) } },
      { kind: 'orders.simulate', data: { id: id(3) } },
    ])
    expect(await read('select settings from sign_on_policy')).toEqual([{ settings: { emails: { welcome: false }, text: {} } }])
    expect(await read('select name from system_secret')).toEqual([{ name: 'email-preference-links' }])
    expect(await read('select s.simulation_of origin, f.created_by by from simulation f join site s on s.id = f.id')).toEqual([{ origin: id(2), by: 'owner' }])
    expect(await read('select provider, ref from receipt order by id')).toEqual([
      { provider: 'sandbox', ref: 'r1' },
      { provider: 'simulation', ref: 'simulation:work:r1' },
    ])
    const names = await read('select relname as name from pg_class union select conname from pg_constraint')
    expect((names as { name: string }[]).filter(({ name }) => /letter|rehears|payable_(receipt|refund|line|dispute)|money_move|tries_left/.test(name))).toEqual(
      [],
    )
  })

  test('lines of earlier receipts share the tax that was noted, to the last cent', async () => {
    const at = migrations.findIndex(({ name }) => name === '0060-tax-of-lines')
    await migrate(open, migrations.slice(0, at))
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const tax = (amount: string, more = '') => `'{"name": "VAT", "rate": "7", "includedInPrice": true, "amount": "${amount}"${more}}'`
    const receipt = (n: number, amount: string, noted: string) =>
      `('${id(2)}', '${id(n)}', 'LATE', 'manual', ${amount}, 'EUR', 'en', '', now(), now(), ${noted})`
    const line = (n: number, position: number, amount: string) => `('${id(2)}', '${id(n)}', ${position}, 'BOOKING', '${id(9)}', '', ${amount})`
    await open.script(`
      insert into account (id, name, created_at) values ('${id(1)}', 'Kept', now());
      insert into site (id, name, time_zone, currency, account_id, created_at) values ('${id(2)}', 'Studio', 'UTC', 'EUR', '${id(1)}', now());
      insert into receipt (site_id, id, state, provider, amount, currency, language, title, paid_at, due_at, tax) values
        ${receipt(3, '10.70', tax('0.70'))}, ${receipt(4, '30.00', tax('2.00', ', "parts": []'))}, ${receipt(5, '5.00', 'null')};
      insert into receipt_line (site_id, receipt_id, n, kind, payable_id, label, amount) values
        ${line(3, 1, '10.70')}, ${line(4, 1, '10.00')}, ${line(4, 2, '10.00')}, ${line(4, 3, '10.00')}, ${line(5, 1, '5.00')}`)
    await migrate(open)
    const { rows } = await sql`select receipt_id, n, tax from receipt_line order by 1, 2`.execute(open.db)
    const of = (amount: string) => ({ name: 'VAT', rate: '7', includedInPrice: true, amount })
    expect(rows).toEqual([
      { receiptId: id(3), n: 1, tax: of('0.70') },
      { receiptId: id(4), n: 1, tax: of('0.67') },
      { receiptId: id(4), n: 2, tax: of('0.66') },
      { receiptId: id(4), n: 3, tax: of('0.67') },
      { receiptId: id(5), n: 1, tax: null },
    ])
  })

  test('codes and links of emails leave variables and words, and are read again from their own column', async () => {
    await migrate(
      open,
      migrations.slice(
        0,
        migrations.findIndex(({ name }) => name === '0317-sealed-secrets-of-emails'),
      ),
    )
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const link = 'https://studio.example/hosted/reset-password?token=abcdef'
    const email = (n: number, template: string, state: string, variables: object, words = 'null, null, null') =>
      `('${id(2)}', '${id(n)}', 'ann@shop.example', '${template}', '${JSON.stringify(variables)}', 'en', '${state}', ${words}, now())`
    await open.script(`
      insert into account (id, name, created_at) values ('${id(1)}', 'Kept', now());
      insert into site (id, name, time_zone, currency, account_id, created_at) values ('${id(2)}', 'Studio', 'UTC', 'EUR', '${id(1)}', now());
      insert into email (site_id, id, recipient, template, variables, language, state, subject, html, body_text, created_at) values
        ${email(3, 'PASSWORD_RESET', 'QUEUED', { link, expiresHours: 2 })},
        ${email(4, 'PASSWORD_RESET', 'KEPT', { link }, `'Reset', '<a href="${link}" class="b\\c">it</a>', E'Open\n\t${link}'`)},
        ${email(5, 'VERIFY_EMAIL_CODE', 'KEPT', { code: '123456' }, `'123456 is it', '', ''`)},
        ${email(6, 'VERIFY_EMAIL_CODE', 'SENT', { code: '•••' }, `'••• is it', '', ''`)},
        ${email(7, 'plan-ended', 'QUEUED', { link })}, ${email(8, 'EMAIL_CHANGED', 'QUEUED', { oldEmail: 'a@b.example' })}`)
    await migrate(open)
    const { rows } = await sql<{ variables: object; secrets: string | null; subject: string | null; html: string | null; text: string | null }>`
      select variables, secrets, subject, html, body_text as text from email order by id`.execute(open.db)
    expect(rows.map(({ secrets, ...row }) => ({ ...row, secrets: secrets && (JSON.parse(secrets) as object) }))).toEqual([
      { variables: { expiresHours: 2 }, secrets: { variables: { link } }, subject: null, html: null, text: null },
      {
        variables: {},
        secrets: { variables: { link }, words: { subject: 'Reset', html: `<a href="${link}" class="b\\c">it</a>`, text: `Open\n ${link}` } },
        subject: 'Reset',
        html: `<a href="${link.replace('abcdef', '•••')}" class="b\\c">it</a>`,
        text: `Open\n\t${link.replace('abcdef', '•••')}`,
      },
      {
        variables: {},
        secrets: { variables: { code: '123456' }, words: { subject: '123456 is it', html: '', text: '' } },
        subject: '••• is it',
        html: '',
        text: '',
      },
      { variables: { code: '•••' }, secrets: null, subject: '••• is it', html: '', text: '' },
      { variables: { link }, secrets: null, subject: null, html: null, text: null },
      { variables: { oldEmail: 'a@b.example' }, secrets: null, subject: null, html: null, text: null },
    ])
  })

  test('migrations run once, in their order, also when two processes start at once', async () => {
    const list = ['a', 'b', 'c'].map((name, at) => ({ name: `000${at}-${name}`, up: `create table ${name} (id int); insert into ${name} values (1)` }))
    await migrate(open, list.slice(0, 1))
    await Promise.all([migrate(open, list), migrate(open, list)])
    expect((await listApplied()).map(({ name }) => name)).toEqual(list.map(({ name }) => name))
    expect((await sql<{ n: number }>`select count(*) n from c`.execute(open.db)).rows).toEqual([{ n: 1 }])
  })

  test('a migration that fails leaves nothing behind, and says so', async () => {
    await expect(migrate(open, [{ name: '0001-half', up: 'create table half (id int); select 1 / 0' }])).rejects.toThrow('division by zero')
    expect(await sql<{ found: unknown }>`select to_regclass('half') found`.execute(open.db).then(({ rows }) => rows)).toEqual([{ found: null }])
  })
})

describe('what has landed stays as it is', () => {
  const folder = new URL('./migrations/', import.meta.url)
  const noted = JSON.parse(readFileSync(new URL('checksums.json', folder), 'utf8')) as Record<string, string>

  test('every migration agrees with its noted checksum, and none has gone', () => {
    expect(Object.fromEntries(migrations.map((migration) => [migration.name, toChecksum(migration)]))).toEqual(noted)
  })
  test('every file of a migration is in the list, under its own name, each name once', () => {
    const files = readdirSync(folder).filter((file) => /^\d{4}-.*\.ts$/.test(file))
    expect(migrations.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
  })
})
