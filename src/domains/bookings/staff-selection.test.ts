/** Whether customers choose who gives an appointment. Source: guide services-and-availability §12.4. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let massage: CreatedService
let ben: string
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
})
beforeEach(async () => {
  studio = await createBookingStudio(server)
  ben = (await studio.resource('Ben')).id
  massage = await studio.service({ staff: [studio.staff, ben] })
})
afterAll(() => server.close())

async function setStrategy(strategy: string): Promise<void> {
  const path = '/_api/time-slots-config/v1/time-slots-configurations'
  const { timeSlotsConfiguration } = (await studio.owner(`${path}/app/13d21c63-b5ec-5912-8397-c3a5ddb27a97`, undefined, 'GET')).body
  const change = { staffSelection: { strategy }, revision: timeSlotsConfiguration.revision }
  expect((await studio.owner(`${path}/${timeSlotsConfiguration.id}`, { timeSlotsConfiguration: change }, 'PATCH')).status).toBe(200)
}
const anyone = (slot: Record<string, unknown>) => ({ ...slot, resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] })
const book = (slot: object) =>
  studio.create({ booking: { bookedEntity: { slot }, contactDetails: guest(), totalParticipants: 1, selectedPaymentOption: 'OFFLINE' } })
const getSite = async () => server.ok('GET', '/api/site', { token: await server.visitorToken(studio.site) })

test('by default a customer names a person or takes anyone', async () => {
  const slot = studio.slotFor(massage)
  expect((await book(slot)).body.booking.bookedEntity.slot.resource.id).toBe(studio.staff)
  expect((await book(anyone(slot))).body.booking.bookedEntity.slot.resource.id).toBe(ben)
  expect(await getSite()).not.toHaveProperty('staffSelection')
})

test('who must choose and did not is refused; the business may leave it open', async () => {
  await setStrategy('CUSTOMER_MUST_CHOOSE')
  const slot = studio.slotFor(massage)
  const refused = await book(anyone(slot))
  expect([refused.status, errorCode(refused)]).toEqual([428, 'VALIDATION_FAILURE'])
  expect(refused.text).toContain('booking.bookedEntity.slot.resource.id')
  expect((await book({ ...slot, resource: { id: ben } })).body.booking.bookedEntity.slot.resource.id).toBe(ben)
  const byOwner = await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot: anyone(slot) }, contactDetails: guest(), totalParticipants: 1 } })
  expect(byOwner.status).toBe(200)
  expect(await getSite()).toMatchObject({ staffSelection: 'CUSTOMER_MUST_CHOOSE' })
})

test('who cannot choose gets a staff member who is free, whichever they name', async () => {
  await setStrategy('CUSTOMER_CANNOT_CHOOSE')
  const slot = studio.slotFor(massage)
  const named = [await book(slot), await book(slot)].map(({ body }) => body.booking.bookedEntity.slot.resource.id)
  expect(named.toSorted()).toEqual([studio.staff, ben].toSorted())
})
