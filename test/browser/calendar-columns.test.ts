/** One day of the calendar side by side: dragged from person to person, made longer, one session or its series changed, conflicts said before they are made. */
import { Temporal } from 'temporal-polyfill'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { insertBookings } from '../factories/many-rows.ts'
import { createOwnerCalls, drag, findDialog, waitForToast, zone } from './owner-work.ts'
import { endHolding } from './held-changes.ts'
import { expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'

let sampleSite: DashboardServer
let samir: { id: string; resourceId: string }
let lena: { id: string; resourceId: string }
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
  const { staffMembers } = await asOwner('POST', '/v1/staff-members/query', { query: { cursorPaging: { limit: 100 } } })
  samir = staffMembers.find(({ name }: { name: string }) => name === 'Samir Haddad')
  lena = staffMembers.find(({ name }: { name: string }) => name === 'Lena Brandt')
})
afterAll(() => sampleSite.close())

const { request: asOwner, createBooking, getSite } = createOwnerCalls(() => sampleSite)
const watch = (page: Page, name: string): Page => {
  onTestFailed(() => finalScreenshot(page, `failed-columns-${name}`))
  return page
}
const column = (page: Page, name: string): Locator => page.locator('section').and(page.getByLabel(name, { exact: true }))
/** A Wednesday far enough ahead that the sample studio has put nothing of its own there. */
const dayInWeeks = (weeks: number): Temporal.PlainDate => {
  const day = Temporal.Now.plainDateISO(zone).add({ weeks })
  return day.add({ days: 3 - day.dayOfWeek })
}
const findService = async (name: string) => (await asOwner('POST', '/v2/services/query', { query: { filter: { name } } })).services[0]
const local = (day: Temporal.PlainDate, time: string) => ({ localDate: `${day}T${time}:00`, timeZone: zone })
/** Sessions of a class that Lena leads, each week or once. */
async function addSessions(day: Temporal.PlainDate, [from, to]: [string, string], weekly: boolean): Promise<{ id: string }> {
  const service = await findService('Morning Flow')
  const event = {
    scheduleId: service.schedule.id,
    type: 'CLASS',
    title: 'Morning Flow',
    start: local(day, from),
    end: local(day, to),
    resources: [{ id: lena.resourceId }],
    ...(weekly && { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['WEDNESDAY'], until: { localDate: `${day.add({ weeks: 6 })}T23:59:00` } } }),
  }
  return (await asOwner('POST', '/calendar/v3/events', { event })).event
}
const listSessions = async (from: Temporal.PlainDate, weeks: number) =>
  (await asOwner('POST', '/calendar/v3/events/query', { fromLocalDate: `${from}T00:00:00`, toLocalDate: `${from.add({ weeks })}T00:00:00` })).events as {
    id: string
    title: string
    start: { localDate: string }
    end: { localDate: string }
    resources: { id: string }[]
  }[]
const getBox = async (what: Locator) => (await what.boundingBox()) ?? expect.fail('it is not on screen')

test('a day side by side: heads and hours stay in view, hours off are shaded, and a session is dragged to another person and back', async () => {
  const day = dayInWeeks(10)
  const session = await addSessions(day, ['09:00', '10:00'], false)
  await asOwner('PUT', `/api/staff/${samir.id}/hours`, {
    usesDefaultWorkingHours: false,
    periods: [{ day: 'WEDNESDAY', start: '10:00', end: '16:00' }],
  })
  const { page, problems } = await sampleSite.openAsOwner()
  watch(page, 'drag')
  await page.goto(`/dashboard/calendar?view=people&date=${day}`)
  const entry = column(page, 'Lena Brandt')
    .getByRole('button', { name: /Morning Flow/ })
    .first()
  await entry.waitFor()
  await waitForIdle(page)
  const countOff = (name: string) => column(page, name).locator('[data-off]').count()
  expect(await countOff('Samir Haddad')).toBeGreaterThan(await countOff('Lena Brandt'))
  const board = page.getByRole('region', { name: 'Staff schedule' })
  await board.evaluate((element) => element.scrollTo(0, 80))
  const [head, frame] = [await getBox(page.getByTitle('Lena Brandt')), await getBox(board)]
  expect(Math.abs(head.y - frame.y)).toBeLessThan(3)
  await screenshot(page, 'calendar-columns')
  await expectAccessibleInBothSchemes(page)

  const [from, other] = [await getBox(entry), await getBox(column(page, 'Samir Haddad'))]
  await drag(page, { x: from.x + from.width / 2, y: from.y + 8 }, { x: other.x + other.width / 2, y: from.y + 8 + 104 })
  await findDialog(page).getByText('Samir Haddad will lead it.').waitFor()
  await screenshot(page, 'calendar-columns-drop')
  await findDialog(page).getByRole('button', { name: 'Update session' }).click()
  await waitForToast(page, 'Session updated.')
  await column(page, 'Samir Haddad')
    .getByRole('button', { name: /Morning Flow/ })
    .first()
    .waitFor()
  const moved = (await listSessions(day, 1)).find(({ id }) => id === session.id)
  expect(moved?.resources.map(({ id }) => id)).toEqual([samir.resourceId])
  expect(moved?.start.localDate).toMatch(/T1[01]:/)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await column(page, 'Lena Brandt')
    .getByRole('button', { name: /Morning Flow/ })
    .first()
    .waitFor()

  // The lower edge makes it longer.
  const edge = await getBox(
    column(page, 'Lena Brandt')
      .getByRole('button', { name: /Morning Flow/ })
      .first(),
  )
  await drag(page, { x: edge.x + edge.width / 2, y: edge.y + edge.height - 2 }, { x: edge.x + edge.width / 2, y: edge.y + edge.height + 26 })
  await findDialog(page).getByRole('button', { name: 'Reschedule session' }).click()
  await waitForToast(page, 'Session rescheduled.')
  const longer = (await listSessions(day, 1)).find(({ id }) => id === session.id)
  expect([longer?.start.localDate.slice(11, 16), longer?.end.localDate.slice(11, 16)]).toEqual(['09:00', '10:30'])
  expect(problems).toEqual([])
})

test('one session of a series, it and those that follow, or all of them change', async () => {
  const first = dayInWeeks(20)
  await addSessions(first, ['11:00', '12:00'], true)
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'series')
  const startTimes = async () =>
    (await listSessions(first, 6))
      .filter(({ title, start }) => title === 'Morning Flow' && /T1[1-4]:/.test(start.localDate))
      .map(({ start }) => start.localDate.slice(11, 16))
  const change = async (week: number, time: string, scope: string | undefined) => {
    await page.goto(`/dashboard/calendar?view=people&date=${first.add({ weeks: week })}`)
    await column(page, 'Lena Brandt')
      .getByRole('button', { name: /Morning Flow/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Edit session' }).click()
    await page.getByLabel('New start time').fill(time)
    if (scope) {
      await page.getByRole('combobox', { name: 'Applies to' }).click()
      await page.getByRole('option', { name: scope }).click()
    }
    await page.getByRole('button', { name: 'Update session…' }).click()
    if (scope) {
      await findDialog(page).getByText('No emails are sent.').waitFor()
      await screenshot(page, 'calendar-series')
    }
    await findDialog(page)
      .getByRole('button', { name: scope ? 'Update sessions' : 'Reschedule session' })
      .click()
    await waitForToast(page, scope ? 'The sessions will be updated in 30 seconds.' : 'Session rescheduled.')
  }
  expect(await startTimes()).toEqual(['11:00', '11:00', '11:00', '11:00', '11:00', '11:00'])
  await change(1, '12:00', undefined)
  expect(await startTimes()).toEqual(['11:00', '12:00', '11:00', '11:00', '11:00', '11:00'])
  await change(3, '13:00', 'This and following sessions')
  await page.getByRole('button', { name: 'Undo: Changed, Morning Flow' }).click()
  await waitForToast(page, 'Undone.')
  await endHolding(sampleSite.server)
  expect(await startTimes()).toEqual(['11:00', '12:00', '11:00', '11:00', '11:00', '11:00'])
  await change(3, '13:00', 'This and following sessions')
  await endHolding(sampleSite.server)
  expect(await startTimes()).toEqual(['11:00', '12:00', '11:00', '13:00', '13:00', '13:00'])
  await change(4, '14:00', 'All coming sessions')
  await endHolding(sampleSite.server)
  expect((await startTimes()).slice(3)).toEqual(['14:00', '14:00', '14:00'])

  // The rest of the series ends with its sixth session.
  await page.goto(`/dashboard/calendar?view=people&date=${first.add({ weeks: 5 })}`)
  await column(page, 'Lena Brandt')
    .getByRole('button', { name: /Morning Flow/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Cancel this and following' }).click()
  await findDialog(page).getByText('No emails are sent.').waitFor()
  await screenshot(page, 'calendar-series-end')
  await findDialog(page).getByRole('button', { name: 'Cancel sessions' }).click()
  await waitForToast(page, 'The sessions will be cancelled in 30 seconds.')
  await endHolding(sampleSite.server)
  expect(await startTimes()).toHaveLength(5)
})

test('more entries than a month can show are counted by day, and a number leads to its day by staff', async () => {
  const month = Temporal.Now.plainDateISO(zone).add({ months: 14 }).with({ day: 1 })
  const { id } = await createBooking('Physiotherapy', { firstName: 'Ida', lastName: 'Lang', email: 'ida.lang@people.example' })
  const site = getSite()
  await insertBookings({ server: sampleSite.server, site, count: 900, copyOf: id, firstStart: `${month}T00:00:00Z` })
  const { page, problems } = await sampleSite.openAsOwner()
  watch(page, 'crowded')
  await page.goto(`/dashboard/calendar?view=month&date=${month}`)
  const counts = page.getByRole('table', { name: 'Entries by time' })
  await counts.waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'calendar-counted')
  await counts
    .getByRole('link', { name: /2[0-4]$/ })
    .nth(4)
    .click()
  await page.waitForURL(/view=people/)
  await page
    .getByRole('button', { name: /Client \d+/ })
    .first()
    .waitFor()
  expect(problems).toEqual([])
})

test('what is double booked is said before a session or an appointment is added', async () => {
  const day = dayInWeeks(11)
  await addSessions(day, ['09:00', '10:00'], false)
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'conflicts')
  await page.goto(`/dashboard/calendar?view=people&date=${day}&new=session&at=${day}T09:30`)
  await page.getByRole('combobox', { name: 'Class or course' }).click()
  await page.getByRole('option', { name: 'Morning Flow' }).click()
  const form = findDialog(page)
  await form.getByRole('combobox', { name: 'Staff' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Lena Brandt' }).click()
  await page.keyboard.press('Escape')
  await form.getByText(/At this time the same staff or room also has Morning Flow \(.*09:00–10:00\)/).waitFor()
  await screenshot(page, 'calendar-conflict-session')
  await form.getByLabel('Start time').fill('10:00')
  await form.getByText('Double booked').waitFor({ state: 'detached' })

  await asOwner('POST', '/calendar/v3/events', {
    event: { type: 'EVENT', title: 'Training', start: local(day, '14:00'), end: local(day, '15:00'), resources: [{ id: samir.resourceId }] },
  })
  await page.goto(`/dashboard/calendar?view=people&date=${day}&new=booking&at=${day}T14:30&row=${samir.resourceId}`)
  await findDialog(page).getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: /Physiotherapy/ }).click()
  await findDialog(page)
    .getByText(/also has Training/)
    .waitFor()
  await screenshot(page, 'calendar-conflict-booking')
})

test('a phone shows one person at a time, and another one by a picker', async () => {
  const day = dayInWeeks(10)
  const { page } = await sampleSite.openAsOwner({ size: { width: 390, height: 844 } })
  watch(page, 'phone')
  await page.goto(`/dashboard/calendar?view=people&date=${day}`)
  const picker = page.getByRole('combobox', { name: 'Staff member' })
  await picker.selectOption('Lena Brandt')
  await column(page, 'Lena Brandt')
    .getByRole('button', { name: /Morning Flow/ })
    .first()
    .waitFor()
  expect(
    await page
      .locator('section')
      .and(page.getByLabel('Samir Haddad', { exact: true }))
      .count(),
  ).toBe(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'calendar-columns-phone')
})

test('a week that is moved sideways on a phone keeps its hours in view, before its entries', async () => {
  const { page } = await sampleSite.openAsOwner({ size: phone })
  watch(page, 'week-on-phone')
  await page.goto('/dashboard/calendar?view=week')
  const hours = page.locator('.mantine-WeekView-weekViewSlotLabels')
  await hours.waitFor()
  await waitForIdle(page)
  for (const scrollLeft of [0, 120, 9999]) {
    const atEdge = await hours.evaluate((element, left) => {
      const view = element.closest('.mantine-ScrollArea-viewport') as HTMLElement
      view.scrollLeft = left
      const { x, y } = element.getBoundingClientRect()
      return [x - view.getBoundingClientRect().x, element.contains(document.elementFromPoint(x + 4, y + 4))]
    }, scrollLeft)
    expect([scrollLeft, ...atEdge]).toEqual([scrollLeft, 0, true])
  }
})

test('rooms have columns too, and the present moment is a line through today', async () => {
  const { page } = await sampleSite.openAsOwner({ scheme: 'dark' })
  watch(page, 'rooms')
  await page.goto('/dashboard/calendar?view=people&by=rooms')
  await column(page, 'Garden Room').waitFor()
  await screenshot(page, 'calendar-columns-rooms')
})

test('the hours come with the columns, however late these are, and stay', async () => {
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'hours')
  await page.route('**/staff-members/query', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  // In each frame: whether an hour of the axis is in view.
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { hoursSeen: seen })
    const look = () => {
      seen.push(/^1[0-2]:00$/m.test(document.querySelector('main')?.innerText ?? ''))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(`/dashboard/calendar?view=people&date=${dayInWeeks(10)}`)
  await column(page, 'Lena Brandt').waitFor()
  await waitForIdle(page)
  const seen = await page.evaluate(() => (window as unknown as { hoursSeen: boolean[] }).hoursSeen)
  expect(seen).toContain(true)
  expect(seen.slice(seen.indexOf(true))).not.toContain(false)
})

test('staff that cannot be read are said, and asked for again', async () => {
  const { page } = await sampleSite.openAsOwner({ size: { width: 390, height: 844 } })
  watch(page, 'refused')
  const refuse = (route: Route) => route.fulfill({ status: 400, json: { message: 'Not now.' } })
  await page.route('**/staff-members/query', refuse)
  await page.goto(`/dashboard/calendar?view=people&date=${dayInWeeks(10)}`)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // What is not known is not called empty.
  expect(await page.getByText('Nothing scheduled').count()).toBe(0)
  await screenshot(page, 'calendar-columns-refused')
  await page.unroute('**/staff-members/query', refuse)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('combobox', { name: 'Staff member' }).waitFor()
})

test('of many sessions at one time a week shows as many as can be read; the others are a key press away', async () => {
  const day = dayInWeeks(14)
  const service = await findService('Morning Flow')
  for (const resourceId of [lena.resourceId, samir.resourceId])
    for (const from of ['09:00', '09:05', '09:10'])
      await asOwner('POST', '/calendar/v3/events', {
        event: {
          scheduleId: service.schedule.id,
          type: 'CLASS',
          title: 'Morning Flow',
          start: local(day, from),
          end: local(day, '10:00'),
          resources: [{ id: resourceId }],
        },
      })
  const { page, problems } = await sampleSite.openAsOwner()
  watch(page, 'folded')
  await page.goto(`/dashboard/calendar?view=week&date=${day}`)
  const more = page.getByRole('button', { name: '+5 more' })
  await more.waitFor()
  const sessions = page.getByRole('button', { name: /^Morning Flow/ })
  expect(await sessions.count()).toBe(1)
  expect((await getBox(sessions)).width).toBeGreaterThan(50)
  await expectAccessibleInBothSchemes(page)
  await more.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('view') === 'day' && url.searchParams.get('date') === String(day))
  await expect.poll(() => sessions.count()).toBe(6)
  // On a phone also a day is too narrow: there it is seen by staff.
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: '+4 more' }).click()
  await page.waitForURL((url) => url.searchParams.get('view') === 'people')
  expect(problems).toEqual([])
})
