/** Options and add-ons of bookings through HTTP. Source: guide bookings §4.3; services-and-availability §8. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

test('children pay less than adults; unknown options and values are refused; more people change the price', async () => {
  const yoga = await studio.service({
    type: 'CLASS',
    capacity: 9,
    rate: 'VARIED',
    price: '20.00',
    rules: { participantsPolicy: { maxParticipantsPerBooking: 5 } },
  })
  const eventId = await studio.session(yoga)
  const optionId = randomUUID()
  const made = await studio.owner('/v1/serviceOptionsAndVariants', {
    serviceOptionsAndVariants: {
      serviceId: yoga.id,
      options: { values: [{ id: optionId, type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }] },
      variants: {
        values: [
          { choices: [{ optionId, custom: 'child' }], price: { value: '10.00', currency: 'USD' } },
          { choices: [{ optionId, custom: 'adult' }], price: { value: '25.00', currency: 'USD' } },
        ],
      },
    },
  })
  expect([made.status, made.text]).toMatchObject([200, expect.any(String)])
  const known = made.body.serviceOptionsAndVariants.options.values[0].id
  const party = (numberOfParticipants: number, custom: string, id = known) => ({ numberOfParticipants, choices: [{ optionId: id, custom }] })
  const book = (...serviceChoices: unknown[]) =>
    studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: { serviceId: yoga.id, eventId } },
        contactDetails: guest(),
        participantsChoices: { serviceChoices },
        selectedPaymentOption: 'OFFLINE',
      },
    })
  expect(errorCode(await book(party(1, 'senior')))).toBe('INVALID_CHOICES')
  expect(errorCode(await book(party(1, 'child', randomUUID())))).toBe('INVALID_CHOICES')
  const { booking } = (await book(party(2, 'child'), party(1, 'adult'))).body
  const total = async () => (await studio.owner(`/api/bookings/${booking.id}/summary`, {}, 'GET')).body.amounts.total
  expect([booking.totalParticipants, await total()]).toEqual([undefined, '45.00'])
  const change = (body: Record<string, unknown>) => studio.owner(`/v2/bookings/${booking.id}/update_number_of_participants`, { revision: '1', ...body })
  expect(errorCode(await change({ totalParticipants: 2 }))).toBe('VALIDATION_FAILURE')
  expect((await change({ participantsChoices: { serviceChoices: [party(1, 'child')] } })).status).toBe(200)
  expect(await total()).toBe('10.00')
  const plain = await studio.service({ type: 'CLASS', capacity: 9 })
  const other = await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: { serviceId: plain.id, eventId: await studio.session(plain) } },
      contactDetails: guest(),
      participantsChoices: { serviceChoices: [party(1, 'child')] },
    },
  })
  expect(errorCode(other)).toBe('INVALID_SERVICE_CHOICES')
})

test('an add-on makes an appointment longer and dearer; it has to stand in a group of the service', async () => {
  const massage = await studio.service()
  const { addOn: stones } = (
    await studio.owner('/v1/add-ons', { addOn: { name: 'Hot stones', price: { value: '15.00', currency: 'USD' }, durationInMinutes: 30 } })
  ).body
  const { addOn: oil } = (await studio.owner('/v1/add-ons', { addOn: { name: 'Oil', price: { value: '5.00', currency: 'USD' }, maxQuantity: 3 } })).body
  const { addOnGroup } = (
    await studio.owner('/v2/services/add-on-groups/create', { serviceId: massage.id, addOnGroup: { name: 'Extras', addOnIds: [stones.id, oil.id] } })
  ).body
  const book = (bookedAddOns: unknown[], end = '11:30') =>
    studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: studio.slotFor(massage, '2027-05-10T10:00:00Z', `2027-05-10T${end}:00Z`) },
        contactDetails: guest(),
        bookedAddOns,
        selectedPaymentOption: 'OFFLINE',
        status: 'CONFIRMED',
      },
    })
  const with2 = [
    { id: stones.id, groupId: addOnGroup.id },
    { id: oil.id, groupId: addOnGroup.id, quantity: 2 },
  ]
  expect(errorCode(await book([{ id: stones.id, groupId: randomUUID() }]))).toBe('ADD_ON_GROUP_NOT_FOUND')
  expect(errorCode(await book([{ id: randomUUID(), groupId: addOnGroup.id }]))).toBe('ADD_ON_NOT_FOUND')
  expect(errorCode(await book([{ id: oil.id, quantity: 4 }], '11:00'))).toBe('VALIDATION_FAILURE')
  expect(errorCode(await book(with2, '11:00'))).toBe('SLOT_NOT_AVAILABLE')
  const { booking } = (await book(with2)).body
  expect(booking.bookedAddOns).toMatchObject([
    { name: 'Hot stones', durationInMinutes: 30 },
    { name: 'Oil', quantity: 2 },
  ])
  expect((await studio.owner(`/api/bookings/${booking.id}/summary`, {}, 'GET')).body.amounts.total).toBe('65.00')
  const move = (more: Record<string, unknown>) =>
    studio.owner(`/v2/bookings/${booking.id}/reschedule`, {
      revision: '1',
      slot: studio.slotFor(massage, '2027-05-10T12:00:00Z', '2027-05-10T13:30:00Z'),
      ...more,
    })
  expect(errorCode(await move({ bookedAddOns: [{ id: oil.id }] }))).toBe('ADD_ON_CHANGES_NOT_ALLOWED')
  expect((await move({})).body.booking.endDate).toBe('2027-05-10T13:30:00.000Z')
})

test('the booking form sends option and add-ons; price, length, page and emails say them', async () => {
  const massage = await studio.service({ rate: 'VARIED', price: '40.00' })
  const oils = { id: randomUUID(), type: 'CUSTOM', customData: { name: 'Oil', choices: ['Almond', 'Lavender'] } }
  const { serviceOptionsAndVariants } = (
    await studio.owner('/v1/serviceOptionsAndVariants', {
      serviceOptionsAndVariants: {
        serviceId: massage.id,
        options: { values: [oils] },
        variants: { values: [{ choices: [{ optionId: oils.id, custom: 'Lavender' }], price: { value: '48.00', currency: 'USD' } }] },
      },
    })
  ).body
  const makeAddOn = async (addOn: object) => (await studio.owner('/v1/add-ons', { addOn })).body.addOn.id as string
  const stones = await makeAddOn({ name: 'Hot stones', price: { value: '15.00', currency: 'USD' }, durationInMinutes: 30 })
  const towel = await makeAddOn({ name: 'Towel', price: { value: '2.00', currency: 'USD' }, maxQuantity: 3 })
  await studio.owner('/v2/services/add-on-groups/create', { serviceId: massage.id, addOnGroup: { name: 'Extras', addOnIds: [stones, towel] } })
  const token = await server.visitorToken(studio.site)
  const book = (bookedAddOns: object[]) =>
    server.call('POST', '/api/checkout/bookings', {
      token,
      body: {
        slot: studio.slotFor(massage, '2027-05-10T10:00:00Z', '2027-05-10T11:30:00Z'),
        contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
        participantsChoices: {
          serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId: serviceOptionsAndVariants.options.values[0].id, custom: 'Lavender' }] }],
        },
        bookedAddOns,
        paymentOption: 'OFFLINE',
      },
    })
  expect(errorCode(await book([{ addOnId: stones }, { addOnId: towel, quantity: 4 }]))).toBe('VALIDATION_FAILURE')
  const made = await book([{ addOnId: stones }, { addOnId: towel, quantity: 2 }])
  expect([made.status, made.body.amounts?.total, made.body.booking?.status]).toEqual([200, '67.00', 'CONFIRMED'])
  await server.runner.drain()
  expect(await server.emailVariables(studio.site, 'mia@example.org', 'booking-confirmed')).toMatchObject({
    extrasText: 'Lavender, Hot stones, 2 × Towel',
    durationText: '1 h 30 min',
    cancelUntilText: 'Monday, 10 May 2027 at 12:00',
  })
})
