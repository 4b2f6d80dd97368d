/** What is chosen is what is booked and paid, in every way to book and to move. Source: guide bookings §4.3, §9, §10, §16. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, errorData, guest, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
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

const at = (clock: string) => `2027-05-10T${clock}:00Z`
const usd = (value: string) => ({ value, currency: 'USD' })

/** Gives the service one option with a price for each of its values; the answer is the option's id. */
async function setPrices(service: CreatedService, option: Record<string, unknown>, variants: [Record<string, unknown>, string][]): Promise<string> {
  const optionId = randomUUID()
  const made = await server.ok('POST', '/v1/serviceOptionsAndVariants', {
    as: studio.site,
    body: {
      serviceOptionsAndVariants: {
        serviceId: service.id,
        options: { values: [{ id: optionId, ...option }] },
        variants: { values: variants.map(([choice, price]) => ({ choices: [{ optionId, ...choice }], price: usd(price) })) },
      },
    },
  })
  return made.serviceOptionsAndVariants.options.values[0].id
}
/** 30 minutes for 30, an hour for 60. */
async function byLength(more: Parameters<BookingStudio['service']>[0] = {}) {
  const service = await studio.service({ rate: 'VARIED', price: '45.00', durations: [30, 60], ...more })
  const optionId = await setPrices(service, { type: 'DURATION', durationData: { name: 'Length' } }, [
    [{ duration: { minutes: 30 } }, '30.00'],
    [{ duration: { minutes: 60 } }, '60.00'],
  ])
  return { service, choice: (minutes: number) => ({ serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId, duration: { minutes } }] }] }) }
}
const summary = async (id: string) => (await studio.owner(`/api/bookings/${id}/summary`, {}, 'GET')).body
const getTotal = async (id: string) => (await summary(id)).amounts.total
const chosen = (booking: { participantsChoices?: { serviceChoices: { choices: { duration?: { minutes: number } }[] }[] } }) =>
  booking.participantsChoices?.serviceChoices[0]?.choices[0]?.duration?.minutes

describe('a length that is chosen is the length that is booked', () => {
  test('the price of 30 minutes does not buy a slot of 60: by API, in bulk, by the business, on the page and in a visit', async () => {
    const { service, choice } = await byLength()
    const body = (from: string, to: string, participantsChoices: unknown) => ({
      booking: {
        bookedEntity: { slot: studio.slotFor(service, at(from), at(to)) },
        contactDetails: guest(),
        participantsChoices,
        selectedPaymentOption: 'OFFLINE',
      },
    })
    const refused = await studio.create(body('10:00', '11:00', choice(30)))
    expect([refused.status, errorCode(refused), errorData(refused)]).toEqual([400, 'INVALID_CHOICES', { minutes: 30, slotMinutes: 60 }])
    expect(errorCode(await studio.owner('/v2/bookings', body('10:00', '11:00', choice(30))))).toBe('INVALID_CHOICES')
    expect(errorCode(await studio.create(body('10:00', '10:30', choice(60))))).toBe('INVALID_CHOICES')
    const bulk = await studio.owner('/v2/bulk/bookings/create', {
      createBookingsInfo: [body('10:00', '11:00', choice(30)), body('12:00', '12:30', choice(30))],
    })
    expect(bulk.body.results.map((one: { itemMetadata: { success: boolean; error?: { code: string } } }) => one.itemMetadata.error?.code ?? 'ok')).toEqual([
      'INVALID_CHOICES',
      'ok',
    ])
    const page = await server.call('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      body: { slot: studio.slotFor(service, at('10:00'), at('11:00')), contactDetails: mia, participantsChoices: choice(30), paymentOption: 'ONLINE', card },
    })
    expect(errorCode(page)).toBe('INVALID_CHOICES')
    const visit = await server.call('POST', '/v2/multi_service_bookings', {
      token: await server.visitorToken(studio.site),
      body: { bookings: [body('14:00', '14:30', choice(30)).booking, body('14:30', '15:30', choice(30)).booking] },
    })
    expect([errorCode(visit), errorData(visit).index]).toEqual(['INVALID_CHOICES', 1])

    const { booking } = (await studio.create(body('10:00', '11:00', choice(60)))).body
    expect(await getTotal(booking.id)).toBe('60.00')
    const plain = (await studio.create({ booking: { ...body('16:00', '16:30', undefined).booking, totalParticipants: 1 } })).body.booking
    expect(await getTotal(plain.id)).toBe('30.00')
    const [once] = choice(60).serviceChoices
    const twice = { serviceChoices: [{ ...once, choices: [...(once?.choices ?? []), ...(once?.choices ?? [])] }] }
    expect(errorCode(await studio.create(body('18:00', '19:00', twice)))).toBe('INVALID_CHOICES')
  })

  test('a booking that moves from 30 to 60 minutes costs what 60 cost; once it is paid it keeps its price and length', async () => {
    const { service, choice } = await byLength()
    const m = await server.registerMember(studio.site)
    const book = async (from: string, to: string, body: Record<string, unknown>) =>
      (
        await server.ok('POST', '/api/checkout/bookings', {
          token: m.token,
          body: { slot: studio.slotFor(service, at(from), at(to)), contactDetails: { firstName: 'Mia', email: m.email }, ...body },
        })
      ).booking
    const move = (id: string, revision: string, from: string, to: string, more: Record<string, unknown> = {}) =>
      server.call('POST', `/v2/bookings/${id}/reschedule`, { token: m.token, body: { revision, slot: studio.slotFor(service, at(from), at(to)), ...more } })

    const unpaid = await book('10:00', '10:30', { paymentOption: 'OFFLINE', participantsChoices: choice(30) })
    expect([unpaid.paymentStatus, await getTotal(unpaid.id)]).toEqual(['NOT_PAID', '30.00'])
    expect(errorCode(await move(unpaid.id, '2', '11:00', '12:00', { participantsChoices: choice(30) }))).toBe('INVALID_CHOICES')
    const longer = await move(unpaid.id, '2', '11:00', '12:00')
    expect([longer.status, chosen(longer.body.booking), await getTotal(unpaid.id)]).toEqual([200, 60, '60.00'])
    expect((await move(unpaid.id, '3', '11:00', '11:30', { participantsChoices: choice(30) })).status).toBe(200)
    expect(await getTotal(unpaid.id)).toBe('30.00')

    const paid = await book('14:00', '14:30', { paymentOption: 'ONLINE', card, participantsChoices: choice(30) })
    expect([paid.paymentStatus, await getTotal(paid.id)]).toEqual(['PAID', '30.00'])
    const refused = await move(paid.id, '2', '15:00', '16:00')
    expect([refused.status, errorCode(refused)]).toEqual([428, 'PRICE_CHANGE_NOT_ALLOWED'])
    expect(
      errorCode(await studio.owner(`/v2/bookings/${paid.id}/reschedule`, { revision: '2', slot: studio.slotFor(service, at('15:00'), at('16:00')) })),
    ).toBe('PRICE_CHANGE_NOT_ALLOWED')
    expect((await move(paid.id, '2', '15:00', '15:30')).body.booking).toMatchObject({ paymentStatus: 'PAID' })
    expect(await getTotal(paid.id)).toBe('30.00')

    const { token } = await server.ok('GET', `/v1/anonymous-bookings/${paid.id}/token`, { token: m.token })
    const byLink = (from: string, to: string) =>
      server.call('POST', `/v1/anonymous-bookings/${token}/reschedule`, {
        token: m.token,
        body: { revision: '3', slot: studio.slotFor(service, at(from), at(to)) },
      })
    expect(errorCode(await byLink('17:00', '18:00'))).toBe('PRICE_CHANGE_NOT_ALLOWED')
    expect((await byLink('17:00', '17:30')).status).toBe(200)
  })

  test('a price that the owner raises meanwhile does not apply to a booking that is only moved', async () => {
    const { service, choice } = await byLength()
    const { booking } = (
      await studio.owner('/v2/bookings', {
        booking: {
          bookedEntity: { slot: studio.slotFor(service, at('10:00'), at('10:30')) },
          contactDetails: guest(),
          participantsChoices: choice(30),
          selectedPaymentOption: 'OFFLINE',
          status: 'CONFIRMED',
        },
      })
    ).body
    await server.open.db
      .updateTable('serviceOptions')
      .set({ variants: JSON.stringify([{ choices: [{ duration: { minutes: 30 } }], price: usd('99.00') }]) } as never)
      .where('serviceId', '=', service.id)
      .execute()
    const moved = await studio.owner(`/v2/bookings/${booking.id}/reschedule`, { revision: '1', slot: studio.slotFor(service, at('12:00'), at('12:30')) })
    expect([moved.status, await getTotal(booking.id)]).toEqual([200, '30.00'])
  })

  test('the parts of a visit are priced anew when they move, and a paid visit keeps its lengths', async () => {
    const { service, choice } = await byLength()
    const part = (from: string, to: string, minutes: number) => ({
      bookedEntity: { slot: studio.slotFor(service, at(from), at(to)) },
      contactDetails: guest(),
      participantsChoices: choice(minutes),
      selectedPaymentOption: 'OFFLINE',
      status: 'CONFIRMED',
    })
    const { multiServiceBooking: visit } = (
      await studio.owner('/v2/multi_service_bookings', { bookings: [part('10:00', '10:30', 30), part('10:30', '11:00', 30)] })
    ).body
    const [first, second] = visit.bookings.map((one: { bookingId: string }) => one.bookingId)
    const move = (revision: string, secondEnd: string, choices?: unknown) =>
      studio.owner(`/v2/multi_service_bookings/${visit.id}/reschedule`, {
        rescheduleBookingsInfo: [
          { bookingId: first, revision, slot: studio.slotFor(service, at('12:00'), at('12:30')) },
          { bookingId: second, revision, slot: studio.slotFor(service, at('12:30'), at(secondEnd)), ...(choices ? { participantsChoices: choices } : {}) },
        ],
      })
    expect(errorCode(await move('1', '13:30', choice(30)))).toBe('INVALID_CHOICES')
    expect((await move('1', '13:30')).status).toBe(200)
    expect([await getTotal(first), await getTotal(second)]).toEqual(['30.00', '60.00'])
    await server.ok('POST', `/api/bookings/${second}/mark-paid`, { as: studio.site })
    const now = (await studio.owner(`/v2/multi_service_bookings/${visit.id}`, {}, 'GET')).body.multiServiceBooking.bookings
    const back = await studio.owner(`/v2/multi_service_bookings/${visit.id}/reschedule`, {
      rescheduleBookingsInfo: now.map((one: { bookingId: string; booking: { revision: string } }, n: number) => ({
        bookingId: one.bookingId,
        revision: one.booking.revision,
        slot: n === 0 ? studio.slotFor(service, at('14:00'), at('14:30')) : studio.slotFor(service, at('14:30'), at('15:00')),
      })),
    })
    expect([errorCode(back), errorData(back).index]).toEqual(['PRICE_CHANGE_NOT_ALLOWED', 1])
  })
})

test('who waits for a place pays for the choice that was made', async () => {
  const yoga = await studio.service({
    type: 'CLASS',
    capacity: 1,
    rate: 'VARIED',
    price: '20.00',
    rules: { waitlistPolicy: { enabled: true, capacity: 5, reservationTimeInMinutes: 30 } },
  })
  const optionId = await setPrices(yoga, { type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }, [
    [{ custom: 'child' }, '10.00'],
    [{ custom: 'adult' }, '25.00'],
  ])
  const eventId = await studio.session(yoga)
  const slot = { serviceId: yoga.id, eventId }
  const full = (
    await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest(), status: 'CONFIRMED', selectedPaymentOption: 'OFFLINE' } })
  ).body.booking
  expect(full.status).toBe('CONFIRMED')
  const token = await server.visitorToken(studio.site)
  const register = (custom: string) =>
    server.call('POST', '/bookings/v1/waitlist/register', {
      token,
      body: {
        eventId,
        booking: {
          bookedEntity: { slot },
          contactDetails: guest(),
          participantsChoices: { serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId, custom }] }] },
          selectedPaymentOption: 'ONLINE',
        },
      },
    })
  expect(errorCode(await register('senior'))).toBe('INVALID_CHOICES')
  const { registration } = (await register('adult')).body
  expect(await getTotal(registration.bookingId)).toBe('25.00')
})

test('a price by person follows the person who is taken, and a paid booking cannot move to a staff member with another price', async () => {
  const { id: bo } = await studio.resource('Bo')
  const massage = await studio.service({ rate: 'VARIED', price: '40.00', staff: [studio.staff, bo] })
  const optionId = await setPrices(massage, { type: 'STAFF_MEMBER' }, [
    [{ staffMemberId: studio.staff }, '40.00'],
    [{ staffMemberId: bo }, '55.00'],
  ])
  const slotWithAnyStaff = (from: string, to: string) => {
    const { resource: _, ...slot } = studio.slotFor(massage, at(from), at(to))
    return { ...slot, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
  }
  const with_ = (custom: string) => ({ serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId, custom }] }] })
  const book = (slot: unknown, participantsChoices: unknown, more: Record<string, unknown> = {}) =>
    server.call('POST', '/api/checkout/bookings', {
      as: studio.site,
      body: { slot, contactDetails: guest(), participantsChoices, paymentOption: 'ONLINE', card, ...more },
    })
  expect(errorCode(await book(studio.slotFor(massage, at('10:00'), at('11:00')), with_(bo)))).toBe('INVALID_SERVICE_CHOICES')
  expect(errorCode(await book(slotWithAnyStaff('10:00', '11:00'), with_(randomUUID())))).toBe('INVALID_CHOICES')
  const { booking } = (await book(slotWithAnyStaff('10:00', '11:00'), with_(bo))).body
  expect([booking.bookedEntity.slot.resource.id, await getTotal(booking.id)]).toEqual([bo, '55.00'])
  const paid = (await book(studio.slotFor(massage, at('12:00'), at('13:00')), undefined)).body.booking
  expect([paid.paymentStatus, await getTotal(paid.id)]).toEqual(['PAID', '40.00'])
  await studio.owner('/v2/bookings', {
    booking: { bookedEntity: { slot: studio.slotFor(massage, at('14:00'), at('15:00')) }, contactDetails: guest(), status: 'CONFIRMED' },
  })
  const move = (slot: unknown) => studio.owner(`/v2/bookings/${paid.id}/reschedule`, { revision: paid.revision, slot })
  expect(errorCode(await move(slotWithAnyStaff('14:00', '15:00')))).toBe('PRICE_CHANGE_NOT_ALLOWED')
  const moved = await move(slotWithAnyStaff('16:00', '17:00'))
  expect([moved.body.booking.bookedEntity.slot.resource.id, await getTotal(paid.id)]).toEqual([studio.staff, '40.00'])
})

describe('add-ons', () => {
  async function withAddOns() {
    const { service, choice } = await byLength()
    const make = async (addOn: Record<string, unknown>) => (await studio.owner('/v1/add-ons', { addOn })).body.addOn.id as string
    const stones = await make({ name: 'Hot stones', price: usd('15.00'), durationInMinutes: 30 })
    const oil = await make({ name: 'Oil', price: usd('5.00'), maxQuantity: 3 })
    const foreign = await make({ name: 'Tea', price: usd('2.00'), maxQuantity: 1 })
    const { addOnGroup } = (
      await studio.owner('/v2/services/add-on-groups/create', { serviceId: service.id, addOnGroup: { name: 'Extras', addOnIds: [stones, oil] } })
    ).body
    const book = (bookedAddOns: unknown[], to: string, more: Record<string, unknown> = {}, flags: Record<string, unknown> = {}) =>
      studio.owner('/v2/bookings', {
        booking: {
          bookedEntity: { slot: studio.slotFor(service, at('10:00'), at(to)) },
          contactDetails: guest(),
          bookedAddOns,
          selectedPaymentOption: 'OFFLINE',
          status: 'CONFIRMED',
          ...more,
        },
        flowControlSettings: flags,
      })
    return { service, choice, stones, oil, foreign, group: addOnGroup.id as string, book }
  }

  test('the time that an add-on takes is no part of the length that is chosen and priced', async () => {
    const { choice, stones, book } = await withAddOns()
    expect(errorCode(await book([{ id: stones }], '11:00', { participantsChoices: choice(60) }))).toBe('INVALID_CHOICES')
    const { booking } = (await book([{ id: stones }], '11:00', { participantsChoices: choice(30) })).body
    expect(await getTotal(booking.id)).toBe('45.00')
  })

  test('unknown add-ons, ids left out and an add-on named twice are refused, whatever is skipped', async () => {
    const { oil, foreign, book } = await withAddOns()
    expect(errorCode(await book([{ id: randomUUID() }], '10:30', {}, { skipAddOnValidation: true }))).toBe('ADD_ON_NOT_FOUND')
    expect(errorCode(await book([{ id: foreign }], '10:30'))).toBe('ADD_ON_NOT_FOUND')
    const unnamed = await book([{ quantity: 1 }], '10:30')
    expect([unnamed.status, errorCode(unnamed)]).toEqual([428, 'VALIDATION_FAILURE'])
    expect(
      errorCode(
        await book(
          [
            { id: oil, quantity: 3 },
            { id: oil, quantity: 3 },
          ],
          '10:30',
        ),
      ),
    ).toBe('VALIDATION_FAILURE')
    const { booking } = (await book([{ id: foreign }], '10:30', {}, { skipAddOnValidation: true })).body
    expect(await getTotal(booking.id)).toBe('32.00')
  })

  test('add-ons change with a move where it was agreed: length and price follow; the same ones may be sent again by anyone', async () => {
    const { service, stones, oil, group, book } = await withAddOns()
    const { booking } = (await book([{ id: oil, groupId: group }], '10:30', {}, { allowAddOnChanges: true })).body
    const move = (revision: string, from: string, to: string, bookedAddOns?: unknown[]) =>
      studio.owner(`/v2/bookings/${booking.id}/reschedule`, {
        revision,
        slot: studio.slotFor(service, at(from), at(to)),
        ...(bookedAddOns && { bookedAddOns }),
      })
    expect(errorCode(await move('1', '12:00', '13:00', [{ id: randomUUID() }]))).toBe('ADD_ON_NOT_FOUND')
    const longer = await move('1', '12:00', '13:00', [{ addOnId: stones, groupId: group }])
    expect(longer.body.booking.bookedAddOns).toMatchObject([{ name: 'Hot stones', durationInMinutes: 30 }])
    expect(await getTotal(booking.id)).toBe('45.00')
    const fixed = (await book([{ id: oil }], '10:30')).body.booking
    const again = (bookedAddOns: unknown[]) =>
      studio.owner(`/v2/bookings/${fixed.id}/reschedule`, { revision: '1', slot: studio.slotFor(service, at('15:00'), at('15:30')), bookedAddOns })
    expect(errorCode(await again([{ id: oil, quantity: 2 }]))).toBe('ADD_ON_CHANGES_NOT_ALLOWED')
    expect((await again(fixed.bookedAddOns)).status).toBe(200)
  })

  test('a visit with an add-on that lengthens a part can be booked and moved', async () => {
    const { service, stones } = await withAddOns()
    const part = (from: string, to: string, bookedAddOns: unknown[]) => ({
      bookedEntity: { slot: studio.slotFor(service, at(from), at(to)) },
      contactDetails: guest(),
      bookedAddOns,
      selectedPaymentOption: 'OFFLINE',
      status: 'CONFIRMED',
    })
    const made = await studio.owner('/v2/multi_service_bookings', { bookings: [part('10:00', '11:30', [{ id: stones }]), part('11:30', '12:00', [])] })
    expect([made.status, errorCode(made)]).toEqual([200, undefined])
    const parts = made.body.multiServiceBooking.bookings as { bookingId: string }[]
    expect(await getTotal(parts[0]?.bookingId as string)).toBe('75.00')
    const moved = await studio.owner(`/v2/multi_service_bookings/${made.body.multiServiceBooking.id}/reschedule`, {
      rescheduleBookingsInfo: [
        { bookingId: parts[0]?.bookingId, revision: '1', slot: studio.slotFor(service, at('13:00'), at('14:30')) },
        { bookingId: parts[1]?.bookingId, revision: '1', slot: studio.slotFor(service, at('14:30'), at('15:00')) },
      ],
    })
    expect([moved.status, errorCode(moved)]).toEqual([200, undefined])
    expect(await getTotal(parts[0]?.bookingId as string)).toBe('75.00')
  })

  test('more people pay more for an add-on that takes time', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 9, price: '20.00' })
    const { addOn } = (await studio.owner('/v1/add-ons', { addOn: { name: 'Bath', price: usd('10.00'), durationInMinutes: 30 } })).body
    await studio.owner('/v2/services/add-on-groups/create', { serviceId: yoga.id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } })
    const { booking } = (
      await studio.owner('/v2/bookings', {
        booking: {
          bookedEntity: { slot: { serviceId: yoga.id, eventId: await studio.session(yoga) } },
          contactDetails: guest(),
          bookedAddOns: [{ id: addOn.id }],
          selectedPaymentOption: 'OFFLINE',
          status: 'CONFIRMED',
        },
      })
    ).body
    expect(await getTotal(booking.id)).toBe('30.00')
    await studio.owner(`/v2/bookings/${booking.id}/update_number_of_participants`, { revision: '1', totalParticipants: 3 })
    expect(await getTotal(booking.id)).toBe('90.00')
  })
})

test('a service that is free except for one choice asks for the price of that choice', async () => {
  const service = await studio.service({ type: 'CLASS', capacity: 9, rate: 'VARIED', price: '0.00' })
  const optionId = await setPrices(service, { type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }, [
    [{ custom: 'child' }, '0.00'],
    [{ custom: 'adult' }, '25.00'],
  ])
  const eventId = await studio.session(service)
  const book = (custom: string) =>
    server.call('POST', '/api/checkout/bookings', {
      as: studio.site,
      body: {
        slot: { serviceId: service.id, eventId },
        contactDetails: guest(),
        participantsChoices: { serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId, custom }] }] },
        paymentOption: 'ONLINE',
        card,
      },
    })
  expect((await book('adult')).body).toMatchObject({ booking: { paymentStatus: 'PAID' }, amounts: { total: '25.00', paid: '25.00' } })
  expect((await book('child')).body).toMatchObject({ booking: { paymentStatus: 'EXEMPT' }, amounts: { total: '0.00' } })
})
