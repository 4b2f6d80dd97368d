/** Links to web calendars and the note of a request, in the emails as people get them. Source: guide bookings §20.1, §20.3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { card, createBookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import type { Language } from '#kit/pure/languages.ts'
import { renderEmail } from '#kit/email/render.ts'
import { bookingsEmailCatalog } from './emails/catalog.ts'

let server: TestServer
let studio: Awaited<ReturnType<typeof createBookingStudio>>
beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const render = (template: string, variables: Record<string, unknown>, language: string) =>
  renderEmail(
    bookingsEmailCatalog,
    { template, variables: { ...variables, siteUrl: 'http://a.example' }, language },
    { siteName: 'A', accent: '#123', timeZone: 'UTC' },
  )
const notified = { participantNotification: { notifyParticipants: true } }
const readEmail = async (email: string, template: string) => (await server.emailVariables(studio.site, email, template)) as Record<string, string>

describe.each<[Language, string, string]>([
  ['en', 'This isn’t a confirmed booking yet.', 'What you paid is refunded if we can’t take you.'],
  ['de', 'Das ist noch keine bestätigte Buchung.', 'Können wir dich nicht annehmen, bekommst du dein Geld zurück.'],
  ['fr', 'Ce n’est pas encore une réservation confirmée.', 'Si nous ne pouvons pas vous accepter, votre paiement vous sera remboursé.'],
  ['es', 'Todavía no es una reserva confirmada.', 'Si no podemos aceptarte, te devolvemos lo que has pagado.'],
])('in %s', (language, note, moneyBack) => {
  const email = `mia-${language}@example.org`
  const book = async (options: object, more: object = {}) => {
    const massage = await studio.service(options)
    const reply = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      headers: { 'accept-language': language },
      body: { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email }, paymentOption: 'OFFLINE', ...more },
    })
    return reply.booking
  }

  test('a request says what it is, and has nothing for a calendar', async () => {
    const { status } = await book({ approval: true })
    expect(status).toBe('PENDING')
    const variables = await readEmail(email, 'booking-requested')
    const { html, text } = render('booking-requested', variables, language)
    expect([html.includes(note), text.includes(note), text.includes('calendar.google.com')]).toEqual([true, true, false])
    expect(variables.approvalNote).not.toContain(moneyBack)
  })

  test.each([
    ['in full', {}, {}, 'PAID'],
    ['in part', { deposit: '10.00' }, { payDeposit: true }, 'PARTIALLY_PAID'],
  ])('a request that is paid %s says, too, that the money goes back', async (_how, options, more, paymentStatus) => {
    expect(await book({ approval: true, ...options }, { paymentOption: 'ONLINE', card, ...more })).toMatchObject({ status: 'PENDING', paymentStatus })
    const { html, text } = render('booking-requested', await readEmail(email, 'booking-requested'), language)
    for (const sentence of [note, moneyBack]) expect([sentence, html.includes(sentence), text.includes(sentence)]).toEqual([sentence, true, true])
  })

  test('a confirmed time has its file and both web calendars, as words in HTML and as addresses in text', async () => {
    const { id, revision } = await book({})
    const variables = await readEmail(email, 'booking-confirmed')
    const google = new URL(variables.googleCalendarLink as string)
    expect(google.origin + google.pathname).toBe('https://calendar.google.com/calendar/render')
    expect(Object.fromEntries(google.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: variables.serviceName,
      dates: '20270510T100000Z/20270510T110000Z',
      location: variables.locationText,
    })
    const outlook = new URL(variables.outlookCalendarLink as string)
    expect([outlook.origin, outlook.searchParams.get('startdt'), outlook.searchParams.get('enddt')]).toEqual([
      'https://outlook.live.com',
      '2027-05-10T10:00:00Z',
      '2027-05-10T11:00:00Z',
    ])
    const token = new URL(variables.manageLink as string).pathname.split('/').at(-1) as string
    expect(`${google}${outlook}`).not.toContain(token)
    const { html, text } = render('booking-confirmed', variables, language)
    expect(html).toMatch(
      /<a href="https:\/\/calendar\.google\.com[^"]+"[^>]*>Google Calendar<\/a><br><a href="https:\/\/outlook\.live\.com[^"]+"[^>]*>Outlook<\/a>/,
    )
    for (const link of ['calendarLink', 'googleCalendarLink', 'outlookCalendarLink']) expect(text).toContain(`: ${variables[link]}`)
    await studio.act(id, 'cancel', { revision, ...notified })
    expect(Object.keys(await readEmail(email, 'booking-canceled'))).not.toContain('googleCalendarLink')
  })
})

const readDates = ({ googleCalendarLink }: Record<string, string>) => googleCalendarLink && new URL(googleCalendarLink).searchParams.get('dates')
/** A booking of a new customer, with what its email of confirmation says. */
async function bookAs(entity: object) {
  const email = `${randomUUID()}@example.org`
  const booking = await studio.book({ ...entity, contactDetails: { firstName: 'Mia', email }, paymentOption: 'OFFLINE' })
  return { email, id: booking.id, revision: booking.revision, confirmed: await readEmail(email, 'booking-confirmed') }
}

test.each([
  [1, '20270601T100000Z/20270601T110000Z'],
  [2, undefined],
])('a course of %i: its file has each session, and web calendars take only one', async (sessions, dates) => {
  const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
  for (const day of ['01', '08'].slice(0, sessions)) await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
  const { confirmed } = await bookAs({ schedule: { serviceId: course.id, scheduleId: course.scheduleId, timezone: 'Europe/Berlin' } })
  expect([confirmed.calendarFile?.match(/BEGIN:VEVENT/g)?.length, readDates(confirmed), 'outlookCalendarLink' in confirmed]).toEqual([
    sessions,
    dates,
    dates !== undefined,
  ])
})

test.each([
  ['SEQUENTIAL_BOOKINGS', '20270510T100000Z/20270510T120000Z'],
  ['SEPARATE_BOOKINGS', undefined],
])('a visit of two services, %s', async (multiServiceBookingType, dates) => {
  const { token, email } = await server.registerMember(studio.site)
  const bookings = []
  for (const [from, to] of [
    ['10', '11'],
    ['11', '12'],
  ]) {
    const slot = studio.slotFor(await studio.service({ name: `At ${from}` }), `2027-05-10T${from}:00:00Z`, `2027-05-10T${to}:00:00Z`)
    bookings.push({ bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email }, selectedPaymentOption: 'OFFLINE' })
  }
  const { multiServiceBooking } = await server.ok('POST', '/v2/multi_service_bookings', { token, body: { bookings, multiServiceBookingType } })
  await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: multiServiceBooking.bookings[0].bookingId, paymentOption: 'OFFLINE' } })
  const confirmed = await readEmail(email, 'booking-confirmed')
  expect([confirmed.parts?.length, confirmed.calendarFile?.match(/BEGIN:VEVENT/g)?.length, readDates(confirmed)]).toEqual([2, 2, dates])
})

test('who is moved, or gets another teacher, is sent the links of the new time', async () => {
  const massage = await studio.service()
  const moved = await bookAs({ slot: studio.slotFor(massage) })
  await studio.act(moved.id, 'reschedule', {
    revision: moved.revision,
    slot: studio.slotFor(massage, '2027-05-11T14:00:00Z', '2027-05-11T15:00:00Z'),
    ...notified,
  })
  expect(readDates(await readEmail(moved.email, 'booking-rescheduled'))).toBe('20270511T140000Z/20270511T150000Z')
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
  const eventId = await studio.session(yoga)
  const changed = await bookAs({ slot: { serviceId: yoga.id, eventId } })
  const { id } = await studio.resource('Ben')
  await server.ok('PATCH', `/calendar/v3/events/${eventId}`, { as: studio.site, body: { event: { resources: [{ id }] }, ...notified } })
  expect(readDates(await readEmail(changed.email, 'booking-changed'))).toBe('20270510T100000Z/20270510T110000Z')
})

test('a request that its customer moves has nothing for a web calendar until it is approved again', async () => {
  const massage = await studio.service({ approval: true })
  const { token, email } = await server.registerMember(studio.site)
  const made = await studio.book({ slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email }, paymentOption: 'OFFLINE' }, token)
  const { booking } = (await studio.act(made.id, 'confirm', { revision: made.revision, ...notified })).body
  const slot = studio.slotFor(massage, '2027-05-11T14:00:00Z', '2027-05-11T15:00:00Z')
  const moved = await server.ok('POST', `/v2/bookings/${made.id}/reschedule`, { token, body: { revision: booking.revision, slot, ...notified } })
  expect(moved.booking.status).toBe('PENDING')
  const variables = await readEmail(email, 'booking-rescheduled')
  expect([variables.calendarFile?.includes('STATUS:TENTATIVE'), readDates(variables)]).toEqual([true, undefined])
})

test('an address of a web calendar that a customer wrote is shown as it is', () => {
  const own = 'https://calendar.google.com/calendar/render?action=TEMPLATE'
  const { html } = render('booking-confirmed', { googleCalendarLink: own, ownerMessage: `Your prize: ${own}&text=x` }, 'en')
  expect(html).toContain('Your prize: https://')
})
