/** What people do with a booking without an account: by the button of its email, the link in its calendar file, and on a waiting list. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { BookingStudio, MadeService } from '../booking-studio.ts'
import { makeWaitableClass } from '../waiting-class.ts'
import { desk, expectAccessibleInBoth, lastPicture, openHouse, phone, picture, settled, type BrowserHouse } from './house.ts'

let house: BrowserHouse
let studio: BookingStudio
let teacher: string
beforeAll(async () => {
  house = await openHouse()
  studio = { world: house.world, site: house.site } as BookingStudio
  const { id } = await house.world.open.db.selectFrom('resource').select('id').where('siteId', '=', house.site.metaSiteId).executeTakeFirstOrThrow()
  teacher = id
})
afterAll(() => house.close())

const asOwner = (method: string, path: string, body: unknown) => house.world.ok(method, path, { as: house.site, body })
const later = (days: number, hour: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00`
async function sessionOf(yoga: MadeService, days: number, hour = 18): Promise<string> {
  const event = {
    scheduleId: yoga.scheduleId,
    type: 'CLASS',
    start: { localDate: later(days, hour) },
    end: { localDate: later(days, hour + 1) },
    resources: [{ id: teacher }],
  }
  return (await asOwner('POST', '/calendar/v3/events', { event })).event.id
}
const seat = (yoga: MadeService, eventId: string, email: string, totalParticipants = 1, headers: Record<string, string> = {}) =>
  house.world.visitor(house.site).then((token) =>
    house.world.ok('POST', '/api/checkout/bookings', {
      token,
      headers,
      body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Gus', email }, totalParticipants },
    }),
  )
/** A link out of a real email, as an address of this server. */
async function linkIn(email: string, template: string, name = 'manageLink'): Promise<string> {
  const link = String((await house.emailTo(email, template))[name])
  return new URL(link).pathname
}
async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  await picture(page, name)
  await expectAccessibleInBoth(page)
}
const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('a guest opens the booking by the button of the email, moves it and cancels it', { timeout: 180_000 }, async () => {
  const yoga = await makeWaitableClass(studio, 5)
  const first = await sessionOf(yoga, 3)
  await sessionOf(yoga, 5)
  await seat(yoga, first, 'gus@example.org', 2)
  const page = await house.page({ width: 390, height: 844 })
  onTestFailed(() => lastPicture(page, 'failed-manage'))
  await page.goto(await linkIn('gus@example.org', 'booking-confirmed'))
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  await page.getByText('Gus, 2 people').waitFor()
  await page.getByText('Does another number of people come?').waitFor()
  await look(page, 'manage-booking')
  expect(await isWide(page)).toBe(false)
  expect(await page.getByRole('link', { name: 'Google' }).getAttribute('href')).toMatch(/^https:\/\/calendar\.google\.com\/.*dates=\d{8}T\d{6}Z%2F\d{8}T\d{6}Z/)
  expect(await page.getByRole('link', { name: 'Google' }).getAttribute('href')).not.toContain('booking%2F')
  await page.getByRole('link', { name: 'Outlook' }).waitFor()

  await page.getByRole('button', { name: 'Move to another time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('.slot').first().waitFor()
  await look(page, 'manage-move')
  await dialog.locator('.month .day:not([aria-disabled="true"])').last().click()
  if ((await dialog.locator('.slot[aria-pressed="true"]').count()) === 0) await dialog.locator('.slot').first().click()
  await dialog.getByRole('button', { name: 'Move to this time' }).click()
  await page.getByText('Your booking is moved').waitFor()
  await page.goto(await linkIn('gus@example.org', 'booking-rescheduled'))
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()

  // The file of the calendar leads to the same page.
  const file = await page.request.get(`${house.base}${await linkIn('gus@example.org', 'booking-rescheduled', 'calendarLink')}`)
  expect(file.headers()['content-type']).toContain('text/calendar')
  const inFile = /DESCRIPTION:(\S+)/.exec((await file.text()).replace(/\r\n[ \t]/g, ''))?.[1] as string
  await page.goto(new URL(inFile).pathname)
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('This costs nothing.').waitFor()
  await look(page, 'manage-cancel')
  await page.getByRole('button', { name: 'Cancel this booking' }).click()
  await page.getByRole('heading', { name: 'This booking is cancelled' }).waitFor()
  await look(page, 'manage-cancelled')
  await page.goto(await linkIn('gus@example.org', 'booking-canceled'))
  await page.getByRole('heading', { name: 'This booking is cancelled' }).waitFor()
  await page.getByRole('link', { name: 'Book again' }).click()
  await page.getByRole('heading', { name: 'Yoga', level: 1 }).waitFor()
})

test('the page speaks German, offers an account and says plainly when a link is over', { timeout: 120_000 }, async () => {
  const yoga = await makeWaitableClass(studio, 5)
  await seat(yoga, await sessionOf(yoga, 4), 'gerda@example.org', 1, { 'accept-language': 'de' })
  const page = await house.page(desk, 'light', { locale: 'de-DE' })
  onTestFailed(() => lastPicture(page, 'failed-manage-german'))
  await page.goto(await linkIn('gerda@example.org', 'booking-confirmed'))
  await page.getByRole('heading', { name: 'Du hast gebucht' }).waitFor()
  await look(page, 'manage-german')
  await page.getByRole('link', { name: 'Konto anlegen' }).click()
  await page.getByLabel('E-Mail').waitFor()
  expect(await page.getByLabel('E-Mail').inputValue()).toBe('gerda@example.org')
  await page.goto(`/booking/${'x'.repeat(120)}`)
  await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
  await look(page, 'manage-over')
  await page.goto('/booking/short')
  await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
})

test('a guest joins a waiting list in two clicks and two fields, is offered a place and takes it', { timeout: 180_000 }, async () => {
  const yoga = await makeWaitableClass(studio, 1)
  const eventId = await sessionOf(yoga, 2)
  const { booking } = await seat(yoga, eventId, 'sam@example.org')
  const page = await house.page(phone)
  onTestFailed(() => lastPicture(page, 'failed-waitlist'))
  await page.goto(`/schedule?week=${later(2, 0).slice(0, 10)}&service=${yoga.id}`)
  await page
    .getByRole('link', { name: /^Join the waitlist for Yoga/ })
    .first()
    .click()
  await page.getByText('Nobody waits yet: you would be first.').waitFor()
  await look(page, 'waitlist-form')
  expect(await isWide(page)).toBe(false)
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await page.getByText('Enter your first name').first().waitFor()
  await page.getByLabel('First name').fill('Wim')
  await page.getByLabel('E-mail').fill('wim@example.org')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await page.getByRole('heading', { name: 'You are on the waitlist' }).waitFor()
  await page.getByText('You are the next in line.').waitFor()
  await look(page, 'waitlist-joined')

  // The same person again is told so; a second one stands behind.
  await page.goBack()
  await page.goto(await linkIn('wim@example.org', 'waitlist-joined'))
  await page.getByRole('heading', { name: 'You are on the waitlist' }).waitFor()
  await look(page, 'manage-waiting')

  await asOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  await page.goto(await linkIn('wim@example.org', 'waitlist-offer'))
  await page.getByRole('heading', { name: 'A place is free' }).waitFor()
  await page.getByText(/^\d+:\d\d left$/).waitFor()
  await look(page, 'manage-offer')
  await page.getByRole('button', { name: 'Take the place' }).click()
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
})

test('a member joins in two clicks, sees the place in line in the account and leaves', { timeout: 180_000 }, async () => {
  const yoga = await makeWaitableClass(studio, 1)
  const eventId = await sessionOf(yoga, 2, 20)
  const { booking } = await seat(yoga, eventId, 'tom@example.org')
  const page = await house.page(desk)
  onTestFailed(() => lastPicture(page, 'failed-waitlist-member'))
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Your name').fill('Mona Member')
  await page.getByLabel('E-mail').fill('mona@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  await page.goto(`/schedule?week=${later(2, 0).slice(0, 10)}&service=${yoga.id}`)
  await page
    .getByRole('link', { name: /^Join the waitlist for Yoga/ })
    .first()
    .click()
  await page.getByText('You are signed in as mona@example.org.').waitFor()
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await page.getByRole('heading', { name: 'You are on the waitlist' }).waitFor()
  await page.getByRole('link', { name: 'My bookings' }).click()
  await page.getByText('You are the next in line.').waitFor()
  await look(page, 'account-waiting')
  await asOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  await page.reload()
  await page.getByText('A place is free and kept for you until').waitFor()
  await look(page, 'account-offer')
  await page.getByRole('button', { name: 'Take the place in Yoga' }).click()
  await page.getByRole('heading', { name: 'A place is free' }).waitFor()
  await page.getByRole('button', { name: 'Leave the waitlist' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the waitlist' }).click()
  await page.getByRole('heading', { name: 'This booking is cancelled' }).waitFor()
})

test('an offered place of a paid class is paid on the way', { timeout: 180_000 }, async () => {
  const payment = { rateType: 'FIXED', fixed: { price: { value: '12.00', currency: 'EUR' } }, options: { online: true } }
  const yoga = await makeWaitableClass(studio, 1, payment)
  const eventId = await sessionOf(yoga, 3, 20)
  const { booking } = await asOwner('POST', '/v2/bookings', {
    booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Sam' }, status: 'CONFIRMED' },
  })
  const page = await house.page(phone)
  onTestFailed(() => lastPicture(page, 'failed-offer-paid'))
  await page.goto(`/schedule?week=${later(3, 0).slice(0, 10)}&service=${yoga.id}`)
  await page
    .getByRole('link', { name: /^Join the waitlist for Yoga/ })
    .first()
    .click()
  await page.getByText('You pay only when you take the place.').waitFor()
  await page.getByLabel('First name').fill('Pia')
  await page.getByLabel('E-mail').fill('pia@example.org')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await page.getByRole('heading', { name: 'You are on the waitlist' }).waitFor()
  await asOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  const link = await linkIn('pia@example.org', 'waitlist-offer')
  await page.goto(link)
  await page.getByRole('button', { name: 'Take the place and pay' }).click()
  await page.getByText(/Your place is held for/).waitFor()
  // Whoever leaves the pay page finds the way back by the same link.
  await page.goto(link)
  await page.getByRole('heading', { name: 'Not finished yet' }).waitFor()
  await page.getByText('€12 to pay').waitFor()
  await look(page, 'manage-unfinished')
  await page.getByRole('link', { name: 'Pay and finish' }).click()
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Valid until').fill('04/34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  await page.goto(link)
  await page.getByText('€12 paid').waitFor()
})

test('a visit of two services is shown, moved and cancelled as one', { timeout: 180_000 }, async () => {
  const { services } = await asOwner('POST', '/v2/services/query', { query: { filter: { type: 'APPOINTMENT', hidden: false } } })
  const [one, two] = services as { id: string; name: string; schedule: { id: string }; locations: { business?: { id: string } }[] }[]
  if (!one || !two) throw new Error('the sample studio has two appointments')
  const location = { locationType: 'OWNER_BUSINESS', id: one.locations[0]?.business?.id }
  const { slots } = await asOwner('POST', '/v1/availability/multislot', {
    timeZone: 'Europe/Berlin',
    from: later(6, 0),
    to: later(12, 0),
    location,
    slots: [{ serviceId: one.id }, { serviceId: two.id }],
    bookable: true,
  })
  const parts = slots[0].nestedSlots as { serviceId: string; scheduleId: string; start: string; end: string; resource: { id: string } }[]
  await asOwner('POST', '/v2/multi_service_bookings', {
    bookings: parts.map(({ serviceId, scheduleId, start, end, resource }) => ({
      bookedEntity: { slot: { serviceId, scheduleId, startDate: start, endDate: end, timezone: 'Europe/Berlin', resource: { id: resource.id }, location } },
      contactDetails: { firstName: 'Vera', email: 'vera@example.org' },
      status: 'CONFIRMED',
    })),
    participantNotification: { notifyParticipants: true },
  })
  const page = await house.page(desk)
  onTestFailed(() => lastPicture(page, 'failed-visit'))
  const link = await linkIn('vera@example.org', 'booking-confirmed')
  await page.goto(link.replace('/booking/', '/visit/'))
  await page.getByRole('heading', { name: one.name, level: 2 }).waitFor()
  await page.getByRole('heading', { name: two.name, level: 2 }).waitFor()
  await look(page, 'manage-visit')
  await page.getByRole('button', { name: 'Move to another time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('.slot').first().waitFor()
  await dialog.locator('.month .day:not([aria-disabled="true"])').last().click()
  await dialog.locator('.slot').last().click()
  await dialog.getByRole('button', { name: 'Move to this time' }).click()
  await page.getByText('Your booking is moved').waitFor()
  await page.goto(await linkIn('vera@example.org', 'booking-rescheduled'))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the whole visit' }).click()
  await page.getByRole('heading', { name: 'This booking is cancelled' }).waitFor()
})
