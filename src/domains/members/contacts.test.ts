import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseOccasion, unitOfWork } from '#kit/work/unit.ts'
import type { Ctx } from '#kit/ctx.ts'
import { makeWorld, type World } from '../../../test/world.ts'
import { emailKey, emptyContact, mergeContacts } from './rules/contact.ts'
import { insertContact } from './store/contacts.ts'
import { contactById, createMemberFor, emailProven, findOrCreateContact, memberByEmail, memberById, setStatus, statusOf } from './public.ts'

let world: World
let siteId: string
const work = <T>(deed: (ctx: Ctx) => Promise<T>): Promise<T> => unitOfWork(world.deps, houseOccasion(siteId, 'http://here'), deed)
beforeAll(async () => {
  world = await makeWorld()
  siteId = (await world.site()).metaSiteId
}, 60_000)
afterAll(() => world.close())

test('a guest is one contact, however often and in whatever spelling they come', async () => {
  const email = `guest-${randomUUID()}@example.org`
  const [first, second] = await Promise.all([
    work((ctx) => findOrCreateContact(ctx, { email, firstName: 'Gus' })),
    work((ctx) => findOrCreateContact(ctx, { email: ` ${email.toUpperCase()} `, lastName: 'Guest', phone: '+1' })),
  ])
  expect(second.id).toBe(first.id)
  expect(await work((ctx) => contactById(ctx, first.id))).toMatchObject({ firstName: 'Gus', lastName: 'Guest', phones: ['+1'] })
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
      await work((ctx) => insertContact(ctx, id, known))
      const guest = { email: ` ${again} `, firstName: 'New', lastName: last, phone: typed }
      const found = await work((ctx) => findOrCreateContact(ctx, guest))
      const sent = { ...emptyContact, firstName: guest.firstName, lastName: last, emails: [again], phones: [typed] }
      expect(found).toEqual({ id, ...mergeContacts(known, sent, emailKey(again)) })
    }),
    { numRuns: 25 },
  )
})

test('a sign-up with the email of a guest shows nothing of them until the email is proven', async () => {
  const email = `guest-${randomUUID()}@example.org`
  const guest = await work((ctx) => findOrCreateContact(ctx, { email, firstName: 'Gus', phone: '+1' }))
  const id = randomUUID()
  const made = await work((ctx) =>
    createMemberFor(ctx, {
      id,
      loginEmail: email,
      status: 'PENDING',
      awaitsEmailProof: true,
      existingContact: 'provisional',
      contact: { firstName: 'Stranger', emails: [email], phones: ['+2'] },
    }),
  )
  expect(made).toMatchObject({ contactId: id, contact: { firstName: 'Stranger', phones: ['+2'] } })
  await work((ctx) => emailProven(ctx, id))
  expect(await work((ctx) => memberById(ctx, id))).toMatchObject({
    status: 'APPROVED',
    loginEmailVerified: true,
    contactId: guest.id,
    contact: { firstName: 'Gus', phones: ['+1', '+2'], emails: [email] },
  })
  expect(await work((ctx) => contactById(ctx, id))).toBeUndefined()
  // What a guest types later never changes the member.
  expect(await work((ctx) => findOrCreateContact(ctx, { email, lastName: 'Other' }))).toMatchObject({ id: guest.id, lastName: '' })
})

test('the owner may still have to approve after the proof', async () => {
  const id = randomUUID()
  const loginEmail = `${id}@example.org`
  await work((ctx) => createMemberFor(ctx, { id, loginEmail, status: 'PENDING', awaitsEmailProof: true }))
  await work((ctx) => emailProven(ctx, id, { stillPending: true }))
  expect(await work((ctx) => statusOf(ctx, id))).toBe('PENDING')
  await work((ctx) => setStatus(ctx, id, 'APPROVED', 'approved'))
  expect((await work((ctx) => memberByEmail(ctx, loginEmail.toUpperCase())))?.status).toBe('APPROVED')
})

test('a second contact is made when asked for', async () => {
  const email = `guest-${randomUUID()}@example.org`
  const guest = await work((ctx) => findOrCreateContact(ctx, { email }))
  const [one, two] = [randomUUID(), randomUUID()]
  await work((ctx) => createMemberFor(ctx, { id: one, loginEmail: email, status: 'APPROVED', existingContact: 'separate' }))
  await work((ctx) => createMemberFor(ctx, { id: two, loginEmail: `x${email}`, status: 'APPROVED' }))
  expect((await work((ctx) => memberById(ctx, one)))?.contactId).toBe(one)
  expect(guest.id).not.toBe(one)
})

test('a sign-up that was never proven is gone after 30 days, and the email is free', async () => {
  const id = randomUUID()
  const loginEmail = `${id}@example.org`
  await work((ctx) => createMemberFor(ctx, { id, loginEmail, status: 'PENDING', awaitsEmailProof: true }))
  await world.travel('P31D')
  expect(await work((ctx) => memberById(ctx, id))).toBeUndefined()
  expect(await work((ctx) => memberByEmail(ctx, loginEmail))).toBeUndefined()
})
