/** Every link in every text message, in each language: the wording of each template holds the link, the provider gets the text, and the link in it is opened. */
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { languages } from '#kit/pure/languages.ts'
import { textTemplates } from '#domains/texts/rules/templates.ts'
import { createBookingStudio, type BookingStudio } from '../factories/booking-studio.ts'
import { bookSeat, createPerson, createWaitlistClass } from '../factories/waitlist-class.ts'
import { type FakeTextProvider, startFakeTextProvider } from '../text-provider.ts'
import { finalScreenshot, overflow, phone, startBrowserServer } from './browser-server.ts'
import { findProblem, toOwnPath } from './crawl.ts'

let browserServer: Awaited<ReturnType<typeof startBrowserServer>>
let provider: FakeTextProvider
beforeEach(async () => {
  browserServer = await startBrowserServer('none')
  provider = await startFakeTextProvider('AC1', 'shh')
})
afterEach(async () => {
  await browserServer.close()
  await provider.close()
})

const day = 86_400_000
/** The next day but some at noon in UTC: texts of the night would wait for the morning. */
const noonIn = (days: number): number => Math.floor(Date.now() / day) * day + days * day + day / 2

/** Connects the provider; each text says its template and the link, and nothing else. */
async function turnOnEveryText({ server, site }: BookingStudio, language: string): Promise<void> {
  const asOwner = (method: string, path: string, body: object) => server.ok(method, path, { as: site, body })
  await asOwner('PUT', '/api/connections/texts', { account: 'AC1', secret: 'shh', from: '+15550100100', baseUrl: provider.baseUrl })
  await asOwner('PATCH', '/api/text-settings', { switches: Object.fromEntries(textTemplates.map((template) => [template, true])) })
  for (const template of textTemplates) await asOwner('PUT', `/api/text-settings/${template}/${language}`, { wording: `${template} {{manageLink}}` })
}

/** Books, moves, waits for the reminder and cancels; someone else waits for a full class and is offered the place. */
async function causeEveryText(studio: BookingStudio, language: string): Promise<void> {
  const { server, site } = studio
  const hasText = (template: string) => expect.poll(() => provider.texts.map(({ Body }) => Body.split(' ')[0])).toContain(template)
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0', name: 'Yoga' })
  const toIso = (time: number) => new Date(time).toISOString()
  const createSession = (start: number) => studio.session(yoga, toIso(start), toIso(start + 3_600_000))
  const [first, second] = [await createSession(noonIn(3)), await createSession(noonIn(4))]
  const { booking } = await server.ok('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(site),
    headers: { 'accept-language': language },
    body: {
      slot: { serviceId: yoga.id, eventId: first },
      contactDetails: { firstName: 'Ida', email: 'ida@example.org', phone: '+4915123456789' },
      sendSmsReminder: true,
    },
  })
  await hasText('booking-confirmed')
  const notify = { participantNotification: { notifyParticipants: true } }
  const moved = await studio.owner(`/v2/bookings/${booking.id}/reschedule`, {
    revision: booking.revision,
    slot: { serviceId: yoga.id, eventId: second },
    ...notify,
  })
  await hasText('booking-rescheduled')
  server.freezeClock(toIso(noonIn(3)))
  await server.runner.runSchedules()
  await hasText('booking-reminder')
  await studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: moved.body.booking.revision, ...notify })
  await hasText('booking-canceled')
  await causeOffer(studio, language)
  await hasText('waitlist-offer')
}

async function causeOffer(studio: BookingStudio, language: string): Promise<void> {
  const { server, site } = studio
  const full = await createWaitlistClass(studio, 1)
  const start = noonIn(5)
  const eventId = await studio.session(full, new Date(start).toISOString(), new Date(start + 3_600_000).toISOString())
  const { body: seat } = await bookSeat(studio, full, eventId, await createPerson(studio))
  await server.ok('POST', '/bookings/v1/waitlist/register', {
    token: await server.visitorToken(site),
    headers: { 'accept-language': language },
    body: {
      sessionId: eventId,
      booking: {
        bookedEntity: { slot: { serviceId: full.id, eventId } },
        contactDetails: { firstName: 'Wim', email: 'wim@example.org', phone: '+4915123456780' },
      },
      sendSmsReminder: true,
    },
  })
  const { id, revision } = seat.booking
  await studio.owner(`/v2/bookings/${id}/cancel`, { revision, flowControlSettings: { ignoreCancellationPolicy: true } })
}

test.for(Object.keys(languages))('every link in every text message leads somewhere, for a reader of %s', async (language) => {
  browserServer.server.freezeClock(new Date(noonIn(0)).toISOString())
  const studio = await createBookingStudio(browserServer.server)
  await turnOnEveryText(studio, language)
  await causeEveryText(studio, language)
  const page = await browserServer.page(phone, 'light', { locale: language })
  onTestFailed(() => finalScreenshot(page, 'failed-text-links'))
  const opened = new Set<string>()
  for (const { Body } of provider.texts) {
    const [template = '', link = ''] = Body.split(' ')
    const path = toOwnPath(link, browserServer.base)
    expect(path, template).toMatch(/^\/booking\//)
    expect(await findProblem(page, path as string, browserServer.base), template).toBeUndefined()
    await page.locator('main h1').first().waitFor()
    expect(await overflow(page), template).toBeLessThanOrEqual(0)
    opened.add(template)
  }
  expect([...opened].toSorted()).toEqual([...textTemplates].toSorted())
})
