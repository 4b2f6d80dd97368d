/** The story of a visitor by keyboard alone, on a phone: signs up, buys a plan, books with it and pays at the studio, moves, cancels. Nothing may be clicked. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { checkScreen, finalScreenshot, openSampleSite, phone, type SampleSite } from './browser-server.ts'
import { cardExpiry } from './card.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await sampleSite.server.ok('PATCH', '/v1/sign-on-policies', { as: sampleSite.site, body: { signOnPolicy: { requireEmailVerification: true } } })
})
afterAll(() => sampleSite.close())

const goodCard = '4242424242424242'
const password = 'a calm long evening'

/** The month has its free times; until then its days are those of no answer yet. */
const waitForMonth = (page: Page) => page.locator('[aria-busy="true"]:has(> .month)').waitFor({ state: 'detached' })

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
async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
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
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming classes' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => location.hash)).toBe('#main')
  await enter(page, 'See plans')
  // The plans stand on the page before, too.
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Unlimited Monthly' }).waitFor()
  await enter(page, 'Choose 10-Class Pass')
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await checkScreen(page, 'keys-checkout')

  // An empty form says what is missing, beside each field, and takes the focus to the summary.
  await enter(page, 'Create account')
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
  await typeInto(page, 'Card number', goodCard)
  await typeInto(page, 'Expiry date', cardExpiry())
  await typeInto(page, 'Security code', '123')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome to 10-Class Pass' }).waitFor()
  await enter(page, 'Book something')

  // A class: into the month, a month further by PageDown, a day by arrows, the time, the button.
  await page.getByRole('link', { name: 'Yin & Rest' }).waitFor()
  await enter(page, 'Yin & Rest')
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
  await enter(page, /\d\d:\d\d to \d\d:\d\d/)
  await enter(page, /^Book ·/)
  await page.getByText(`Signed in as ${email}`).waitFor()
  await tabTo(page, 'Pay now by card')
  await page.keyboard.press('ArrowDown')
  await checkScreen(page, 'keys-booking-form')
  await enter(page, 'Book')
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await checkScreen(page, 'keys-booked')

  await enter(page, 'My bookings')
  await page.getByText('Pay at your visit').waitFor()
  await checkScreen(page, 'keys-account')
  await enter(page, 'Reschedule Movement Check-up')
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
  await enter(page, /\d\d:\d\d to \d\d:\d\d/)
  await enter(page, 'Confirm new time')
  await page.getByText('Booking rescheduled').waitFor()
  await enter(page, 'Cancel Movement Check-up')
  await enter(page, 'Cancel booking')
  await page.getByText('Movement Check-up cancelled').waitFor()
  await page.getByRole('heading', { name: 'Movement Check-up' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'My bookings')
})
