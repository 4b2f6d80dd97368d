/** A session as a roster, and the check-in screen, which goes on while the network is gone. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { endHolding } from './held-changes.ts'

let studio: DashboardServer
let session: { id: string; title: string }

/** A class that begins in an hour, for whom it concerns can be checked in: the sample has none from Saturday noon to Monday morning. */
async function createSessionSoon(): Promise<typeof session> {
  const asOwner = (method: string, path: string, body: unknown) => studio.server.ok(method, path, { as: studio.site, body })
  const title = 'Morning Flow'
  const { services } = await asOwner('POST', '/v2/services/query', { query: { filter: { name: title } } })
  const { staffMembers } = await asOwner('POST', '/v1/staff-members/query', { query: {} })
  const at = (hours: number) => Temporal.Now.zonedDateTimeISO('Europe/Berlin').add({ hours }).toPlainDateTime().toString({ smallestUnit: 'minute' })
  const { event } = await asOwner('POST', '/calendar/v3/events', {
    event: {
      scheduleId: services[0].schedule.id,
      type: 'CLASS',
      title,
      start: { localDate: `${at(1)}:00` },
      end: { localDate: `${at(2)}:00` },
      resources: [{ id: staffMembers[0].resourceId }],
    },
  })
  return { id: event.id, title }
}

beforeAll(async () => {
  studio = await openDashboard('sample')
  session = await createSessionSoon()
  const { scheduleId, serviceId } = (await studio.server.ok('GET', `/api/sessions/${session.id}/roster`, { as: studio.site })).session
  for (const [at, firstName] of ['Ada', 'Bea', 'Cem'].entries())
    await studio.server.ok('POST', '/v2/bookings', {
      as: studio.site,
      body: {
        booking: {
          bookedEntity: { slot: { serviceId, scheduleId, eventId: session.id } },
          contactDetails: { firstName, lastName: 'Door', ...(at < 2 && { email: `door${at}@example.org` }) },
          totalParticipants: 1,
          status: 'CONFIRMED',
          selectedPaymentOption: 'OFFLINE',
        },
        flowControlSettings: { skipAvailabilityValidation: true, skipBusinessConfirmation: true },
      },
    })
})
afterAll(() => studio.close())

const loadRoster = async (): Promise<{ id: string; name: string; attendance?: string; paymentStatus: string; checkInCode: string }[]> =>
  (await studio.server.ok('GET', `/api/sessions/${session.id}/roster`, { as: studio.site })).people
const findPerson = async (name: string) => {
  const person = (await loadRoster()).find((one) => one.name === name)
  if (!person) throw new Error(`${name} is not on the roster`)
  return person
}
const checkIn = (page: Page, name: string) => page.getByRole('button', { name: `Check in ${name}` })

test('the roster: check-in with one press, a note, a message that is shown before it is sent, a sheet to print', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  await page.goto(`/dashboard/calendar?view=agenda&open=${encodeURIComponent(session.id)}`)
  await page.getByRole('link', { name: 'Open roster' }).click()
  await page.getByRole('heading', { level: 1, name: session.title }).waitFor()
  await checkIn(page, 'Ada Door').click()
  await page.getByRole('button', { name: 'Undo check-in of Ada Door' }).waitFor()
  await expect.poll(async () => (await findPerson('Ada Door')).attendance).toBe('ATTENDED')
  await page.getByRole('button', { name: 'Add note on Ada Door' }).click()
  await page.getByRole('textbox', { name: 'Note on Ada Door' }).fill('Left knee')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Left knee').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'dashboard-roster')
  await expectAccessibleInBothSchemes(page)
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('table').getByText('Cem Door').waitFor()
  await page.getByRole('button', { name: 'Message all' }).waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Message all' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Please bring a mat.')
  await page.getByText(/people will get this email/).waitFor()
  await page.getByText(/Without an email address: .*Cem Door/).waitFor()
  await page.frameLocator('iframe').getByText('Please bring a mat.').waitFor()
  await screenshot(page, 'dashboard-roster-message')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Send to \d+ people$/ }).click()
  await page.getByText(/Message sent to \d+ people/).waitFor()
  await studio.server.emailVariables(studio.site as never, 'door0@example.org', 'session-message')
  await page.setViewportSize(phone)
  await waitForIdle(page)
  await screenshot(page, 'dashboard-phone-roster')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
})

test('check-in by name and by code; without a network check-ins wait, in order, and are sent once when it is back', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  await page.goto(`/dashboard/check-in/${encodeURIComponent(session.id)}`)
  await checkIn(page, 'Bea Door').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await screenshot(page, 'dashboard-check-in')
  await expectAccessibleInBothSchemes(page)
  await page.context().setOffline(true)
  await page.getByLabel('Name or code').fill('bea')
  await page.keyboard.press('Enter')
  await page.getByText('1 check-in is waiting').waitFor()
  await page.getByLabel('Name or code').fill((await findPerson('Cem Door')).checkInCode.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await page.getByText('2 check-ins are waiting').waitFor()
  await screenshot(page, 'dashboard-check-in-offline')
  await expectAccessible(page)
  expect((await findPerson('Bea Door')).attendance).not.toBe('ATTENDED')
  await page.context().setOffline(false)
  await page.getByText('No connection').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo check-in of Bea Door' }).waitFor()
  await expect.poll(async () => (await findPerson('Cem Door')).attendance).toBe('ATTENDED')
  expect((await findPerson('Bea Door')).attendance).toBe('ATTENDED')
  // What was undone on the check-in screen is undone on the server.
  await page.getByRole('button', { name: 'Undo check-in of Bea Door' }).click()
  await expect.poll(async () => (await findPerson('Bea Door')).attendance).toBe('NOT_SET')
  await page.setViewportSize(phone)
  await page.goto('/dashboard/check-in')
  await page.getByRole('heading', { level: 1, name: 'Check-in' }).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'dashboard-phone-check-in')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
})

test('bookings of chosen days, several of them marked as paid at once after the effect was said', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  const { session: times } = await studio.server.ok('GET', `/api/sessions/${session.id}/roster`, { as: studio.site })
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date(times.startDate))
  await page.goto(`/dashboard/bookings?q=Door&from=${day}&to=${day}`)
  await page.getByText('3 bookings', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('From day').inputValue()).toBe(day)
  for (const name of ['Bea Door', 'Cem Door']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('list', { name: 'What will change' }).getByText('Bea Door').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark 2 as paid' }).click()
  await page.getByText('Recording payments: 0 of 2').waitFor()
  await endHolding(studio.server)
  await expect
    .poll(async () => (await loadRoster()).filter(({ paymentStatus }) => paymentStatus === 'PAID').map(({ name }) => name))
    .toEqual(expect.arrayContaining(['Bea Door', 'Cem Door']))
  await page.getByLabel('To day').fill('2020-01-01')
  await page.getByLabel('From day').fill('2020-01-01')
  await page.getByText('No bookings found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText(/\d+ bookings, page 1/).waitFor()
  await page.setViewportSize(phone)
  await waitForIdle(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'dashboard-phone-bookings-days')
  expect(problems).toEqual([])
})
