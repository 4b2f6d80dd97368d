/**
 * The story of a visitor, run twice: looks at classes and plans, signs up in place, pays with a card that is declined and
 * one that asks the bank, books with the plan and pays for a lesson, sees all of it in the account, moves, cancels.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { cardExpiry, fillCard } from './card.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await sampleSite.server.ok('PATCH', '/v1/sign-on-policies', { as: sampleSite.site, body: { signOnPolicy: { requireEmailVerification: true } } })
})
afterAll(() => sampleSite.close())

const cards = { good: '4242424242424242', declined: '4000000000000002', needsBankConfirmation: '4000002500003155' }
const password = 'a calm long evening'

/** Waits until the picture is complete, looks at it in both schemes and keeps it. */
async function checkScreen(page: Page, name: string): Promise<void> {
  await waitForIdle(page)
  await screenshot(page, name)
  await expectAccessibleInBothSchemes(page)
}
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

// The longest tests: two dozen screens, each checked in both colour schemes.

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
  await page.context().close()
})

/** Presses Tab until the wanted thing has the focus: what cannot be reached by keyboard fails here. What says that it loads is waited for, as a person would. */
async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = []
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  for (let step = 0; step < 90; step++) {
    await page.keyboard.press(key)
    const said = await page.evaluate(() => {
      const at = document.activeElement
      if (!(at instanceof HTMLElement) || at === document.body) return ''
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
      return (at.getAttribute('aria-label') ?? label ?? at.textContent ?? '').trim()
    })
    seen.push(said)
    if (typeof name === 'string' ? said === name : name.test(said)) return
  }
  throw new Error(`"${String(name)}" was not reached by keyboard; what was: ${seen.join(' | ')}`)
}
/** From the day that has the focus on to the next one with free times, by arrows; which days those are depends on the day of the test. */
async function focusFreeDay(page: Page): Promise<void> {
  for (let step = 0; step <= 10; step++) {
    // At the end of a month the arrow leads into the next one.
    await waitForMonth(page)
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    if (label.endsWith(', available')) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error('no day with free times was reached by arrows')
}
async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

test('by keyboard alone on a phone', async () => {
  const email = 'kim.keys@example.org'
  const page = await sampleSite.page(phone)
  onTestFailed(() => finalScreenshot(page, 'failed-story-keyboard'))
  // Nothing in this test may be clicked.
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming classes' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => location.hash)).toBe('#main')
  await tabTo(page, 'See plans')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Unlimited Monthly' }).waitFor()
  await tabTo(page, 'Choose 10-Class Pass')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await checkScreen(page, 'keys-checkout')

  // An empty form says what is missing, beside each field, and takes the focus to the summary.
  await tabTo(page, 'Create account')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert')
  await checkScreen(page, 'keys-missing')
  await typeInto(page, 'Your name', 'Kim Keys')
  await typeInto(page, 'Email', email)
  await typeInto(page, 'Password', password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  // The field of the code has the focus: it can be typed at once.
  await page.keyboard.type(await sampleSite.codeFor(email))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
  await typeInto(page, 'Card number', cards.good)
  await typeInto(page, 'Expiry date', cardExpiry())
  await typeInto(page, 'Security code', '123')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome to 10-Class Pass' }).waitFor()
  await tabTo(page, 'Book something')
  await page.keyboard.press('Enter')

  // A class: into the month, a month further by PageDown, a day by arrows, the time, the button.
  await page.getByRole('link', { name: 'Yin & Rest' }).waitFor()
  await tabTo(page, 'Yin & Rest')
  await page.keyboard.press('Enter')
  await page.locator('.month [aria-pressed="true"]').waitFor()
  await tabTo(page, /, available$/)
  await page.keyboard.press('PageDown')
  await waitForMonth(page)
  await page.locator('.slot').first().waitFor()
  // The sample ends six weeks ahead: from the Monday of this week on there are days with the class in it.
  await page.keyboard.press('Home')
  await focusFreeDay(page)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Book \(uses 1 of 10\)$/)
  await checkScreen(page, 'keys-service')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()

  // A lesson that is paid at the studio.
  await page.goto('/service/movement-check-up')
  await page.locator('.month [aria-pressed="true"]').waitFor()
  await tabTo(page, /, available$/)
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await focusFreeDay(page)
  await page.keyboard.press('Enter')
  await tabTo(page, /\d\d:\d\d to \d\d:\d\d/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Book ·/)
  await page.keyboard.press('Enter')
  await page.getByText(`Signed in as ${email}`).waitFor()
  await tabTo(page, 'Pay now by card')
  await page.keyboard.press('ArrowDown')
  await checkScreen(page, 'keys-booking-form')
  await tabTo(page, 'Book')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await checkScreen(page, 'keys-booked')

  await tabTo(page, 'My bookings')
  await page.keyboard.press('Enter')
  await page.getByText('Pay at your visit').waitFor()
  await checkScreen(page, 'keys-account')
  await tabTo(page, 'Reschedule Movement Check-up')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').locator('.slot').first().waitFor()
  // Escape leaves the dialog and gives the focus back to the button that opened it.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Reschedule Movement Check-up')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').locator('.slot').first().waitFor()
  // The dialog gives the focus to a day of its month: a week further, on whatever day of the week this is, and on to the next free one.
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-day'))
  await page.keyboard.press('ArrowDown')
  await focusFreeDay(page)
  await page.keyboard.press('Enter')
  await tabTo(page, /\d\d:\d\d to \d\d:\d\d/)
  await page.keyboard.press('Enter')
  await tabTo(page, 'Confirm new time')
  await page.keyboard.press('Enter')
  await page.getByText('Booking rescheduled').waitFor()
  await tabTo(page, 'Cancel Movement Check-up')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Cancel booking')
  await page.keyboard.press('Enter')
  await page.getByText('Movement Check-up cancelled').waitFor()
  await page.getByRole('heading', { name: 'Movement Check-up' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'My bookings')
  await page.context().close()
})
