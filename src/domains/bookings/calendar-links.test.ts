/** Links to web calendars and the note of a request, in the emails as people get them. Source: guide bookings §20.1, §20.3. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookingStudio } from '../../../test/factories/booking-studio.ts'
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

describe.each<[Language, string]>([
  ['en', 'This isn’t a confirmed booking yet.'],
  ['de', 'Das ist noch keine bestätigte Buchung.'],
  ['fr', 'Ce n’est pas encore une réservation confirmée.'],
  ['es', 'Todavía no es una reserva confirmada.'],
])('in %s', (language, note) => {
  const email = `mia-${language}@example.org`
  const book = async (options: object) => {
    const massage = await studio.service(options)
    const reply = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      headers: { 'accept-language': language },
      body: { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email }, paymentOption: 'OFFLINE' },
    })
    return reply.booking
  }

  test('a request says what it is, and has nothing for a calendar', async () => {
    const { status } = await book({ approval: true })
    expect(status).toBe('PENDING')
    const variables = await readEmail(email, 'booking-requested')
    const { html, text } = render('booking-requested', variables, language)
    expect([html.includes(note), text.includes(note), text.includes('calendar.google.com')]).toEqual([true, true, false])
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

test('an address of a web calendar that a customer wrote is shown as it is', () => {
  const own = 'https://calendar.google.com/calendar/render?action=TEMPLATE'
  const { html } = render('booking-confirmed', { googleCalendarLink: own, ownerMessage: `Your prize: ${own}&text=x` }, 'en')
  expect(html).toContain('Your prize: https://')
})
