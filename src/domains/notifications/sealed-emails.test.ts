/** Codes and links of emails: sealed from the moment they are queued, opened only to be sent. Source: decision 0039. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writes } from '#kit/db/open.ts'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { causeMemberEmails, causeSignInEmails } from '../../../test/factories/every-email.ts'
import { hearEmails } from '../../../test/mail-server.ts'
import { isCluster } from '../../../test/test-databases.ts'
import { startTestServer, type CallOptions, type TestServer } from '../../../test/test-server.ts'
import { listSecretVariables } from './hooks.ts'
import { openEmail } from './public.ts'

let server: TestServer
let studio: BookingStudio
let secretVariables: Record<string, readonly string[]>
beforeAll(async () => {
  server = await startTestServer()
  studio = await createBookingStudio(server)
  // Every row as it was first written. On one server: the nodes of a cluster do not know the table.
  if (!isCluster)
    await server.open.script(`create table first_row (id uuid, body text);
    create function note_first_row() returns trigger language plpgsql as $$ begin insert into first_row values (new.id, new::text); return null; end $$;
    create trigger notes_first_row after insert on email for each row execute function note_first_row()`)
  await causeSignInEmails(studio)
  await causeMemberEmails(studio)
  await server.runner.drain()
  await inSite(async (ctx) => void (secretVariables = Object.assign({}, ...(await listSecretVariables.call(ctx, undefined)))))
}, 300_000)
afterAll(async () => {
  if (!isCluster) await server.open.script('drop trigger notes_first_row on email; drop function note_first_row; drop table first_row')
  await server.close()
})

const inSite = async (work: Parameters<typeof runTransaction<void>>[2]): Promise<void> => {
  const { origin } = await server.deps.loadOrigins(studio.site.metaSiteId)
  await runTransaction(server.deps, createSystemMeta(studio.site.metaSiteId, origin), work)
}
const listRows = () =>
  server.open.db
    .selectFrom('email')
    .selectAll()
    .where('siteId', '=', studio.site.metaSiteId)
    .where('template', 'in', Object.keys(secretVariables))
    .where('secrets', 'is not', null)
    .execute()
type Row = Awaited<ReturnType<typeof listRows>>[number]

/** What opens something: the code, or the token of the link. */
function readSecret(row: Row): string {
  const [name = ''] = secretVariables[row.template] ?? []
  const value = String(openEmail(row)?.variables[name])
  return URL.canParse(value) ? (new URL(value).searchParams.get('token') ?? value) : value
}
/** A code is six digits: as part of an id or of what is sealed they mean nothing. */
const holds = (text: string, secret: string): boolean => new RegExp(`(?<![\\w-])${secret.replaceAll(/\W/g, '\\$&')}(?![\\w-])`).test(text)

test('every email with a code or link is queued without it, and kept without it', async () => {
  const rows = await listRows()
  expect(new Set(rows.map(({ template }) => template))).toEqual(new Set(Object.keys(secretVariables)))
  const firstRows = isCluster ? [] : (await sql<{ id: string; body: string }>`select id, body from first_row`.execute(server.open.db)).rows
  const first = new Map(firstRows.map(({ id, body }) => [id, body]))
  for (const row of rows) {
    const [secret, now] = [readSecret(row), JSON.stringify(row)]
    expect([row.template, secret]).toEqual([row.template, expect.stringMatching(/^(\d{6}|[\w.-]{22,})$/)])
    expect([row.template, holds(now, secret)]).toEqual([row.template, false])
    if (!isCluster) expect([row.template, holds(first.get(row.id) ?? secret, secret)]).toEqual([row.template, false])
    expect([row.state, row.secrets]).toEqual(['KEPT', expect.stringMatching(/^sealed:/)])
    // As it reads with it.
    expect(holds(openEmail(row)?.bodyText ?? '', secret)).toBe(true)
  }
})

/** Lets the mailer take these emails once more. */
async function sendAgain(rows: readonly Row[]): Promise<void> {
  for (const { id } of rows) await sql`${writes('email')} update email set state = 'QUEUED' where id = ${id}::uuid`.execute(server.open.db)
  await inSite(async (ctx) => {
    for (const { id } of rows) ctx.enqueue({ kind: 'email', key: `again:${ctx.newId()}`, data: { emailId: id } })
  })
  await server.runner.drain()
}
const find = (id: string) => server.open.db.selectFrom('email').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an email whose key is lost is given up, and says so', async () => {
  const [lost, foreign, other] = (await listRows()).filter(
    ({ template }) => template === 'PASSWORD_RESET' || template === 'SET_PASSWORD' || template === 'OWNER_INVITATION',
  )
  if (!lost || !foreign || !other) throw new Error('too few emails were caused')
  await sql`${writes('email')} update email set secrets = '' where id = ${lost.id}::uuid`.execute(server.open.db)
  // What was sealed for another email does not open in this one.
  await sql`${writes('email')} update email set secrets = ${other.secrets} where id = ${foreign.id}::uuid`.execute(server.open.db)
  const heard = await hearEmails(() => sendAgain([lost, foreign]))
  expect(heard).toBe('')
  const owner: CallOptions = await server.signInAsOwner(studio.site)
  for (const { id } of [lost, foreign]) {
    const { email } = await server.ok('GET', `/api/emails/${id}`, owner)
    expect(email).toMatchObject({ state: 'FAILED', error: 'SECRETS_ARE_LOST' })
    const again = await server.call('POST', `/api/emails/${id}/resend`, owner)
    expect([again.status, again.body.details.applicationError.code]).toEqual([428, 'EMAIL_HAS_SECRET'])
    expect(await find(id)).toMatchObject({ state: 'FAILED', secrets: '' })
  }
  for (const { id, secrets } of [lost, foreign])
    await sql`${writes('email')} update email set secrets = ${secrets}, error = null where id = ${id}::uuid`.execute(server.open.db)
})

test('each is sent with its code or link, and nothing of it stays', async () => {
  const rows = await listRows()
  const secrets = rows.map(readSecret)
  const heard = await hearEmails(() => sendAgain(rows))
  for (const [at, row] of rows.entries()) expect([row.template, heard.includes(secrets[at] as string)]).toEqual([row.template, true])
  for (const [at, row] of rows.entries()) {
    const sent = await find(row.id)
    expect([sent.template, sent.state, sent.secrets, holds(JSON.stringify(sent), secrets[at] as string)]).toEqual([row.template, 'SENT', null, false])
  }
})

test('what an earlier version queued openly is sent as it is', async () => {
  const link = `${'https://studio.example/hosted/reset-password'}?token=${'t'.repeat(64)}`
  const [{ id } = { id: '' }] = await server.open.db.selectFrom('email').select('id').where('template', '=', 'PASSWORD_RESET').execute()
  await sql`${writes('email')} update email set variables = variables || jsonb_build_object('link', ${link}::text), secrets = null where id = ${id}::uuid`.execute(
    server.open.db,
  )
  expect(await hearEmails(async () => sendAgain([(await find(id)) as Row]))).toContain(link)
  expect(JSON.stringify(await find(id))).not.toContain('t'.repeat(64))
})
