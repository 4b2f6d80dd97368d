/** What an owner does on a working day, by mouse and by keyboard, against the real server. */
import { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRunHeader } from '#kit/pure/dry-run.ts'
import { insertBookings } from '../factories/many-rows.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { endHolding } from './held-changes.ts'
import { createOwnerCalls, dragDown, findDialog, waitForToast, zone } from './owner-work.ts'
import { expectAccessible, screenshot, waitForIdle } from './browser-server.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const { getSite, request, findService, findFreeSlot, getBooking, createBooking, listEmailsTo } = createOwnerCalls(() => sampleSite)

/** A request that waits for an answer. */
async function createRequest(who: { firstName: string; lastName: string; email: string }, inDays: number) {
  const made = await createBooking('Private Yoga Lesson', who, inDays)
  return (await request('POST', `/v2/bookings/${made.id}/mark_booking_as_pending`, { revision: made.revision })).booking as { id: string }
}
async function allowRequests(): Promise<void> {
  const service = await findService('Private Yoga Lesson')
  if (!service.onlineBooking.requireManualApproval)
    await request('PATCH', `/v2/services/${service.id}`, {
      service: { revision: service.revision, onlineBooking: { enabled: true, requireManualApproval: true, allowMultipleRequests: false } },
    })
}

test('a request is confirmed by mouse, and the client is emailed', async () => {
  await allowRequests()
  const { id } = await createRequest({ firstName: 'Carla', lastName: 'Confirm', email: 'carla@example.org' }, 3)
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /booking request/ }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Carla Confirm' })
  await row.getByRole('button', { name: 'Confirm', exact: true }).click()
  await findDialog(page)
    .getByRole('checkbox', { name: /Notify Carla/ })
    .waitFor()
  await findDialog(page).getByRole('button', { name: 'Confirm booking' }).click()
  await waitForToast(page, 'Carla Confirm will be confirmed in 30 seconds.')
  expect((await getBooking(id)).status).toBe('PENDING')
  await endHolding(sampleSite.server)
  expect((await getBooking(id)).status).toBe('CONFIRMED')
  await sampleSite.server.emailVariables(getSite(), 'carla@example.org', 'booking-confirmed')
  expect(problems).toEqual([])
})

test('a request is declined with the keyboard alone, without an email when the owner says so', async () => {
  await allowRequests()
  const { id } = await createRequest({ firstName: 'Dora', lastName: 'Decline', email: 'dora@example.org' }, 4)
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?tab=requests')
  await page.getByRole('listitem').filter({ hasText: 'Dora Decline' }).getByRole('button', { name: 'Decline', exact: true }).focus()
  await page.keyboard.press('Enter')
  await findDialog(page).getByRole('button', { name: 'Decline request' }).waitFor()
  const tell = findDialog(page).getByRole('checkbox', { name: /Notify Dora/ })
  await tell.focus()
  await page.keyboard.press('Space')
  await findDialog(page).getByRole('button', { name: 'Decline request' }).focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Dora Decline’s request will be declined in 30 seconds.')
  await endHolding(sampleSite.server)
  expect((await getBooking(id)).status).toBe('DECLINED')
  expect(await listEmailsTo('dora@example.org')).not.toContain('booking-declined')
})

test('another user saved first: the dialog says so instead of overwriting', async () => {
  await allowRequests()
  const { id } = await createRequest({ firstName: 'Rita', lastName: 'Race', email: 'rita@example.org' }, 5)
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?tab=requests')
  await page.getByRole('listitem').filter({ hasText: 'Rita Race' }).getByRole('button', { name: 'Decline', exact: true }).click()
  const { revision } = await getBooking(id)
  await request('POST', `/v2/bookings/${id}/confirm`, { revision })
  await findDialog(page).getByRole('button', { name: 'Decline request' }).click()
  await findDialog(page).getByText('This has changed').waitFor()
  await findDialog(page).getByRole('button', { name: 'See latest' }).click()
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Rita Race' }).count()).toBe(0)
  expect((await getBooking(id)).status).toBe('CONFIRMED')
})

test('a booking is made at the desk for a member, marked as paid, moved by keyboard and cancelled with a note', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const panel = findDialog(page)
  await panel.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: /Physiotherapy/ }).click()
  const day = Temporal.Now.plainDateISO(zone).add({ days: 10 })
  const monday = day.add({ days: (8 - day.dayOfWeek) % 7 })
  await panel.getByLabel('Date').fill(monday.toString())
  await panel.getByRole('group', { name: 'Time' }).getByRole('button').nth(2).click()
  await panel.getByRole('combobox', { name: 'Member' }).fill('Yuki')
  await page.getByRole('option', { name: /Yuki/ }).first().click()
  await panel.getByRole('checkbox', { name: 'Already paid' }).check()
  // What the booking will do was asked at the same address.
  const isCreation = (sent: Request) => sent.method() === 'POST' && new URL(sent.url()).pathname === '/v2/bookings' && !(dryRunHeader in sent.headers())
  const made = page.waitForResponse((answer) => isCreation(answer.request()))
  await panel.getByRole('button', { name: 'Book' }).click()
  await waitForToast(page, /Booked: Physiotherapy/)
  const { booking } = (await (await made).json()) as { booking: { contactDetails: { email: string } } }

  await page.goto('/dashboard/bookings?q=yuki')
  const row = page.getByRole('listitem').filter({ hasText: 'Physiotherapy' })
  await row.getByText('Paid', { exact: true }).waitFor()
  await row.getByRole('button', { name: /Yuki/ }).focus()
  await page.keyboard.press('Enter')
  await findDialog(page).getByRole('button', { name: 'Reschedule' }).press('Enter')
  await page.getByRole('group', { name: 'New time' }).getByRole('button').nth(4).press('Enter')
  await page.getByRole('button', { name: /^Reschedule to/ }).press('Enter')
  await page.getByRole('button', { name: 'Reschedule', exact: true }).press('Enter')
  await waitForToast(page, /has been rescheduled/)

  await page.goto('/dashboard/bookings?q=yuki')
  await page.getByRole('listitem').filter({ hasText: 'Physiotherapy' }).getByRole('button', { name: /Yuki/ }).click()
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByLabel('Add a message').fill('Samir is ill. We are sorry!')
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await waitForToast(page, /will be cancelled/)
  await endHolding(sampleSite.server)
  const email = String(booking.contactDetails.email)
  expect((await sampleSite.server.emailVariables(getSite(), email, 'booking-canceled')).ownerMessage).toBe('Samir is ill. We are sorry!')
  expect(problems).toEqual([])
})

test('a late cancellation by the business: what it does is shown, the fee is waived or charged, and the email says so', async () => {
  const service = await findService('Private Yoga Lesson')
  const { bookingPolicy } = await request('POST', '/v1/booking-policies', {
    bookingPolicy: {
      name: 'Late',
      cancellationPolicy: { enabled: true },
      saveCreditCardPolicy: { enabled: true },
      customPolicyDescription: { enabled: true, description: 'Late cancellations cost €20.' },
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ amount: { value: '20.00', currency: 'EUR' }, startInMinutes: 60 * 24 * 60 }] },
    },
  })
  const late = await request('PATCH', `/v2/services/${service.id}`, { service: { revision: service.revision, bookingPolicy: { id: bookingPolicy.id } } })
  const made = await createBooking('Private Yoga Lesson', { firstName: 'Lola', lastName: 'Late', email: 'lola@example.org' }, 4)
  await request('POST', `/v2/bookings/${made.id}/confirm`, { revision: made.revision })
  await request('PATCH', `/v2/services/${service.id}`, { service: { revision: late.service.revision, bookingPolicy: { id: service.bookingPolicy.id } } })
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?q=lola')
  await page.getByRole('button', { name: /Lola/ }).first().click()
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  const asked = page.getByRole('dialog', { name: 'Cancel Lola Late’s booking?' })
  await asked.getByText('Nothing refunded.').waitFor()
  expect(await asked.getByRole('radio', { name: 'Waive it' }).isChecked()).toBe(true)
  await asked.getByRole('button', { name: 'Show email' }).click()
  await asked.getByText('To lola@example.org').waitFor()
  await asked.getByRole('radio', { name: 'Charge the late-cancellation fee of €20' }).check()
  await asked.getByText('No card is saved: it is noted on the booking as owed.').waitFor()
  await asked
    .frameLocator('iframe')
    .getByText(/A cancellation fee of €20(\.00)? applies/)
    .waitFor()
  await expectAccessible(page)
  await screenshot(page, 'cancel-with-fee')
  await asked.getByRole('button', { name: 'Cancel booking' }).click()
  await waitForToast(page, /will be cancelled/)
  await endHolding(sampleSite.server)
  await page.goto('/dashboard/bookings?tab=cancelled&q=lola')
  await page.getByRole('button', { name: /Lola/ }).first().click()
  await findDialog(page).getByText('€20 for a late cancellation: not charged yet').waitFor()
  expect(problems).toEqual([])
})

test('a booking at the desk is paid with a plan of the member, which then has one session less', async () => {
  const { memberId } = await sampleSite.server.registerMember(getSite(), 'paula.plan@example.org')
  const { plans } = await request('GET', '/v2/plans')
  const pass = plans.find((plan: { name: string }) => plan.name === '10-Class Pass')
  const { order } = await request('POST', '/v2/checkout/orders/offline', { planId: pass.id, memberId, paid: true })
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const panel = findDialog(page)
  await panel.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: /Morning Flow/ }).click()
  const monday = Temporal.Now.plainDateISO(zone).add({ days: 10 })
  await panel.getByLabel('Date').fill(monday.add({ days: (8 - monday.dayOfWeek) % 7 }).toString())
  await panel.getByRole('group', { name: 'Time' }).getByRole('button').first().click()
  await panel.getByRole('combobox', { name: 'Member' }).fill('Mia')
  await page
    .getByRole('option', { name: /Mia Member/ })
    .first()
    .click()
  await panel.getByRole('combobox', { name: 'Payment' }).click()
  await page.getByRole('option', { name: '10-Class Pass, 10 sessions left' }).click()
  await panel.getByRole('checkbox', { name: 'Already paid' }).waitFor({ state: 'detached' })
  await screenshot(page, 'dashboard-desk-plan')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Book' }).click()
  await waitForToast(page, /Booked: Morning Flow/)
  const { balance, entries } = await request('GET', `/api/plan-orders/${order.id}/credits`)
  expect([balance, entries.at(-1)]).toMatchObject([9, { kind: 'SPEND', amount: -1, reason: 'BOOKED' }])
  expect(problems).toEqual([])
})

test('a person is checked in, and the toast takes it back', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.clock.install()
  await page.goto('/dashboard/bookings')
  await waitForIdle(page)
  // Late in the evening no client is expected any more today.
  if ((await page.getByRole('button', { name: 'Check in' }).count()) === 0) await page.goto('/dashboard/bookings?tab=past')
  await page.getByRole('button', { name: 'Check in' }).first().click()
  await waitForToast(page, /checked in\./)
  await page.getByText('Checked in', { exact: true }).first().waitFor()
  // Who is about to press it does not lose it: by pointer, and by keyboard.
  const toast = page.locator('.toast').filter({ hasText: /checked in\./ })
  const undo = toast.getByRole('button', { name: 'Undo' })
  await toast.hover()
  await page.clock.fastForward('02:00')
  await undo.focus()
  await page.mouse.move(0, 0)
  await page.clock.fastForward('02:00')
  await undo.press('Enter')
  await waitForToast(page, 'Check-in undone.')
  await page.clock.fastForward('00:07')
  await page.locator('.toast').waitFor({ state: 'detached' })
})

test('two requests are confirmed together', async () => {
  await allowRequests()
  const one = await createRequest({ firstName: 'Bea', lastName: 'Bulk', email: 'bea@example.org' }, 12)
  const two = await createRequest({ firstName: 'Ben', lastName: 'Bulk', email: 'ben@example.org' }, 14)
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?tab=requests')
  await page.getByRole('checkbox', { name: /Select Bea Bulk/ }).check()
  await page.getByRole('checkbox', { name: /Select Ben Bulk/ }).check()
  await page.getByText('2 bookings selected').waitFor()
  await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'Confirm', exact: true }).click()
  await findDialog(page).getByRole('button', { name: 'Confirm 2 bookings' }).click()
  await page.getByText('Confirming bookings: 0 of 2').waitFor()
  await endHolding(sampleSite.server)
  await waitForToast(page, '2 bookings confirmed.')
  expect([(await getBooking(one.id)).status, (await getBooking(two.id)).status]).toEqual(['CONFIRMED', 'CONFIRMED'])
})

test('bookings are taken home as a table with the filter of the screen', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('bookings-upcoming.csv')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
  expect(lines[0]).toContain('Name,Email,Phone,Service')
  expect(lines.length).toBeGreaterThan(26)
})

test('a table that breaks off is not saved, and the next attempt brings all of it', async () => {
  const { server } = sampleSite
  const { id } = await createBooking('Private Yoga Lesson', { firstName: 'Lia', lastName: 'Long', email: 'lia@example.org' }, 6)
  const firstStart = Temporal.Now.instant().add({ hours: 24 * 400 })
  await insertBookings({ server, site: getSite(), count: 1200, copyOf: id, firstStart: firstStart.toString() })
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings')
  const downloads: string[] = []
  page.on('download', (download) => void downloads.push(download.suggestedFilename()))
  let pages = 0
  let renamed: Promise<unknown> | undefined
  server.open.watch.onStatement = (text) => {
    // In this order only the export reads bookings; the list of the screen may be read at any time.
    if (/from "booking".+order by booking\.created_at desc/s.test(text) && ++pages === 2)
      renamed = sql`alter table attendance rename to attendance_away`.execute(server.open.db)
  }
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await waitForToast(page, /^The export broke off, so no file was saved/)
  server.open.watch.onStatement = undefined
  await renamed
  await sql`alter table attendance_away rename to attendance`.execute(server.open.db)
  expect(downloads).toEqual([])
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await waitForToast(page, /^1\d{3} rows exported to bookings-upcoming[.]csv/)
  expect(downloads).toEqual(['bookings-upcoming.csv'])
  await server.open.db.deleteFrom('booking').where('siteId', '=', getSite().metaSiteId).where('emailKey', 'like', 'client%@people.example').execute()
})

test('an appointment is dragged to another time on the calendar', async () => {
  const who = { firstName: 'Dana', lastName: 'Drag', email: 'dana@example.org' }
  const made = await createBooking('Movement Check-up', who, 15)
  await request('POST', `/v2/bookings/${made.id}/confirm`, { revision: made.revision }).catch(() =>
    request('POST', `/v2/confirmation/${made.id}:confirmOrDecline`, { paymentStatus: 'NOT_PAID' }),
  )
  const before = await getBooking(made.id)
  const start = Temporal.Instant.from(before.startDate).toZonedDateTimeISO(zone)
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto(`/dashboard/calendar?view=week&date=${start.toPlainDate()}`)
  const event = page.getByRole('button', { name: /Movement Check-up/ }).filter({ hasText: 'Dana Drag' })
  await event.waitFor()
  await waitForIdle(page)
  await dragDown(page, event, 104)
  await findDialog(page).getByRole('button', { name: 'Reschedule', exact: true }).click()
  await waitForToast(page, 'Dana Drag has been rescheduled.')
  const after = await getBooking(made.id)
  expect(Temporal.Instant.from(after.startDate).since(Temporal.Instant.from(before.startDate)).total('minutes')).toBeGreaterThanOrEqual(45)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await waitForToast(page, 'Undone.')
  expect((await getBooking(made.id)).startDate).toBe(before.startDate)
  expect(problems).toEqual([])
})

test('time is blocked on the calendar, and clients cannot book it any more', async () => {
  const { page } = await sampleSite.openAsOwner()
  const service = await findService('Physiotherapy')
  const slot = await findFreeSlot(service.id, 20)
  const day = Temporal.Instant.from(slot.startDate).toZonedDateTimeISO(zone).toPlainDate()
  await page.goto(`/dashboard/calendar?view=day&date=${day}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Blocked time', { exact: true }).click()
  await findDialog(page).getByRole('combobox', { name: 'Staff' }).press('ArrowDown')
  await page.getByRole('listbox', { name: 'Staff' }).getByRole('option', { name: 'Samir Haddad' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Reason').fill('Training day')
  await page.getByRole('checkbox', { name: 'All day' }).check()
  await page.getByRole('button', { name: 'Block time' }).click()
  await waitForToast(page, /Time blocked/)
  const { availabilityEntries } = await request('POST', '/v1/availability/query', {
    query: {
      filter: {
        serviceId: [service.id],
        startDate: day.toZonedDateTime(zone).toInstant().toString(),
        endDate: day.add({ days: 1 }).toZonedDateTime(zone).toInstant().toString(),
      },
    },
    timezone: zone,
  })
  expect(availabilityEntries.filter(({ bookable }: { bookable: boolean }) => bookable)).toEqual([])
  await page.goto(`/dashboard/calendar?view=agenda&date=${day}`)
  await page.getByRole('button', { name: 'Training day' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove Training day?' }).getByRole('button', { name: 'Remove' }).click()
  await waitForToast(page, 'Removed.')
  expect((await findFreeSlot(service.id, 20)).startDate).toBe(slot.startDate)
  await page.locator('.toast').filter({ hasText: 'Removed.' }).getByRole('button', { name: 'Undo' }).click()
  await waitForToast(page, 'Undone.')
  await page.getByRole('button', { name: 'Training day' }).waitFor()
  expect((await findFreeSlot(service.id, 20)).startDate).not.toBe(slot.startDate)
  await page.evaluate(() => {
    window.print = () => void (document.title = 'printed')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.title()).toBe('printed')
})

test('a session of a class is moved and then cancelled; its participants stay or are emailed', async () => {
  const { page } = await sampleSite.openAsOwner()
  const first = Temporal.Now.plainDateISO(zone).add({ days: 7 })
  await page.goto(`/dashboard/calendar?view=agenda&date=${first}`)
  await page.getByRole('button', { name: 'Morning Flow' }).first().click()
  await page.getByRole('button', { name: 'Edit session' }).click()
  await page.getByLabel('New start time').fill('09:15')
  await page.getByRole('button', { name: 'Update session…' }).click()
  await page.getByRole('dialog', { name: 'Reschedule Morning Flow?' }).getByRole('button', { name: 'Reschedule session' }).click()
  await waitForToast(page, 'Session rescheduled.')
  await page.goto(`/dashboard/calendar?view=agenda&date=${first}`)
  await page.getByRole('listitem').filter({ hasText: 'Morning Flow' }).filter({ hasText: '09:15' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('dialog', { name: 'Cancel Morning Flow?' }).getByRole('button', { name: 'Cancel session' }).click()
  await waitForToast(page, 'The session will be cancelled in 30 seconds.')
  await endHolding(sampleSite.server)
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Morning Flow' }).filter({ hasText: '09:15–' }).count()).toBe(0)
})
