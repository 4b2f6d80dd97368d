/** A working week of the practice, on the screens alone: the reception, a therapist, the owner, and the accountant. The steps are in practice-week.ts and practice-team.ts. */
import type { Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import * as team from './practice-team.ts'
import * as week from './practice-week.ts'

let practice: DashboardServer
beforeAll(async () => {
  practice = await openDashboard('practice')
})
afterAll(() => practice.close())

/** What was seen on the screen, at three widths, light and dark; nothing sticks out. */
async function look(page: Page, name: string): Promise<void> {
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  for (const [size, viewport] of [
    ['desk', desktop],
    ['wide', { width: 1920, height: 1080 }],
    ['phone', { ...phone, width: 390 }],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await waitForIdle(page)
      await screenshot(page, `week-practice-${name}-${size}-${colorScheme}`)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    }
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}
/** The owner invites them, and they come by the link of their email. */
async function joinAs(role: 'Receptionist' | 'Accountant'): Promise<{ page: Page; problems: string[] }> {
  const owner = await practice.openAsOwner({ size: desktop })
  const teammate = { email: `${role.toLowerCase()}@practice.example`, name: `Robin ${role}` }
  await team.inviteToTeam(owner.page, teammate.email, role)
  const opened = await practice.openPage({ size: desktop })
  await team.acceptInvitation(owner.page, opened.page, teammate)
  expect(owner.problems).toEqual([])
  await practice.giveBack(owner.page)
  opened.problems.length = 0
  return opened
}

test('the reception answers the request of a visitor, books a visit by phone, writes a note, takes a payment and gives it back', async () => {
  const visitor = await practice.openPage({ size: desktop })
  onTestFailed(() => finalScreenshot(visitor.page, 'failed-week-visitor'))
  await week.requestAssessment(visitor.page)
  expect(visitor.problems).toEqual([])
  await practice.giveBack(visitor.page)
  const { page, problems } = await joinAs('Receptionist')
  onTestFailed(() => finalScreenshot(page, 'failed-week-reception'))
  await week.answerRequest(page, practice.server)
  await week.openEmail(page, 'quentin@example.org', 'Confirmed')
  await week.bookVisit(page)
  const confirmation = await week.openEmail(page, 'wilma@example.org', 'Confirmed')
  for (const name of ['Back Massage', 'Foot Reflexology', 'Head & Neck Massage']) await confirmation.getByText(name).first().waitFor()
  await week.writeNote(page)
  await week.payAndRefund(page, practice.server)
  expect(problems).toEqual([])
})

test('the owner takes on a therapist, a device with a session that fits it and a location, and restores who was removed by mistake', async () => {
  const { page, problems } = await practice.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-week-team'))
  await team.inviteTherapist(page, readFileSync('docs/images/booking.png'))
  await look(page, 'therapist')
  await week.openEmail(page, 'mara@example.org', 'invites you to the team')
  await team.restoreTherapist(page)
  await team.chooseServices(page)
  await week.addDevice(page)
  await look(page, 'device')
  await week.addSessionThatFits(page)
  await week.addLocation(page)
  await look(page, 'hours')
  expect(problems).toEqual([])
})

test('a therapist comes into the team, sees her days and her clients and no money, and asks for days off', async () => {
  const owner = await practice.openAsOwner({ size: desktop })
  const { page, problems } = await practice.openPage({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-week-therapist'))
  await team.connectTherapist(owner.page)
  await team.acceptInvitation(owner.page, page, { email: 'priya@practice.example', name: 'Priya Nair' })
  problems.length = 0
  await team.readOwnDays(page)
  await team.askForDaysOff(page)
  await look(page, 'days-off')
  await team.approveDaysOff(owner.page)
  await page.reload()
  await page.getByText('Approved').waitFor()
  expect([...owner.problems, ...problems]).toEqual([])
})

test('the owner merges two records of a client, closes a day, sells a card, writes to clients, keeps a filter, and reads money, insights and what is coming', async () => {
  const { page, problems } = await practice.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-week-owner'))
  await week.mergeClients(page)
  await week.closeDay(page)
  await week.sellCard(page)
  await week.writeEmails(page)
  await week.keepFilter(page)
  expect(await week.openTabs(page, 'money')).toContain('Tax and terms')
  expect(await week.openTabs(page, 'insights')).toContain('Waitlists')
  await week.readForecast(page)
  await look(page, 'forecast')
  expect(problems).toEqual([])
})

test('the accountant reads the money and changes nothing', async () => {
  const { page, problems } = await joinAs('Accountant')
  onTestFailed(() => finalScreenshot(page, 'failed-week-accountant'))
  await week.openTabs(page, 'money')
  for (const [path, name] of [
    ['bookings', 'New booking'],
    ['members', 'Add member'],
    ['staff?tab=rooms', 'Add room'],
  ] as const) {
    await page.goto(`/dashboard/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await waitForIdle(page)
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  }
  expect(problems).toEqual([])
})
