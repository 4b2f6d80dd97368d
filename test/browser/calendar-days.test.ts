/** What reaches past midnight is seen on each of its days, in each view; what is shorter than half an hour is read. */
import { Temporal } from 'temporal-polyfill'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { createOwnerCalls, findDialog, zone } from './owner-work.ts'
import { expectAccessibleInBothSchemes, finalScreenshot, overflow, screenshot, waitForIdle } from './browser-server.ts'

let sampleSite: DashboardServer
let samir: { resourceId: string }
let lena: { resourceId: string }
/** A Monday far enough ahead that the sample studio has put nothing of its own there. */
const monday = (() => {
  const day = Temporal.Now.plainDateISO(zone).add({ weeks: 13 })
  return day.subtract({ days: day.dayOfWeek - 1 })
})()
const day = (number: number) => monday.add({ days: number - 1 })
const { request: asOwner, findService } = createOwnerCalls(() => sampleSite)
const at = (date: Temporal.PlainDate, time: string) => ({ localDate: `${date}T${time}:00`, timeZone: zone })

beforeAll(async () => {
  sampleSite = await openDashboard('sample')
  const { staffMembers } = await asOwner('POST', '/v1/staff-members/query', { query: { cursorPaging: { limit: 100 } } })
  samir = staffMembers.find(({ name }: { name: string }) => name === 'Samir Haddad')
  lena = staffMembers.find(({ name }: { name: string }) => name === 'Lena Brandt')
  const add = (event: object) => asOwner('POST', '/calendar/v3/events', { event })
  // Away from Tuesday to Thursday.
  await add({ type: 'EVENT', title: 'Retreat', start: at(day(2), '00:00'), end: at(day(5), '00:00'), allDay: true, resources: [{ id: samir.resourceId }] })
  const { schedule } = await findService('Morning Flow')
  const addClass = (title: string, start: object, end: object) =>
    add({ scheduleId: schedule.id, type: 'CLASS', title, start, end, resources: [{ id: lena.resourceId }] })
  await addClass('Night Flow', at(day(3), '23:00'), at(day(4), '01:00'))
  await addClass('Quick Stretch', at(day(5), '10:00'), at(day(5), '10:15'))
  await addClass('Second Stretch', at(day(5), '10:15'), at(day(5), '10:35'))
})
afterAll(() => sampleSite.close())

const watch = (page: Page, name: string): Page => {
  onTestFailed(() => finalScreenshot(page, `failed-days-${name}`))
  return page
}
const entries = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(title) })
async function show(page: Page, view: string, date: Temporal.PlainDate): Promise<void> {
  await page.goto(`/dashboard/calendar?view=${view}&date=${date}`)
  await page.locator('.mantine-DayView-dayView, .mantine-WeekView-weekView, .mantine-MonthView-monthView, main h3').first().waitFor()
  await waitForIdle(page)
}

test('a week shows days off on each of them and a night on both of its days, and each part opens the same panel', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  watch(page, 'week')
  await show(page, 'week', day(1))
  await entries(page, 'Retreat').first().waitFor()
  expect([await entries(page, 'Retreat').count(), await entries(page, 'Night Flow').count()]).toEqual([3, 2])
  // Parts are not dragged.
  expect(await page.locator('[data-event-id*="/"][draggable="true"]').count()).toBe(0)
  await screenshot(page, 'calendar-days-week')
  await expectAccessibleInBothSchemes(page)
  for (const part of [0, 1]) {
    await entries(page, 'Night Flow').nth(part).click()
    await findDialog(page).getByText('Night Flow').first().waitFor()
    await page.keyboard.press('Escape')
    await findDialog(page).waitFor({ state: 'detached' })
  }
  expect(problems).toEqual([])
})

test('each day shows its part, and a day off does not make it begin at midnight', async () => {
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'day')
  const firstHour = () => page.locator('[class*="ViewSlotLabel"]:not([class*="SlotLabels"])').first().innerText()
  for (const view of ['day', 'people']) {
    await show(page, view, day(2))
    await entries(page, 'Retreat').first().waitFor()
    if (view === 'day') expect(await firstHour()).toBe('07:00')
    else expect(await page.getByText('00:00', { exact: true }).count()).toBe(0)
    await show(page, view, day(4))
    await entries(page, 'Retreat').first().waitFor()
    await entries(page, 'Night Flow').first().waitFor()
    await screenshot(page, `calendar-days-${view}`)
  }
  await show(page, 'day', day(5))
  expect(await entries(page, 'Retreat').count()).toBe(0)
})

test('a month shows every day’s entries beside those that last', async () => {
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'month')
  await show(page, 'month', day(1))
  await entries(page, 'Retreat').first().waitFor()
  expect([await entries(page, 'Retreat').count(), await entries(page, 'Night Flow').count()]).toEqual([3, 2])
  await screenshot(page, 'calendar-days-month')
})

test('the agenda has a line for each day', async () => {
  const { page } = await sampleSite.openAsOwner({ size: { width: 390, height: 844 } })
  watch(page, 'agenda')
  await show(page, 'agenda', day(3))
  const lines = page.locator('main li')
  await lines.filter({ hasText: 'Retreat' }).first().waitFor()
  expect(await lines.filter({ hasText: 'Retreat' }).allInnerTexts()).toEqual([expect.stringContaining('All day'), expect.stringContaining('All day')])
  expect(await lines.filter({ hasText: 'Night Flow' }).allInnerTexts()).toEqual([
    expect.stringContaining('23:00–00:00'),
    expect.stringContaining('00:00–01:00'),
  ])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'calendar-days-agenda')
})

test('a quarter of an hour is read as one line, and hours pass beneath the head of a week', async () => {
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'short')
  await show(page, 'week', day(1))
  const short = entries(page, 'Quick Stretch').first()
  await short.scrollIntoViewIfNeeded()
  const [title, box] = [await short.locator('b').boundingBox(), await short.boundingBox()]
  expect((title?.y ?? 0) + (title?.height ?? 99)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  const isHeadInFront = await page.locator('.mantine-WeekView-weekViewCorner').evaluate((corner) => {
    corner.closest('.mantine-ScrollArea-viewport')?.scrollTo(0, 100)
    const { x, y, width, height } = corner.getBoundingClientRect()
    return corner.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isHeadInFront).toBe(true)
  // What covers a day is still named there.
  const [name, head] = [await entries(page, 'Retreat').first().locator('b').boundingBox(), await page.locator('.mantine-WeekView-weekViewHeader').boundingBox()]
  expect(name?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
  await screenshot(page, 'calendar-days-short')
})

test('today can be read in the month after, too', async () => {
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'today')
  const next = Temporal.Now.plainDateISO(zone).add({ months: 1 }).with({ day: 1 })
  // Of a month that begins with a Monday, the last day of the one before is not shown.
  const month = next.dayOfWeek === 1 ? next.add({ months: 1 }) : next
  await page.clock.setFixedTime(`${month.subtract({ days: 1 })}T12:00:00Z`)
  await page.goto(`/dashboard/calendar?view=month&date=${month}`)
  await page.locator('[data-today][data-outside]').first().waitFor()
  await screenshot(page, 'calendar-days-today')
  await expectAccessibleInBothSchemes(page)
})
