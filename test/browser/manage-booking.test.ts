/** What people do with a booking without an account: by the button of its email, the link in its calendar file, and on a waitlist. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type BookingStudio, card, type CreatedService } from '../factories/booking-studio.ts'
import { createWaitlistClass } from '../factories/waitlist-class.ts'
import { checkScreen, desktop, finalScreenshot, openSampleSite, overflow, phone, type SampleSite } from './browser-server.ts'
import { fillCard } from './card.ts'
import { createOwnerCalls } from './owner-work.ts'
import { chooseLaterTime } from './reschedule-dialog.ts'

let sampleSite: SampleSite
let studio: BookingStudio
let teacher: string
beforeAll(async () => {
  sampleSite = await openSampleSite()
  studio = { server: sampleSite.server, site: sampleSite.site } as BookingStudio
  const { id } = await sampleSite.server.open.db.selectFrom('resource').select('id').where('siteId', '=', sampleSite.site.metaSiteId).executeTakeFirstOrThrow()
  teacher = id
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
const toLocalDate = (days: number, hour: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00`
async function createSession(yoga: CreatedService, days: number, hour = 18): Promise<string> {
  const event = {
    scheduleId: yoga.scheduleId,
    type: 'CLASS',
    start: { localDate: toLocalDate(days, hour) },
    end: { localDate: toLocalDate(days, hour + 1) },
    resources: [{ id: teacher }],
  }
  return (await requestAsOwner('POST', '/calendar/v3/events', { event })).event.id
}
const bookSeat = (yoga: CreatedService, eventId: string, email: string, totalParticipants = 1, headers: Record<string, string> = {}) =>
  sampleSite.server.visitorToken(sampleSite.site).then((token) =>
    sampleSite.server.ok('POST', '/api/checkout/bookings', {
      token,
      headers,
      body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Gus', email }, totalParticipants },
    }),
  )
/** A link out of a real email, as an address of this server. */
async function findEmailLink(email: string, template: string, name = 'manageLink'): Promise<string> {
  const link = String((await sampleSite.emailTo(email, template))[name])
  return new URL(link).pathname
}
test('a guest opens the booking by the button of the email, moves it and cancels it', async () => {
  const yoga = await createWaitlistClass(studio, 5)
  const first = await createSession(yoga, 3)
  const second = await createSession(yoga, 5)
  await bookSeat(yoga, first, 'gus@example.org', 2)
  const page = await sampleSite.page({ width: 390, height: 844 })
  onTestFailed(() => finalScreenshot(page, 'failed-manage'))
  await page.goto(await findEmailLink('gus@example.org', 'booking-confirmed'))
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await page.getByText('Gus, 2 people').waitFor()
  await page.getByText('To change the number of people').waitFor()
  await checkScreen(page, 'manage-booking')
  expect(await overflow(page)).toBe(0)
  expect(await page.getByRole('link', { name: 'Google' }).getAttribute('href')).toMatch(/^https:\/\/calendar\.google\.com\/.*dates=\d{8}T\d{6}Z%2F\d{8}T\d{6}Z/)
  expect(await page.getByRole('link', { name: 'Google' }).getAttribute('href')).not.toContain('booking%2F')
  await page.getByRole('link', { name: 'Outlook' }).waitFor()

  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog')
  // The session that is booked is not offered, though it has places; the only other one is chosen.
  await dialog.locator('.slot[aria-pressed="true"]').waitFor()
  await checkScreen(page, 'manage-move')
  expect(await dialog.locator('.slot').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Confirm new time' }).click()
  await page.getByText('Booking rescheduled').waitFor()
  const countFree = async (eventId: string) =>
    (await sampleSite.server.ok('GET', `/calendar/v3/events/${eventId}`, { as: sampleSite.site })).event.remainingCapacity
  expect([await countFree(first), await countFree(second)]).toEqual([5, 3])
  await page.goto(await findEmailLink('gus@example.org', 'booking-rescheduled'))
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()

  // The file of the calendar leads to the same page.
  const file = await page.request.get(`${sampleSite.base}${await findEmailLink('gus@example.org', 'booking-rescheduled', 'calendarLink')}`)
  expect(file.headers()['content-type']).toContain('text/calendar')
  const inFile = /DESCRIPTION:(\S+)/.exec((await file.text()).replace(/\r\n[ \t]/g, ''))?.[1] as string
  await page.goto(new URL(inFile).pathname)
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('Your spots will be offered to others.').waitFor()
  await page.getByText('Cancelling is free.').waitFor()
  await checkScreen(page, 'manage-cancel')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
  await page.getByText('You haven’t paid anything').waitFor()
  await checkScreen(page, 'manage-cancelled')
  await page.goto(await findEmailLink('gus@example.org', 'booking-canceled'))
  await page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
  await page.getByRole('link', { name: 'Book again' }).click()
  await page.getByRole('heading', { name: 'Yoga', level: 1 }).waitFor()
})

test('after a cancellation every page says when it was and what becomes of the money', async () => {
  await requestAsOwner('PATCH', '/api/money/terms', { refundOnCancel: 'full-minus-fee' })
  const payment = { rateType: 'FIXED', fixed: { price: { value: '12.00', currency: 'EUR' } }, options: { online: true } }
  const yoga = await createWaitlistClass(studio, 5, payment)
  const slot = { serviceId: yoga.id, eventId: await createSession(yoga, 3, 21) }
  const { token, email } = await sampleSite.server.registerMember(sampleSite.site, 'rita.refund@example.org')
  const { booking } = await sampleSite.server.ok('POST', '/api/checkout/bookings', {
    token,
    body: { slot, contactDetails: { firstName: 'Rita', email }, paymentOption: 'ONLINE', card },
  })
  const link = await findEmailLink(email, 'booking-confirmed')
  const page = await sampleSite.page({ width: 390, height: 844 })
  onTestFailed(() => finalScreenshot(page, 'failed-cancelled-money'))
  await page.goto(link)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('You’ll be refunded €12.').waitFor()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByText(/^Cancelled on /).waitFor()
  const readOutcome = async () => (await sampleSite.server.ok('GET', `/api/bookings/${booking.id}/summary`, { token })).outcome
  await expect.poll(readOutcome).toMatchObject({ refunded: '12.00', refunding: '0.00' })
  await page.reload()
  await page.getByText('€12 has been refunded to your card.').waitFor()
  await checkScreen(page, 'manage-cancelled-paid')
  expect(await page.getByText('€12 paid').count()).toBe(0)

  await page.goto(`/hosted/login?returnUrl=${encodeURIComponent('/account?tab=bookings&past=true')}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.keyboard.press('Enter')
  await page.getByText('€12 has been refunded to your card.').waitFor()
  await checkScreen(page, 'account-cancelled-paid')
  await page.goto(`/thank-you?bookingId=${booking.id}`)
  await page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
  await page.getByText('€12 has been refunded to your card.').waitFor()
  await checkScreen(page, 'thank-you-cancelled')

  const german = await sampleSite.page(desktop, 'light', { locale: 'de-DE' })
  await german.goto(link)
  await german.getByText('12\u00a0€ wurden auf deine Karte erstattet.').waitFor()
  await checkScreen(german, 'manage-cancelled-german')
})

test('the page speaks German, offers an account and says plainly when a link is over', async () => {
  const yoga = await createWaitlistClass(studio, 5)
  await bookSeat(yoga, await createSession(yoga, 4), 'gerda@example.org', 1, { 'accept-language': 'de' })
  const page = await sampleSite.page(desktop, 'light', { locale: 'de-DE' })
  onTestFailed(() => finalScreenshot(page, 'failed-manage-german'))
  await page.goto(await findEmailLink('gerda@example.org', 'booking-confirmed'))
  await page.getByRole('heading', { name: 'Deine Buchung ist bestätigt' }).waitFor()
  await checkScreen(page, 'manage-german')
  await page.getByRole('link', { name: 'Konto erstellen' }).click()
  await page.getByLabel('E-Mail').waitFor()
  await expect.poll(() => page.getByLabel('E-Mail').inputValue()).toBe('gerda@example.org')
  await page.goto(`/booking/${'x'.repeat(120)}`)
  await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
  await checkScreen(page, 'manage-over')
  await page.goto('/booking/short')
  await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
})

test('a guest joins a waitlist in two clicks and two fields, is offered a place and takes it', async () => {
  const yoga = await createWaitlistClass(studio, 1)
  const eventId = await createSession(yoga, 2)
  const { booking } = await bookSeat(yoga, eventId, 'sam@example.org')
  const page = await sampleSite.page(phone)
  onTestFailed(() => finalScreenshot(page, 'failed-waitlist'))
  await page.goto(`/schedule?week=${toLocalDate(2, 0).slice(0, 10)}&service=${yoga.id}`)
  await page
    .getByRole('link', { name: /^Join the waitlist for Yoga/ })
    .first()
    .click()
  await page.getByText('You’d be first in line.').waitFor()
  await checkScreen(page, 'waitlist-form')
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page.getByText('Enter your first name').first().waitFor()
  await page.getByLabel('First name').fill('Wim')
  await page.getByLabel('Email').fill('wim@example.org')
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()
  await page.getByText('You’re next in line.').waitFor()
  await checkScreen(page, 'waitlist-joined')

  // The same person again sees that they are on the list; a second one comes after them.
  await page.goBack()
  await page.goto(await findEmailLink('wim@example.org', 'waitlist-joined'))
  await page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()
  await checkScreen(page, 'manage-waiting')

  await requestAsOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  await page.goto(await findEmailLink('wim@example.org', 'waitlist-offer'))
  await page.getByRole('heading', { name: 'A spot opened up' }).waitFor()
  await page.getByText(/^\d+:\d\d left$/).waitFor()
  await checkScreen(page, 'manage-offer')
  await page.getByRole('button', { name: 'Claim spot' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
})

test('a member joins in two clicks, sees the place in line in the account and leaves', async () => {
  const yoga = await createWaitlistClass(studio, 1)
  const eventId = await createSession(yoga, 2, 20)
  const { booking } = await bookSeat(yoga, eventId, 'tom@example.org')
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-waitlist-member'))
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Your name').fill('Mona Member')
  await page.getByLabel('Email').fill('mona@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  await page.goto(`/schedule?week=${toLocalDate(2, 0).slice(0, 10)}&service=${yoga.id}`)
  await page
    .getByRole('link', { name: /^Join the waitlist for Yoga/ })
    .first()
    .click()
  await page.getByText('Signed in as mona@example.org.').waitFor()
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()
  await page.getByRole('link', { name: 'My bookings' }).click()
  await page.getByText('You’re next in line.').waitFor()
  await checkScreen(page, 'account-waiting')
  await requestAsOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  await page.reload()
  await page.getByText('A spot is held for you until').waitFor()
  await checkScreen(page, 'account-offer')
  await page.getByRole('button', { name: 'Claim your spot in Yoga' }).click()
  await page.getByRole('heading', { name: 'A spot opened up' }).waitFor()
  await page.getByRole('button', { name: 'Leave waitlist' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave waitlist' }).click()
  await page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
})

test('an offered place of a paid class is paid on the way', async () => {
  const payment = { rateType: 'FIXED', fixed: { price: { value: '12.00', currency: 'EUR' } }, options: { online: true } }
  const yoga = await createWaitlistClass(studio, 1, payment)
  const eventId = await createSession(yoga, 3, 20)
  const { booking } = await requestAsOwner('POST', '/v2/bookings', {
    booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Sam' }, status: 'CONFIRMED' },
  })
  const page = await sampleSite.page(phone)
  onTestFailed(() => finalScreenshot(page, 'failed-offer-paid'))
  await page.goto(`/schedule?week=${toLocalDate(3, 0).slice(0, 10)}&service=${yoga.id}`)
  await page
    .getByRole('link', { name: /^Join the waitlist for Yoga/ })
    .first()
    .click()
  await page.getByText('You only pay once you claim a spot.').waitFor()
  await page.getByLabel('First name').fill('Pia')
  await page.getByLabel('Email').fill('pia@example.org')
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()
  await requestAsOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  const link = await findEmailLink('pia@example.org', 'waitlist-offer')
  await page.goto(link)
  await page.getByRole('button', { name: 'Claim spot and pay' }).click()
  await page.getByText(/We’re holding your spot for/).waitFor()
  // A customer who leaves the pay page comes back by the same link.
  await page.goto(link)
  await page.getByRole('heading', { name: 'Not finished yet' }).waitFor()
  await page.getByText('€12 due').waitFor()
  await checkScreen(page, 'manage-unfinished')
  await page.getByRole('link', { name: 'Complete payment' }).click()
  await fillCard(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await page.goto(link)
  await page.getByText('€12 paid').waitFor()
})

test('a visit of two services is shown, moved and cancelled as one', async () => {
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { type: 'APPOINTMENT', hidden: false } } })
  const [one, two] = services as { id: string; name: string; schedule: { id: string }; locations: { business?: { id: string } }[] }[]
  if (!one || !two) throw new Error('the sample studio has two appointments')
  const location = { locationType: 'OWNER_BUSINESS', id: one.locations[0]?.business?.id }
  const { slots } = await requestAsOwner('POST', '/v1/availability/multislot', {
    timeZone: 'Europe/Berlin',
    from: toLocalDate(6, 0),
    to: toLocalDate(12, 0),
    location,
    slots: [{ serviceId: one.id }, { serviceId: two.id }],
    bookable: true,
  })
  const parts = slots[0].nestedSlots as { serviceId: string; scheduleId: string; start: string; end: string; resource: { id: string } }[]
  await requestAsOwner('POST', '/v2/multi_service_bookings', {
    bookings: parts.map(({ serviceId, scheduleId, start, end, resource }) => ({
      bookedEntity: { slot: { serviceId, scheduleId, startDate: start, endDate: end, timezone: 'Europe/Berlin', resource: { id: resource.id }, location } },
      contactDetails: { firstName: 'Vera', email: 'vera@example.org' },
      status: 'CONFIRMED',
    })),
    participantNotification: { notifyParticipants: true },
  })
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-visit'))
  const link = await findEmailLink('vera@example.org', 'booking-confirmed')
  await page.goto(link.replace('/booking/', '/visit/'))
  await page.getByRole('heading', { name: one.name, level: 2 }).waitFor()
  await page.getByRole('heading', { name: two.name, level: 2 }).waitFor()
  await checkScreen(page, 'manage-visit')
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog')
  await chooseLaterTime(dialog)
  await dialog.getByRole('button', { name: 'Confirm new time' }).click()
  await page.getByText('Booking rescheduled').waitFor()
  await page.goto(await findEmailLink('vera@example.org', 'booking-rescheduled'))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
})
