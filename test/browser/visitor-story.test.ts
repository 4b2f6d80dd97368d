/**
 * The story of a visitor by mouse: looks at classes and plans, signs up in place, pays with a card that is declined and
 * one that asks the bank, books with the plan and pays for a lesson, sees all of it in the account, moves, cancels.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { checkScreen, desktop, finalScreenshot, openSampleSite, type SampleSite } from './browser-server.ts'
import { fillCard } from './card.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await sampleSite.server.ok('PATCH', '/v1/sign-on-policies', { as: sampleSite.site, body: { signOnPolicy: { requireEmailVerification: true } } })
})
afterAll(() => sampleSite.close())

const cards = { good: '4242424242424242', declined: '4000000000000002', needsBankConfirmation: '4000002500003155' }
const password = 'a calm long evening'

/** The month has its free times; until then its days are those of no answer yet. */
const waitForMonth = (page: Page) => page.locator('[aria-busy="true"]:has(> .month)').waitFor({ state: 'detached' })
/** Opens the calendar of a month ahead, where every rule about late booking and late leaving is far away. */
async function chooseTime(page: Page): Promise<void> {
  await page.locator('.month [aria-pressed="true"]').waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  await waitForMonth(page)
  await page.locator('.month .day:not([aria-disabled="true"])').nth(2).click()
  await page.locator('.slot').first().click()
}

// The longest test: two dozen screens, each checked in both colour schemes.

test('by mouse on a desktop', async () => {
  const email = 'mia.mouse@example.org'
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-story-mouse'))
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming classes' }).waitFor()
  await page.getByRole('link', { name: 'Full schedule' }).click()
  await page.getByRole('heading', { name: 'Class schedule' }).waitFor()
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByRole('link', { name: 'Choose 10-Class Pass' }).click()

  // The summary is there before anyone asks who it is.
  await page.getByRole('heading', { name: 'Order summary' }).waitFor()
  await page.getByText('Due today').waitFor()
  await checkScreen(page, 'story-checkout-visitor')
  await page.getByLabel('Your name').fill('Mia Mouse')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await checkScreen(page, 'story-code')
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('This code is wrong').first().waitFor()
  // A reload stays at the code; the way back leads to what was typed, the way forward to the code again.
  await page.reload()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goBack()
  await page.getByLabel('Password', { exact: true }).waitFor()
  expect([await page.getByLabel('Email').inputValue(), await page.getByLabel('Password', { exact: true }).inputValue()]).toEqual([email, ''])
  await page.goForward()
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill(await sampleSite.codeFor(email))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()

  // Declined, then a card whose bank asks; what was chosen is never lost.
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => page.getByLabel('Security code').inputValue()).toBe('123')
  await checkScreen(page, 'story-declined')
  await fillCard(page, cards.needsBankConfirmation)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Approve payment' }).waitFor()
  await checkScreen(page, 'story-bank-asks')
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await page.getByRole('heading', { name: 'Welcome to 10-Class Pass' }).waitFor()
  await checkScreen(page, 'story-plan-thanks')

  // A class with the plan: two clicks after the page, the time and "Book".
  await page.goto('/service/morning-flow')
  await chooseTime(page)
  const book = page.getByRole('button', { name: 'Book (uses 1 of 10)' })
  await book.waitFor()
  await checkScreen(page, 'story-service-with-plan')
  await book.click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await page.getByText(/^Paid with .* · 1 of 10 used$/).waitFor()
  await checkScreen(page, 'story-booked')

  // A lesson, paid with the card.
  await page.goto('/service/private-yoga-lesson')
  await chooseTime(page)
  await page.getByRole('link', { name: /^Book ·/ }).click()
  await page.getByRole('heading', { name: 'Booking details' }).waitFor()
  await page.getByText(`Signed in as ${email}`).waitFor()
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mia')
  // The bank of the card that the plan was bought with asks each time.
  await page.getByLabel('Another card').check()
  await fillCard(page, cards.good)
  await checkScreen(page, 'story-booking-form')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await page.getByText('€75 paid').waitFor()

  // The account shows all of it.
  await page.getByRole('link', { name: 'My bookings' }).click()
  await page.getByRole('heading', { name: 'Private Yoga Lesson' }).waitFor()
  await page.getByRole('heading', { name: 'Morning Flow' }).waitFor()
  await checkScreen(page, 'story-account-bookings')
  await page.getByRole('link', { name: 'My plans' }).click()
  await page.getByText('9 of 10 visits left').waitFor()
  await checkScreen(page, 'story-account-plans')

  // Moves the lesson, gives the class back, and the plan holds ten again.
  await page.getByRole('link', { name: 'My bookings' }).click()
  await page.getByRole('button', { name: 'Reschedule Private Yoga Lesson' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Next month' }).click()
  await waitForMonth(page)
  await page.getByRole('dialog').locator('.day:not([aria-disabled="true"])').nth(4).click()
  await page.getByRole('dialog').locator('.slot').nth(1).click()
  await checkScreen(page, 'story-reschedule')
  await page.getByRole('button', { name: 'Confirm new time' }).click()
  await page.getByText('Booking rescheduled').waitFor()
  // A customer who moves or cancels here gets an email.
  expect(await sampleSite.emailTo(email, 'booking-rescheduled')).toMatchObject({
    serviceName: 'Private Yoga Lesson',
    calendarFile: expect.stringContaining('METHOD:REQUEST'),
  })
  await page.getByRole('button', { name: 'Cancel Morning Flow' }).click()
  await page.getByText('Your credit is returned to your plan.').waitFor()
  await checkScreen(page, 'story-cancel-booking')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByText('Morning Flow cancelled').waitFor()
  expect(await sampleSite.emailTo(email, 'booking-canceled')).toMatchObject({ canceledBy: 'you', calendarFile: expect.stringContaining('METHOD:CANCEL') })
  await page.getByRole('button', { name: 'Past and cancelled' }).click()
  await page.getByRole('heading', { name: 'Morning Flow' }).waitFor()
  await page.getByRole('link', { name: 'My plans' }).click()
  await page.getByText('10 of 10 visits left').waitFor()

  // A subscription with a trial, left again before the first payment.
  await page.goto('/plans')
  await page.getByRole('link', { name: 'Choose Unlimited Monthly' }).click()
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
  await fillCard(page, cards.good)
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await page.getByRole('heading', { name: 'Welcome to Unlimited Monthly' }).waitFor()
  await page.getByRole('link', { name: 'My plans' }).click()
  await page.getByText('Unlimited visits').waitFor()
  await page.getByRole('button', { name: 'Cancel plan Unlimited Monthly' }).click()
  await page.getByText('You won’t be charged again.').waitFor()
  await checkScreen(page, 'story-cancel-plan')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText('Your plan will not renew').waitFor()
  await page.getByText('You can use your plan until').waitFor()
  // Nothing was ever due.
  expect(await page.locator('.card', { hasText: 'Unlimited visits' }).getByText('Pending', { exact: true }).count()).toBe(0)

  await page.getByRole('link', { name: 'My profile' }).click()
  await page.getByLabel('Phone').fill('+49 30 555 01 99')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Profile saved').waitFor()
  await checkScreen(page, 'story-account-profile')
  await page.getByRole('link', { name: 'Sign-in & security' }).click()
  await page.getByText('This device', { exact: true }).waitFor()
  await checkScreen(page, 'story-account-security')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  await checkScreen(page, 'story-signed-out')
  expect(problems).toEqual([])
})
