/** The fields of a booking as the guide lists them, each sent and read through HTTP. Source: guide bookings §3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listApps } from '#domains/identity/public.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, errorData, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { describeRows, readGuideLine, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { Booking, ContactDetailsInput, PaymentOptionInput, PaymentStatusInput, SlotInput, Status } from './contract.ts'
import { BOOKINGS_APP } from './events.ts'

let server: TestServer
let studio: BookingStudio
let steps: GuideBookings
let massage: CreatedService
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(NOW)
  studio = await createBookingStudio(server)
  steps = createGuideBookings(studio)
  massage = await studio.service()
})
afterAll(() => server.close())
beforeEach(() => server.freezeClock(NOW))

/** A booking by the business, whose calls have no limits. */
const create = (more: object = {}): Promise<TestReply> => studio.owner('/v2/bookings', steps.toBody({ slot: steps.nextSlot(massage) }, more))
const made = async (more: object = {}) => steps.made(await create(more))
const refusesShape = async (more: object) => expect([more, (await create(more)).status]).toEqual([more, 400])
const refusesField = async (field: string, more: object) => {
  const answer = await create(more)
  expect([errorCode(answer), JSON.stringify(errorData(answer))]).toEqual(['VALIDATION_FAILURE', expect.stringContaining(field)])
}
/** The values of an enum on the wire. */
const readValues = (schema: object): string[] => (schema as { enum: string[] }).enum
const listValues = (cell: string): string[] => cell.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []
const addField = (more: object) => ({ additionalFields: [{ id: randomUUID(), ...more }] })
const choose = (...serviceChoices: object[]) => ({ participantsChoices: { serviceChoices } })

const rows = tableAt('bookings', '## 3.')
/** Every name of a first cell: `id, revision` are two, `depositSelected` one; marks and bounds are none. */
const named = rows.flatMap(([cell = '']) =>
  stripMarkdown(cell)
    .replaceAll(/ RO\b| ≥ \d+/g, '')
    .split(/, | or /),
)

test('the table names every field of the wire, and no other', () => {
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(Booking.properties).toSorted())
})

describeRows('fields', rows, {
  'id, createdDate, updatedDate, revision': async () => {
    const [id, old] = [randomUUID(), '2020-01-01T00:00:00Z']
    const booking = await made({ id, createdDate: old, updatedDate: old, revision: '7' })
    expect(booking).toMatchObject({ createdDate: '2027-05-01T10:00:00.000Z', updatedDate: '2027-05-01T10:00:00.000Z', revision: '1' })
    expect(booking.id).not.toBe(id)
  },
  bookedEntity: async ([, rule = '']) => {
    const course = await steps.addCourse()
    const inCourse = steps.made(await studio.owner('/v2/bookings', steps.toBody({ schedule: { serviceId: course.id } })))
    const inClass = steps.made(await studio.owner('/v2/bookings', steps.inClass(await steps.addClass(3))))
    const alone = await made()
    const kinds = [alone, inClass, inCourse].map(({ bookedEntity }) => [Object.keys(bookedEntity).toSorted(), bookedEntity.tags, bookedEntity.title])
    expect(kinds).toEqual([
      [['slot', 'tags', 'title'], ['INDIVIDUAL'], 'Massage'],
      [['slot', 'tags', 'title'], ['GROUP'], 'Yoga'],
      [['schedule', 'tags', 'title'], ['COURSE'], 'Course'],
    ])
    expect(listValues(rule.split('tags')[1] ?? '')).toEqual(['INDIVIDUAL', 'GROUP', 'COURSE'])
  },
  contactDetails: async ([, rule = '']) => {
    const fields = (/\{(.*)\}/.exec(stripMarkdown(rule).replace(' (old)', ''))?.[1] ?? '').split(', ')
    expect(fields.toSorted()).toEqual(Object.keys(ContactDetailsInput.properties).toSorted())
    const sent = { ...guest(), lastName: 'Lee', phone: '+49 30 1234', fullAddress: { city: 'Berlin' }, timeZone: 'Europe/Berlin', countryCode: 'DE' }
    expect((await made({ contactDetails: sent })).contactDetails).toEqual({ ...sent, contactId: expect.any(String) })
    await refusesField('contactDetails.email', { contactDetails: { firstName: 'Mia', email: 'mia at home' } })
  },
  additionalFields: async ([, rule = '']) => {
    expect(rule).toContain('≤ 100')
    await refusesShape({ additionalFields: Array.from({ length: 101 }, () => ({ id: randomUUID() })) })
    await refusesShape(addField({ value: 'x'.repeat(4001) }))
    await refusesShape(addField({ valueType: 'COLOUR' }))
    await refusesShape({ additionalFields: [{ id: 'note', value: 'x' }] })
    await refusesField('additionalFields[0].value', addField({ value: 'yes', valueType: 'CHECK_BOX' }))
    const { additionalFields } = await made(addField({ value: 'x'.repeat(4000), label: 'Mine' }))
    expect(additionalFields).toMatchObject([{ valueType: 'SHORT_TEXT' }])
    expect(additionalFields[0]).not.toHaveProperty('label')
    for (const valueType of listValues(rule.split('}')[0] ?? '').filter((word) => word !== 'GUID'))
      expect((await create(addField({ value: 'true', valueType }))).status).toBe(200)
  },
  'totalParticipants ≥ 1 or participantsChoices': async ([, rule]) => {
    await refusesShape({ totalParticipants: 0 })
    expect(rule).toContain('both → VALIDATION_FAILURE')
    await refusesField('totalParticipants', { totalParticipants: 2, ...choose({ numberOfParticipants: 2 }) })
    expect((await made()).totalParticipants).toBe(1)
  },
  participantsChoices: async () => {
    const choice = { optionId: randomUUID(), custom: 'x' }
    for (const wrong of [
      choose(),
      choose(...Array.from({ length: 21 }, () => ({ numberOfParticipants: 1 }))),
      choose({ numberOfParticipants: 0 }),
      choose({ numberOfParticipants: 1, choices: Array.from({ length: 6 }, () => choice) }),
      ...[0, 44_640].map((minutes) => choose({ numberOfParticipants: 1, choices: [{ duration: { minutes } }] })),
      choose({ numberOfParticipants: 1, choices: [{ duration: { minutes: 60, name: 'x'.repeat(256) } }] }),
    ])
      await refusesShape(wrong)
    // Only what varies has something to choose.
    expect(errorCode(await create(choose({ numberOfParticipants: 1 })))).toBe('INVALID_SERVICE_CHOICES')
  },
  status: ([, rule = '']) => expect(listValues(rule).toSorted()).toEqual(readValues(Status).toSorted()),
  paymentStatus: async ([, rule = '']) => {
    expect(listValues(rule).toSorted()).toEqual(readValues(PaymentStatusInput).toSorted())
    expect((await made({ paymentStatus: 'PAID' })).paymentStatus).toBe('UNDEFINED')
  },
  selectedPaymentOption: async ([, rule = '']) => {
    expect(listValues(rule).toSorted()).toEqual(readValues(PaymentOptionInput).toSorted())
    expect((await made({ selectedPaymentOption: undefined })).selectedPaymentOption).toBe('UNDEFINED')
  },
  depositSelected: async () => {
    const deposit = await studio.service({ deposit: '10.00', options: { online: true } })
    const body = (more: object) => steps.toBody({ slot: steps.nextSlot(deposit) }, { selectedPaymentOption: 'ONLINE', ...more })
    expect(steps.made(await studio.owner('/v2/bookings', body({}))).depositSelected).toBe(true)
    expect(await made({ depositSelected: true })).not.toHaveProperty('depositSelected')
  },
  externalUserId: async () => {
    await refusesShape({ externalUserId: 'x'.repeat(201) })
    expect((await made({ externalUserId: 'any text' })).externalUserId).toBe('any text')
  },
  createdBy: async ([, rule = '']) => {
    const ids = ['anonymousVisitorId', 'memberId', 'wixUserId', 'appId']
    for (const id of ids) expect(rule).toContain(id)
    const member = await server.registerMember(studio.site)
    const owner = await server.signInAsOwner(studio.site)
    const sent = (slot: object) => steps.toBody({ slot }, { createdBy: { memberId: randomUUID() } })
    const byUser = await server.call('POST', '/v2/bookings', { ...owner, body: sent(steps.nextSlot(massage)) })
    const answers = [
      await studio.create(sent(steps.nextSlot(massage))),
      await studio.create(sent(steps.nextSlot(massage)), member.token),
      byUser,
      await create(),
    ]
    const creators = answers.map((answer) => steps.made(answer).createdBy)
    expect(creators.map((creator) => Object.keys(creator).filter((key) => key !== 'contactId'))).toEqual(ids.map((id) => [id]))
    expect([creators[1].memberId, creators.map((creator) => 'contactId' in creator)]).toEqual([member.memberId, [true, true, false, false]])
  },
  'startDate, endDate': async () => {
    const course = await studio.service({ type: 'COURSE', capacity: 3 })
    for (const day of ['01', '08']) await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
    const { startDate, endDate } = steps.made(await studio.owner('/v2/bookings', steps.toBody({ schedule: { serviceId: course.id } })))
    expect([startDate, endDate]).toEqual(['2027-06-01T10:00:00.000Z', '2027-06-08T11:00:00.000Z'])
  },
  doubleBooked: async () => {
    const slot = steps.nextSlot(massage)
    const forced = { flowControlSettings: { skipAvailabilityValidation: true } }
    const book = (more: object) => studio.owner('/v2/bookings', { ...steps.toBody({ slot }, { status: 'CONFIRMED' }), ...more })
    expect(steps.made(await book({}))).not.toHaveProperty('doubleBooked')
    expect(steps.made(await book(forced)).doubleBooked).toBe(true)
  },
  multiServiceBookingInfo: async () => {
    const [one, two] = [steps.nextSlot(massage), steps.nextSlot(massage)]
    const { multiServiceBooking } = (
      await studio.owner('/v2/multi_service_bookings', {
        bookings: [one, two].map((slot) => steps.toBody({ slot }).booking),
        multiServiceBookingType: 'SEPARATE_BOOKINGS',
      })
    ).body
    expect(multiServiceBooking.bookings[0].booking.multiServiceBookingInfo).toEqual({ id: multiServiceBooking.id, type: 'SEPARATE_BOOKINGS' })
    expect(errorCode(await create({ multiServiceBookingInfo: { id: randomUUID() } }))).toBe('CAN_NOT_CREATE_BOOKING_WITH_MULTI_SERVICE_BOOKING_INFO')
  },
  'formId RO, formSubmissionId': async () => {
    const [formId, formSubmissionId] = [randomUUID(), randomUUID()]
    const booking = await made({ formId, formSubmissionId })
    expect([booking.formId === formId, booking.formSubmissionId]).toEqual([false, formSubmissionId])
  },
  bookedAddOns: async () => {
    await refusesShape({ bookedAddOns: Array.from({ length: 22 }, () => ({ addOnId: randomUUID() })) })
    expect(errorCode(await create({ bookedAddOns: [{ addOnId: randomUUID() }] }))).toBe('ADD_ON_NOT_FOUND')
  },
  'appId, createdByAppId': async () => {
    const sent = randomUUID()
    const booking = await made({ appId: sent, createdByAppId: sent })
    expect([booking.appId, booking.createdByAppId]).not.toContain(sent)
    expect(booking.appId).toEqual(expect.any(String))
  },
  bookingSource: async () => {
    const bookingSource = { platform: 'MOBILE_APP', actor: 'CUSTOMER' }
    expect((await made({ bookingSource })).bookingSource).toMatchObject({ platform: 'MOBILE_APP', actor: 'BUSINESS' })
    expect((await made()).bookingSource.platform).toBe('WEB')
    const { id: appDefId, name } = (await listApps(server.open.db, studio.site.metaSiteId))[0] ?? {}
    const by = async (of: string | undefined) => (await made({ bookingSource: { appDefId: of, appName: 'Mine' } })).bookingSource.appName
    expect([await by(appDefId), await by(BOOKINGS_APP), await by(randomUUID())]).toEqual([name, 'Bookings', undefined])
  },
  extendedFields: async () => {
    const namespaces = { '@studio/app': { a: 1 }, _user_fields: { b: 2 } }
    expect((await made({ extendedFields: { namespaces } })).extendedFields).toEqual({ namespaces })
    await refusesField('extendedFields.namespaces.mine', { extendedFields: { namespaces: { mine: {} } } })
  },
  canceledDate: async () => {
    const booking = await steps.inState('CANCELED')
    expect([booking.canceledDate, (await made()).canceledDate]).toEqual(['2027-05-01T10:00:00.000Z', undefined])
  },
})

describe('slot and schedule', () => {
  /** The words of a line of the guide that are names of fields, each once; those of inner objects are left out. */
  const readNames = (line: string): string[] => {
    let text = stripMarkdown(line)
      .replace(/^\w+: \{/, '')
      .replace(/\}\.?$/, '')
    while (/[{[][^{}[\]]*[}\]]/.test(text)) text = text.replaceAll(/[{[][^{}[\]]*[}\]]/g, '')
    return text.split(', ').map((part) => part.trim().split(' ')[0] ?? '')
  }
  const { slot, schedule } = Booking.properties.bookedEntity.properties
  const listProperties = (schema: object): string[] => Object.keys((schema as { properties: object }).properties)

  test('have the fields of the guide', () => {
    expect(readNames(readGuideLine('bookings', 'Slot: `')).toSorted()).toEqual(listProperties(slot).toSorted())
    expect(readNames(readGuideLine('bookings', 'Schedule: `')).toSorted()).toEqual(listProperties(schedule).toSorted())
    // What is derived is no input.
    expect(listProperties(slot).filter((name) => !(name in SlotInput.properties))).toEqual(['allDay'])
  })
})
