/** Contacts are found by site and address: the rows of addresses follow their contacts, and a site never meets those of another. Source: guide bookings §4.4. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
})
afterAll(() => server.close())

/** Addresses that a contact has and no row names, and rows that name what no contact has. */
async function listDifferences(): Promise<unknown[]> {
  const { rows } = await sql`
    with held as (select c.site_id, k.key as email_key, c.id as contact_id from contact c, unnest(c.email_keys) k (key)), kept as (select site_id, email_key, contact_id from contact_email)
    (select * from held except select * from kept) union all (select * from kept except select * from held)`.execute(server.open.db)
  return rows
}

test('an address of two sites stands for a contact of each; merged, changed and erased contacts take their rows along', async () => {
  const [one, other] = [await createBookingStudio(server), await createBookingStudio(server)]
  const email = `Shared-${randomUUID().slice(0, 8)}@Example.org`
  const book = async (studio: typeof one, more: object = {}) => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 9, price: '0' })
    const slot = { serviceId: yoga.id, eventId: await studio.session(yoga) }
    return (await studio.book({ slot, contactDetails: { firstName: 'Mia', lastName: 'Twice', email, ...more } })).contactDetails.contactId as string
  }
  const [here, there] = [await book(one), await book(other)]
  expect([here === there, await book(one), await book(other, { email: email.toUpperCase() })]).toEqual([false, here, there])
  const second = await book(one, { email: `second-${email}` })
  expect(await listDifferences()).toEqual([])
  await server.ok('POST', `/api/contacts/${here}/merge`, { as: one.site, body: { otherId: second } })
  expect([await book(one, { email: `second-${email}` }), await listDifferences()]).toEqual([here, []])
  await server.ok('POST', `/api/contacts/${here}/erase`, { as: one.site, body: {} })
  expect(await listDifferences()).toEqual([])
  expect([(await book(one)) === here, await book(other)]).toEqual([false, there])
})
