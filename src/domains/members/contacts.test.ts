import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { emailKey, emptyContact, mergeContacts } from './rules/contact.ts'
import { insertContact } from './store/contacts.ts'
import { findContactById, createMemberFor, markEmailVerified, findOrCreateContact, findMemberByEmail, findMemberById, setMemberStatus } from './public.ts'

let server: TestServer
let siteId: string
const inTransaction = <T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  runTransaction(server.deps, createSystemMeta(siteId, 'http://here'), work)
beforeAll(async () => {
  server = await startTestServer()
  siteId = (await server.createSite()).metaSiteId
})
afterAll(() => server.close())

test('a guest is one contact, however often and in whatever spelling they come', async () => {
  const email = `guest-${randomUUID()}@example.org`
  const [first, second] = await Promise.all([
    inTransaction((ctx) => findOrCreateContact(ctx, { email, firstName: 'Gus' })),
    inTransaction((ctx) => findOrCreateContact(ctx, { email: ` ${email.toUpperCase()} `, lastName: 'Guest', phone: '+1' })),
  ])
  expect(second.id).toBe(first.id)
  expect(await inTransaction((ctx) => findContactById(ctx, first.id))).toMatchObject({ firstName: 'Gus', lastName: 'Guest', phones: ['+1'] })
})

test('what the database adds to a known guest is what the rule says', async () => {
  const word = fc.constantFrom('', 'Gus', 'Mia')
  const phone = fc.constantFrom('+1 2', '+12', '+1  2', '+3')
  const address = (name: string) => fc.constantFrom(`${name}@Example.org`, `${name.toUpperCase()}@example.org`, `${name}@example.org`)
  await fc.assert(
    fc.asyncProperty(word, word, fc.uniqueArray(phone, { maxLength: 2 }), phone, fc.nat(), async (first, last, phones, typed, seed) => {
      const name = `g${seed}-${randomUUID().slice(0, 8)}`
      const [mine, other, again] = fc.sample(fc.tuple(address(name), address(`${name}-2`), address(name)), { seed, numRuns: 1 })[0] as [string, string, string]
      const known = { ...emptyContact, firstName: first, emails: seed % 2 ? [mine] : [other, mine], phones, company: 'Atelier' }
      const id = randomUUID()
      await inTransaction((ctx) => insertContact(ctx, id, known))
      const guest = { email: ` ${again} `, firstName: 'New', lastName: last, phone: typed }
      const found = await inTransaction((ctx) => findOrCreateContact(ctx, guest))
      const sent = { ...emptyContact, firstName: guest.firstName, lastName: last, emails: [again], phones: [typed] }
      expect(found).toEqual({ id, ...mergeContacts(known, sent, emailKey(again)) })
    }),
    { numRuns: 25 },
  )
})

test('a sign-up with the email of a guest shows nothing of them until the email is proven', async () => {
  const email = `guest-${randomUUID()}@example.org`
  const guest = await inTransaction((ctx) => findOrCreateContact(ctx, { email, firstName: 'Gus', phone: '+1' }))
  const id = randomUUID()
  const made = await inTransaction((ctx) =>
    createMemberFor(ctx, {
      id,
      loginEmail: email,
      status: 'PENDING',
      awaitsEmailVerification: true,
      existingContact: 'provisional',
      contact: { firstName: 'Unproven', emails: [email], phones: ['+2'] },
    }),
  )
  expect(made).toMatchObject({ contactId: id, contact: { firstName: 'Unproven', phones: ['+2'] } })
  await inTransaction((ctx) => markEmailVerified(ctx, id))
  expect(await inTransaction((ctx) => findMemberById(ctx, id))).toMatchObject({
    status: 'APPROVED',
    loginEmailVerified: true,
    contactId: guest.id,
    contact: { firstName: 'Gus', phones: ['+1', '+2'], emails: [email] },
  })
  expect(await inTransaction((ctx) => findContactById(ctx, id))).toBeUndefined()
  // What a guest types later never changes the member.
  expect(await inTransaction((ctx) => findOrCreateContact(ctx, { email, lastName: 'Other' }))).toMatchObject({ id: guest.id, lastName: '' })
})

test('the owner may still have to approve after the proof', async () => {
  const id = randomUUID()
  const loginEmail = `${id}@example.org`
  await inTransaction((ctx) => createMemberFor(ctx, { id, loginEmail, status: 'PENDING', awaitsEmailVerification: true }))
  await inTransaction((ctx) => markEmailVerified(ctx, id, { stillPending: true }))
  expect(await inTransaction((ctx) => findMemberById(ctx, id)).then((member) => member?.status)).toBe('PENDING')
  await inTransaction((ctx) => setMemberStatus(ctx, id, 'APPROVED', 'approved'))
  expect((await inTransaction((ctx) => findMemberByEmail(ctx, loginEmail.toUpperCase())))?.status).toBe('APPROVED')
})

test('a second contact is made when asked for', async () => {
  const email = `guest-${randomUUID()}@example.org`
  const guest = await inTransaction((ctx) => findOrCreateContact(ctx, { email }))
  const [one, two] = [randomUUID(), randomUUID()]
  await inTransaction((ctx) => createMemberFor(ctx, { id: one, loginEmail: email, status: 'APPROVED', existingContact: 'separate' }))
  await inTransaction((ctx) => createMemberFor(ctx, { id: two, loginEmail: `x${email}`, status: 'APPROVED' }))
  expect((await inTransaction((ctx) => findMemberById(ctx, one)))?.contactId).toBe(one)
  expect(guest.id).not.toBe(one)
})

test('a sign-up that was never proven is gone after 30 days, and the email is free', async () => {
  const id = randomUUID()
  const loginEmail = `${id}@example.org`
  await inTransaction((ctx) => createMemberFor(ctx, { id, loginEmail, status: 'PENDING', awaitsEmailVerification: true }))
  await server.advanceClock('P31D')
  expect(await inTransaction((ctx) => findMemberById(ctx, id))).toBeUndefined()
  expect(await inTransaction((ctx) => findMemberByEmail(ctx, loginEmail))).toBeUndefined()
})
