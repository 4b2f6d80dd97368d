/**
 * A working week of the sample studio, lived by its owner, its receptionist, a teacher and two guests. All of it is done on the pages, and what is expected is
 * what they show: nothing here calls the server. The half minute in which a change can be undone is cut short.
 */
import { Temporal } from 'temporal-polyfill'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { endHolding } from './held-changes.ts'
import { desktop, finalScreenshot, openSampleSite, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { signIn } from './dashboard-server.ts'
import { acceptInvitation, inviteToTeam } from './join-team.ts'

const zone = 'Europe/Berlin'
const receptionist = { email: 'rita@riverside.example', name: 'Rita Reception', role: 'Receptionist' }
const teacher = { email: 'lena@riverside.example', name: 'Lena Brandt', role: 'Teacher' }
let sampleSite: SampleSite
let owner: Page
let desk: Page
let staff: Page

/** In two weeks, on a day on which nothing stands in the way: the day of the class that the owner adds. */
const classDay = Temporal.Now.plainDateISO(zone).add({ days: 16 - Temporal.Now.plainDateISO(zone).dayOfWeek })
const dialog = (page: Page) => page.getByRole('dialog').last()
const waitForToast = (page: Page, words: string | RegExp) => page.locator('.toast').getByText(words).first().waitFor()
const column = (page: Page, name: string): Locator => page.locator('section').and(page.getByLabel(name, { exact: true }))

beforeAll(async () => {
  sampleSite = await openSampleSite()
  owner = await sampleSite.lastingPage(desktop)
  await signIn(owner, sampleSite.site.ownerEmail, sampleSite.site.ownerPassword)
  await owner.waitForURL((url) => url.pathname === '/dashboard')
})
afterAll(() => sampleSite.close())
const takePictures = () =>
  onTestFailed(async () => {
    for (const [nr, page] of [owner, desk, staff].entries()) if (page) await finalScreenshot(page, `failed-week-${nr}`)
  })

async function join({ email, name, role }: typeof receptionist): Promise<Page> {
  await inviteToTeam(owner, email, role)
  const page = await sampleSite.lastingPage(desktop)
  await acceptInvitation(owner, page, { email, name })
  return page
}

test('before the week: a receptionist and a teacher join, and the teacher is connected to her hours', async () => {
  takePictures()
  desk = await join(receptionist)
  staff = await join(teacher)
  await owner.goto('/dashboard/staff')
  await owner.getByRole('button', { name: 'Lena Brandt', exact: true }).click()
  await dialog(owner).getByLabel('Account email').fill(teacher.email)
  await dialog(owner).getByRole('button', { name: 'Connect account' }).click()
  await dialog(owner).getByText('Connected to a dashboard account.').waitFor()
})

test('Monday: the owner works off what waits, adds a class, moves it with a look at the email, and blocks time', async () => {
  takePictures()
  await owner.goto('/dashboard')
  await owner.getByText('Last 7 days').waitFor()
  await owner.getByRole('link', { name: /unpaid past bookings?/ }).click()
  const first = owner.getByRole('region', { name: 'Past bookings' }).getByRole('listitem').first()
  const who = (await first.getByRole('button').first().textContent()) ?? ''
  await first.getByRole('button', { name: who }).click()
  await dialog(owner).getByRole('button', { name: 'Mark as paid' }).click()
  await owner.getByRole('dialog', { name: 'Mark as paid?' }).getByRole('button', { name: 'Mark as paid' }).click()
  await waitForToast(owner, /will be marked as paid/)
  await endHolding(sampleSite.server)
  await dialog(owner).getByText('Payment: paid by your team').waitFor()
  await screenshot(owner, 'week-booking-panel')

  await owner.goto(`/dashboard/calendar?view=people&date=${classDay}`)
  await column(owner, 'Lena Brandt')
    .getByRole('button', { name: /14:00.*14:30/ })
    .first()
    .click()
  await owner.getByText('Session', { exact: true }).click()
  await owner.getByRole('combobox', { name: 'Class or course' }).click()
  await owner.getByRole('option', { name: 'Morning Flow' }).click()
  await owner.getByRole('button', { name: 'Add session' }).click()
  await waitForToast(owner, 'Sessions added.')

  await column(owner, 'Lena Brandt')
    .getByRole('button', { name: /09:00.*09:30/ })
    .first()
    .click()
  await owner.getByText('Blocked time', { exact: true }).click()
  await owner.getByRole('button', { name: 'Block time' }).click()
  await waitForToast(owner, /^Time blocked/)

  // One spot, so that the second guest has to wait.
  await openClass('14:00')
  await owner.getByRole('button', { name: 'Edit session' }).click()
  await owner.getByLabel('Spots', { exact: true }).fill('1')
  await owner.getByRole('button', { name: 'Update session…' }).click()
  await owner.getByRole('dialog', { name: 'Update Morning Flow?' }).getByText('It has 1 spot.').waitFor()
  await owner.getByRole('dialog', { name: 'Update Morning Flow?' }).getByRole('button', { name: 'Update session' }).click()
  await waitForToast(owner, 'Session updated.')
  await waitForIdle(owner)
})

/** A guest books the class of the owner on the site, or joins its waitlist. */
async function bookOnSite(firstName: string, link: RegExp, button: string): Promise<Page> {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, `failed-week-${firstName}`))
  await page.goto(`/schedule?week=${classDay}`)
  await page.getByRole('link', { name: link }).filter({ visible: true }).first().click()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@week.example`)
  if (button === 'Book') await page.getByRole('radio', { name: 'Pay in person' }).check()
  await page.getByRole('button', { name: button }).click()
  return page
}

/** The panel of the class of the owner, from the agenda of its day. */
async function openClass(time: string, page = owner): Promise<void> {
  await page.goto(`/dashboard/calendar?view=agenda&date=${classDay}`)
  await page.getByRole('listitem').filter({ hasText: 'Morning Flow' }).filter({ hasText: time }).getByRole('button').first().click()
}

test('Tuesday: a guest takes the spot, another waits; the owner moves the class and makes room', async () => {
  takePictures()
  const gina = await bookOnSite('Gina', /^Book Morning Flow.*14:00/, 'Book')
  await gina.getByRole('heading', { name: 'You’re booked' }).waitFor()
  const wim = await bookOnSite('Wim', /^Join the waitlist for Morning Flow.*14:00/, 'Join waitlist')
  await wim.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()

  await openClass('14:00')
  await dialog(owner).getByText('1. Wim').waitFor()
  await owner.getByRole('button', { name: 'Cancel session' }).click()
  const cancelling = owner.getByRole('dialog', { name: 'Cancel Morning Flow?' })
  await cancelling.getByText('1 person is on the waitlist and learns that it does not take place.').waitFor()
  await cancelling.getByRole('button', { name: 'Keep session' }).click()

  await owner.getByRole('button', { name: 'Edit session' }).click()
  await owner.getByLabel('New start time').fill('15:00')
  await owner.getByRole('button', { name: 'Update session…' }).click()
  const moving = owner.getByRole('dialog', { name: 'Reschedule Morning Flow?' })
  await moving.getByLabel('Add a message').fill('The floor is being polished.')
  await moving.getByRole('button', { name: 'Show email' }).click()
  await moving.getByText('To gina@week.example', { exact: true }).waitFor()
  await moving.frameLocator('iframe').getByText('The floor is being polished.').waitFor()
  await waitForIdle(owner)
  await screenshot(owner, 'week-move-email')
  await moving.getByRole('button', { name: 'Reschedule session' }).click()
  await waitForToast(owner, 'Session rescheduled.')

  await openClass('15:00')
  await owner.getByRole('button', { name: 'Edit session' }).click()
  await owner.getByLabel('Spots', { exact: true }).fill('3')
  await owner.getByRole('button', { name: 'Update session…' }).click()
  await owner.getByRole('dialog', { name: 'Update Morning Flow?' }).getByRole('button', { name: 'Update session' }).click()
  await waitForToast(owner, 'The session will be updated in 30 seconds.')
  await endHolding(sampleSite.server)
  await owner.getByRole('link', { name: 'Open roster' }).click()
  // A spot is offered to the first in line by itself; the owner need not wait for the answer.
  await owner.getByText(/^Offered until/).waitFor()
  await owner.getByRole('button', { name: 'Add to session' }).click()
  await owner.getByRole('dialog', { name: 'Confirm Wim?' }).getByRole('button', { name: 'Confirm booking' }).click()
  await waitForToast(owner, 'Wim will be confirmed in 30 seconds.')
  await endHolding(sampleSite.server)
  await owner.getByRole('list', { name: 'Clients' }).getByRole('link', { name: 'Wim' }).waitFor()
})

test('Wednesday: the receptionist sells a plan, books a walk-in, takes cash, checks in at the door and gives money back', async () => {
  takePictures()
  await desk.keyboard.press('Control+k')
  await desk.getByRole('combobox', { name: /^Search members/ }).fill('sell a plan')
  await desk
    .getByRole('option', { name: /Sell a plan/ })
    .first()
    .click()
  const sale = dialog(desk)
  await sale.getByRole('combobox', { name: 'Member' }).fill('Yuki')
  await desk.getByRole('option', { name: /Yuki/ }).first().click()
  await sale.getByRole('combobox', { name: 'Plan' }).click()
  await desk.getByRole('option', { name: /10-Class Pass/ }).click()
  await sale.getByRole('checkbox', { name: 'Already paid' }).check()
  await sale.getByRole('button', { name: 'Sell plan' }).click()
  await waitForToast(desk, /sold|10-Class Pass/i)

  // The next class of the sample, whatever day it is.
  await desk.goto('/dashboard/bookings')
  await desk.getByRole('button', { name: 'New booking' }).click()
  await dialog(desk).getByRole('combobox', { name: 'Service' }).click()
  await desk.getByRole('option', { name: /Private Yoga Lesson/ }).click()
  await dialog(desk).getByLabel('Date').fill(classDay.toString())
  await dialog(desk).getByRole('group', { name: 'Time' }).getByRole('button').first().click()
  await dialog(desk).getByText('New client', { exact: true }).click()
  await dialog(desk).getByLabel('First name').fill('Walter')
  await dialog(desk).getByLabel('Last name').fill('Walkin')
  await dialog(desk).getByRole('textbox', { name: 'Email' }).fill('walter@week.example')
  await dialog(desk).getByRole('button', { name: 'Book' }).click()
  await waitForToast(desk, /Booked: Private Yoga Lesson/)

  await desk.goto('/dashboard/bookings?q=walter')
  await desk.getByRole('button', { name: 'Walter Walkin', exact: true }).click()
  await dialog(desk).getByText('€75', { exact: true }).waitFor()
  await dialog(desk).getByRole('button', { name: 'Email payment link' }).click()
  const asked = desk.getByRole('dialog', { name: 'Email Walter Walkin a payment link?' })
  await asked.getByLabel('Add a message').fill('Pay when it suits you.')
  await asked.getByRole('button', { name: 'Show email' }).click()
  await asked.frameLocator('iframe').getByText('Pay when it suits you.').waitFor()
  await screenshot(desk, 'week-payment-link')
  await asked.getByRole('button', { name: 'Send link' }).click()
  await waitForToast(desk, 'Payment link sent to Walter Walkin.')
  await dialog(desk).getByRole('button', { name: 'Mark as paid' }).click()
  await desk.getByRole('dialog', { name: 'Mark as paid?' }).getByRole('button', { name: 'Mark as paid' }).click()
  await waitForToast(desk, /will be marked as paid/)
  await endHolding(sampleSite.server)
  await dialog(desk).getByRole('button', { name: 'Refund' }).click()
  await desk.getByRole('dialog', { name: 'Refund Walter Walkin?' }).getByText('The booking will be marked as refunded.').waitFor()
  await desk.getByRole('dialog', { name: 'Refund Walter Walkin?' }).getByRole('button', { name: 'Refund', exact: true }).click()
  await waitForToast(desk, 'Refund started.')
  await dialog(desk).getByText('Payment: refunded').waitFor()
})

test('Thursday: the teacher sees what she may, marks a no-show, writes a note and asks for days off', async () => {
  takePictures()
  await staff.goto('/dashboard')
  await staff.getByText('Last 7 days').waitFor()
  expect(await staff.getByText('Revenue').count()).toBe(0)
  expect(
    await staff
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: /Money|Plans|Members/ })
      .count(),
  ).toBe(0)
  // A class of last week that people came to.
  await staff.goto(`/dashboard/calendar?view=agenda&date=${Temporal.Now.plainDateISO(zone).subtract({ days: 7 })}`)
  await staff
    .getByRole('listitem')
    .filter({ hasText: /[1-9]\d*\/\d+|[1-9]\d* of/ })
    .getByRole('button')
    .first()
    .click()
  await staff.getByRole('link', { name: 'Open roster' }).click()
  const client = staff.getByRole('list', { name: 'Clients' }).getByRole('listitem').first()
  await client.getByRole('button', { name: /^Undo check-in of/ }).click()
  await client.getByRole('button', { name: /as a no-show$/ }).click()
  await waitForToast(staff, /marked as a no-show/)
  await client.getByRole('button', { name: /^Add note on/ }).click()
  await client.getByRole('textbox').fill('Did not call.')
  await client.getByRole('button', { name: 'Save note' }).click()
  await client.getByText('Did not call.').waitFor()
  expect(await staff.getByRole('button', { name: /Mark .* as paid|Message all/ }).count()).toBe(0)

  // What is her own she changes herself.
  await staff.goto('/dashboard/staff')
  await staff.getByRole('main').getByRole('button', { name: 'Lena Brandt', exact: true }).click()
  await dialog(staff).getByLabel('About', { exact: true }).fill('Teaches slowly.')
  await dialog(staff).getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(staff, 'Saved.')
  await staff.goto(`/dashboard/calendar?view=week&date=${classDay}`)
  await staff.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog(staff).getByRole('button', { name: 'Block time' }).click()
  await waitForToast(staff, /^Time blocked/)

  await staff.goto('/dashboard/staff?tab=time-off')
  await staff.getByLabel('First day').fill(classDay.add({ days: 7 }).toString())
  await staff.getByLabel('Last day').fill(classDay.add({ days: 8 }).toString())
  await staff.getByLabel('Reason').fill('Retreat')
  await staff.getByRole('button', { name: 'Request time off' }).click()
  await staff.getByText('Waiting').waitFor()

  await owner.goto('/dashboard')
  await owner.getByRole('link', { name: /request for time off/ }).click()
  await owner.getByRole('list', { name: 'Pending requests' }).getByRole('button', { name: 'Lena Brandt' }).click()
  await dialog(owner).getByRole('button', { name: 'Approve' }).click()
  await waitForToast(owner, 'Time off approved.')
  await staff.reload()
  await staff.getByText('Approved').waitFor()
})

test('Friday: a message to the class, a day that is closed, and the week in figures', async () => {
  takePictures()
  await openClass('15:00')
  await owner.getByRole('link', { name: 'Open roster' }).click()
  await owner.getByRole('button', { name: 'Message all' }).click()
  await owner.getByRole('textbox', { name: 'Message' }).fill('Please bring a mat.')
  await owner.frameLocator('iframe').getByText('Please bring a mat.').waitFor()
  await owner.getByRole('button', { name: 'Send to 2 people' }).click()
  await owner.getByText('Message sent to 2 people.').waitFor()

  await owner.goto(`/dashboard/calendar?view=day&date=${classDay}`)
  await owner.getByRole('button', { name: 'Add', exact: true }).click()
  await owner.getByText('Closing', { exact: true }).click()
  await dialog(owner).getByLabel('Reason').fill('Inventory')
  await dialog(owner).getByRole('list', { name: 'Bookings on these days' }).getByText('Morning Flow').first().waitFor()
  await screenshot(owner, 'week-closing')
  await dialog(owner).getByRole('button', { name: 'Add closure' }).click()
  await dialog(owner).waitFor({ state: 'detached' })
  await owner.getByText('Inventory').first().waitFor()

  await owner.goto('/dashboard/money')
  await owner
    .getByRole('button', { name: /from Walter Walkin/ })
    .first()
    .waitFor()
  await owner.goto('/dashboard/insights')
  await owner.getByRole('heading', { level: 1 }).waitFor()
  await owner.getByRole('link', { name: '10-Class Pass', exact: true }).waitFor()
})
