/** People who come from another system sign in with the password they had there. Source: guide identity §9.4, members §7.1. */
import { randomUUID, scryptSync } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '../../../test/auth-helpers.ts'
import { createImportCalls } from '../../../test/factories/imports.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { setHashingCost } from './password-hash.ts'

const PASSWORD = 'old habits die slowly'
const salt = Buffer.from('0123456789abcdef')
const scryptHash = `$scrypt$ln=12,r=8,p=1$${salt.toString('base64').replace(/=+$/, '')}$${scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 })
  .toString('base64')
  .replace(/=+$/, '')}`
/** A published value (John the Ripper's list): too short for a new password, and right all the same. */
const bcrypt = { hash: '$2a$05$B8Ld4qjLv/sMgtkdO6o8iO7Sm61jDwADJ9Y8fTXZyQqoG1qftwF82', password: 'cue' }

let server: TestServer
let site: TestSite
let visitor: string
let argonHash: string
beforeAll(async () => {
  server = await startTestServer()
  // As in production; tests pay less for their hashes.
  setHashingCost('full')
  site = await server.createSite()
  visitor = await server.visitorToken(site)
  argonHash = await hash(PASSWORD, { algorithm: 1, memoryCost: 4096, timeCost: 3, parallelism: 1 })
})
afterAll(async () => {
  setHashingCost('reduced')
  await server.close()
})

const randomEmail = () => `b-${randomUUID().slice(0, 8)}@shop.example`
const make = (body: Record<string, unknown>) => server.call('POST', '/api/identities', { as: site, body })
const storedHash = async (email: string): Promise<string> =>
  (
    await server.open.db
      .selectFrom('identity')
      .select('passwordHash')
      .where('siteId', '=', site.metaSiteId)
      .where('emailKey', '=', email)
      .executeTakeFirstOrThrow()
  ).passwordHash ?? ''

describe('by the call of a server', () => {
  test.each([
    ['argon2', () => argonHash, PASSWORD],
    ['scrypt', () => scryptHash, PASSWORD],
    ['bcrypt', () => bcrypt.hash, bcrypt.password],
  ])('%s: the old password opens, a wrong one does not, and from then on our own hash is kept', async (_kind, brought, password) => {
    const email = randomEmail()
    const { identity } = (await make({ loginId: { email }, passwordHash: brought(), profile: { firstName: 'Ann', phones: ['+1 212 555 0111'] } })).body
    expect(identity).toMatchObject({ email: { address: email, isVerified: false }, status: { name: 'ACTIVE' }, factors: [{ type: 'PASSWORD' }] })
    expect(JSON.stringify(identity)).not.toContain(brought())
    expect((await login(server, visitor, email, { password: 'another password' })).status).toBe(401)
    expect(await storedHash(email)).toBe(brought())
    expect((await login(server, visitor, email, { password })).body.state).toBe('SUCCESS')
    expect(await storedHash(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await login(server, visitor, email, { password })).body.state).toBe('SUCCESS')
    expect((await login(server, visitor, email, { password: 'another password' })).status).toBe(401)
    expect((await server.ok('GET', `/v1/members/${identity.id}`, { as: site, query: { fieldsets: 'FULL' } })).member).toMatchObject({
      status: 'APPROVED',
      contact: { firstName: 'Ann' },
    })
  })
  test('a password that everyone tries opens nothing until it is set anew', async () => {
    const email = randomEmail()
    await make({ loginId: { email }, passwordHash: await hash('password123', { algorithm: 1, memoryCost: 4096, timeCost: 3, parallelism: 1 }) })
    expect((await login(server, visitor, email, { password: 'password123' })).body.details.applicationError.code).toBe('-19973')
    expect((await login(server, visitor, email, { password: 'password124' })).status).toBe(401)
  })
  test('an address that was verified at the other system is verified here; no email is sent', async () => {
    const email = randomEmail()
    expect((await make({ loginId: { email }, passwordHash: argonHash, emailVerified: true })).body.identity.email.isVerified).toBe(true)
    expect(await server.sentEmails(site, email)).toEqual([])
  })
  test.each([
    ['an unknown kind', 'md5:5f4dcc3b5aa765d61d8327deb882cf99'],
    ['a hash that would take the machine', '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$qxkTcBPVyr2HvFFWXnH3oLPG4oSpSqeShaLmH5LyzwY'],
    ['bcrypt of an hour', '$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ])('%s is a violation', async (_case, passwordHash) => {
    const reply = await make({ loginId: { email: randomEmail() }, passwordHash })
    expect(reply.status).toBe(400)
    expect(reply.body.details.validationError.fieldViolations[0]).toMatchObject({ field: 'passwordHash', violatedRule: 'FORMAT' })
  })
  test('an address that is in use is refused; visitors and members may not', async () => {
    const member = await server.registerMember(site)
    const used = await make({ loginId: { email: member.email.toUpperCase() }, passwordHash: argonHash })
    expect([used.status, used.body.details.applicationError.code]).toEqual([409, '-19995'])
    for (const token of [visitor, member.token])
      expect((await server.call('POST', '/api/identities', { token, body: { loginId: { email: randomEmail() }, passwordHash: argonHash } })).status).toBe(403)
  })
})

test('by a CSV file: imported hashes work at sign-in, rows with an unknown format are reported, no hash is shown', async () => {
  const [ann, bob, cid] = [randomEmail(), randomEmail(), randomEmail()]
  const csv = `Email;First name;Password hash\n${ann};Ann;${argonHash}\n${bob};Bob;${bcrypt.hash}\n${cid};Cid;plain text\n`
  const calls = createImportCalls(server, site)
  const { id } = await calls.uploaded('MEMBERS', csv)
  const preview = await calls.preview(id)
  expect(preview.counts).toEqual({ created: 2, updated: 0, skipped: 0, failed: 1 })
  expect(JSON.stringify(preview)).not.toContain(argonHash)
  expect(JSON.stringify(preview)).toContain('is a password hash of an unknown kind')
  const result = await calls.run('MEMBERS', csv)
  expect(result.import).toMatchObject({ created: 2, failed: 1 })
  expect((await login(server, visitor, ann, { password: PASSWORD })).body.state).toBe('SUCCESS')
  expect((await login(server, visitor, bob, { password: bcrypt.password })).body.state).toBe('SUCCESS')
  // The import is kept for a month, the hashes in it are not.
  const kept = JSON.stringify(
    await server.open.db.selectFrom('dataImportRow').selectAll().where('siteId', '=', site.metaSiteId).where('importId', '=', result.import.id).execute(),
  )
  for (const hash of [argonHash, bcrypt.hash]) expect(kept).not.toContain(hash)
})
