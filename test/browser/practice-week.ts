/** What the reception, the owner and the accountant of a practice do in a week, by mouse and keyboard on the screens alone: each step ends with what the screen says of it. */
import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestServer } from '../test-server.ts'
import { waitForIdle } from './browser-server.ts'
import { fillCard } from './card.ts'
import { endHolding } from './held-changes.ts'
import { choose, dialog, nextTuesday, toast } from './practice-steps.ts'

// ---- the reception

/** A phone call: three treatments in one visit, for someone new. */
export async function bookVisit(page: Page): Promise<void> {
  await page.goto('/dashboard/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const panel = dialog(page)
  await panel.getByRole('combobox', { name: 'Service' }).fill('Back Mass')
  await page.getByRole('option', { name: /Back Massage/ }).click()
  const more = panel.getByRole('combobox', { name: 'Followed by' })
  for (const name of ['Foot Reflexology', 'Head & Neck Massage']) await choose(page, more, name)
  await page.keyboard.press('Escape')
  await panel.getByLabel('Date').fill(nextTuesday())
  await panel.getByRole('group', { name: 'Time' }).getByRole('button').first().click()
  await panel.getByText('New client', { exact: true }).click()
  await panel.getByLabel('First name').fill('Wilma')
  await panel.getByLabel('Last name').fill('Anruf')
  await panel.getByRole('textbox', { name: 'Email' }).fill('wilma@example.org')
  await panel.getByRole('button', { name: 'Book 3 services' }).click()
  await toast(page, 'Booked: 3 services')
}

/** Opens a member by typing a part of the name. */
export async function openMember(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/members')
  await page
    .getByRole('textbox', { name: /search/i })
    .or(page.getByRole('searchbox'))
    .first()
    .fill(name)
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await dialog(page).getByRole('link', { name: 'Notes' }).waitFor()
}

/** What the client said is written down for the team. */
export async function writeNote(page: Page): Promise<void> {
  await openMember(page, 'Grace Bennett')
  await dialog(page).getByRole('link', { name: 'Notes' }).click()
  await dialog(page).getByLabel('New note').fill('Called on Monday: prefers the morning.')
  await dialog(page).getByRole('button', { name: 'Add note' }).click()
  await dialog(page).getByText('Called on Monday', { exact: false }).last().waitFor()
}

/** Sells a card of ten sessions that is paid at the desk. */
export async function sellCard(page: Page): Promise<void> {
  await openMember(page, 'Grace Bennett')
  await dialog(page).getByRole('button', { name: 'Sell plan' }).first().click()
  const sale = dialog(page)
  await choose(page, sale.getByRole('combobox', { name: 'Plan' }), /10-Session Card/)
  await sale.getByRole('checkbox', { name: /paid/i }).click()
  await sale.getByRole('button', { name: /^Sell for/ }).click()
  await toast(page, 'Plan sold.')
}

/** A regular client books from another address, pays at the desk, and gets the money back, with what follows shown before. */
export async function payAndRefund(page: Page, server: TestServer): Promise<void> {
  await page.goto('/dashboard/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const panel = dialog(page)
  await panel.getByRole('combobox', { name: 'Service' }).fill('Foot Ref')
  await page.getByRole('option', { name: /Foot Reflexology/ }).click()
  await panel.getByLabel('Date').fill(nextTuesday(2))
  await panel.getByRole('group', { name: 'Time' }).getByRole('button').first().click()
  await panel.getByText('New client', { exact: true }).click()
  await panel.getByLabel('First name').fill('Grace')
  await panel.getByLabel('Last name').fill('Bennett')
  await panel.getByRole('textbox', { name: 'Email' }).fill('grace.private@example.org')
  await panel.getByRole('button', { name: 'Book', exact: true }).click()
  await toast(page, /^Booked: Foot Reflexology/)
  await page.goto('/dashboard/bookings?q=grace.private@example.org')
  await page
    .getByRole('button', { name: /Grace Bennett/ })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog', { name: 'Mark as paid?' }).getByRole('button', { name: 'Mark as paid' }).click()
  await toast(page, /will be marked as paid/)
  await endHolding(server)
  await dialog(page).getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund Grace Bennett?' })
  await refund.getByText('The booking will be marked as refunded.').waitFor()
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await toast(page, 'Refund started.')
  await dialog(page).getByText('Payment: refunded').waitFor()
}

/** A visitor asks on the site for an appointment that the practice decides about, and keeps a card for its fees. */
export async function requestAssessment(page: Page): Promise<void> {
  await page.goto('/service/first-assessment')
  const panel = page.getByRole('region', { name: 'Book First Assessment' })
  // What its own rules cost is said where the time is chosen.
  await panel.getByText('Cancelling less than 2 days before costs 50% of the price.').waitFor()
  await panel.locator('.slot').first().click()
  await panel.getByRole('link', { name: /^Request to book/ }).click()
  await page.getByLabel('First name').fill('Quentin')
  await page.getByLabel('Last name').fill('Frage')
  await page.getByLabel('Email').fill('quentin@example.org')
  await page.getByRole('radio', { name: 'Back and neck' }).check()
  await fillCard(page)
  await page.getByRole('checkbox', { name: /^I agree that my card is kept/ }).check()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('heading', { name: 'Request sent' }).waitFor()
}
/** The reception answers the request, with what follows shown before. */
export async function answerRequest(page: Page, server: TestServer): Promise<void> {
  await page.goto('/dashboard/bookings?tab=requests')
  const row = page.getByRole('listitem').filter({ hasText: 'Quentin Frage' })
  await row.getByRole('button', { name: 'Confirm', exact: true }).click()
  await dialog(page).getByText('First Assessment', { exact: false }).first().waitFor()
  await dialog(page).getByRole('status', { name: 'What will happen' }).getByText('is confirmed', { exact: false }).waitFor()
  await dialog(page).getByRole('button', { name: 'Confirm booking' }).click()
  await toast(page, 'Quentin Frage will be confirmed in 30 seconds.')
  await endHolding(server)
  await row.waitFor({ state: 'detached' })
}

/** Opens an email to a client among the messages; it may be under way for a moment. */
export async function openEmail(page: Page, to: string, subject: string): Promise<FrameLocator> {
  const email = page.getByRole('main').getByRole('listitem').filter({ hasText: to }).filter({ hasText: subject })
  await expect
    .poll(async () => {
      await page.goto(`/dashboard/emails?q=${to}`)
      await waitForIdle(page)
      return email.count()
    })
    .toBeGreaterThan(0)
  await email.first().getByRole('button').first().click()
  return dialog(page).frameLocator('iframe')
}

// ---- the owner

/** The client who booked from another address is one person again. */
export async function mergeClients(page: Page): Promise<void> {
  await page.goto('/dashboard/members?tab=contacts')
  await page
    .getByRole('list', { name: 'Possible duplicates' })
    .getByRole('listitem')
    .filter({ hasText: 'grace.private@example.org' })
    .getByRole('button', { name: 'Compare' })
    .click()
  await dialog(page)
    .getByText(/^Grace Bennett, the member, is kept/)
    .waitFor()
  await dialog(page).getByRole('status', { name: 'What will happen' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await toast(page, 'Grace Bennett merged.')
}

/** A day on which the practice is closed, with who is booked on it said before. */
export async function closeDay(page: Page): Promise<void> {
  await page.goto(`/dashboard/calendar?view=day&date=${nextTuesday(4)}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Closing', { exact: true }).click()
  await dialog(page).getByLabel('Reason').fill('Training day')
  await dialog(page).getByRole('button', { name: 'Add closure' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText('Training day').first().waitFor()
}

/** A device of a new type that is used in business hours. */
export async function addDevice(page: Page): Promise<void> {
  await page.goto('/dashboard/staff?tab=rooms')
  await page.getByRole('button', { name: 'Add room' }).click()
  const panel = dialog(page)
  await panel.getByLabel('Name', { exact: false }).first().fill('Ultrasound')
  await choose(page, panel.getByRole('combobox', { name: 'Type' }), 'New type')
  await panel.getByLabel('Name of the type').fill('Devices')
  await panel.getByLabel('Capacity').fill('4')
  await panel.getByRole('button', { name: 'Add room' }).click()
  await toast(page, 'Ultrasound added.')
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.getByRole('button', { name: 'Ultrasound', exact: true }).first().click()
  await choose(page, dialog(page).getByRole('combobox', { name: 'Can be used' }), 'Business hours')
  await dialog(page).getByRole('button', { name: 'Save hours' }).click()
  await toast(page, /Hours saved/)
}

/** A session with more spots than its room holds: it is said before it is saved, until it fits. */
export async function addSessionThatFits(page: Page): Promise<void> {
  const day = nextTuesday(2)
  await page.goto(`/dashboard/calendar?view=people&date=${day}&new=session&at=${day}T12:00`)
  await choose(page, page.getByRole('combobox', { name: 'Class or course' }), 'Back Class')
  const form = dialog(page)
  await choose(page, form.getByRole('combobox', { name: 'Staff' }), /./)
  await page.keyboard.press('Escape')
  await choose(page, form.getByRole('combobox', { name: 'Room' }), 'Ultrasound')
  await page.keyboard.press('Escape')
  await form.getByText('4 people fit into Ultrasound, and the session has 6 spots.').waitFor()
  await form.getByLabel('Spots').fill('4')
  await form.getByText('More spots than the room holds').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Add session', exact: true }).click()
  await toast(page, 'Sessions added.')
}

/** A second location, and the hours of the business at it. */
export async function addLocation(page: Page): Promise<void> {
  await page.goto('/dashboard/staff?tab=places')
  await page.getByRole('button', { name: 'Add location' }).click()
  await dialog(page).getByLabel('Name', { exact: false }).first().fill('Station Annex')
  await dialog(page).getByLabel('Address', { exact: false }).first().fill('Station Square 2')
  await dialog(page).getByRole('button', { name: 'Add location' }).click()
  await page.getByText('Station Annex').first().waitFor()
  await page.goto('/dashboard/staff?tab=hours')
  await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await page
    .getByRole('button', { name: /^Repeat and location of Saturday/ })
    .last()
    .click()
  await choose(page, page.getByRole('combobox', { name: 'Location' }), 'Station Annex')
  await page.getByText('at Station Annex').waitFor()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await toast(page, 'Business hours saved.')
}

/** Own words for an email, tried on oneself, and a follow-up that is turned on. */
export async function writeEmails(page: Page): Promise<void> {
  await page.goto('/dashboard/emails?tab=templates')
  await page
    .getByRole('button', { name: /^Booking confirmed/i })
    .or(page.getByRole('button', { name: /confirm/i }))
    .first()
    .click()
  const subject = dialog(page).getByRole('textbox', { name: 'Subject' })
  await subject.fill(`${await subject.inputValue()} – see you soon`)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, /Saved/)
  await dialog(page).getByLabel('To', { exact: true }).fill('owner@example.org')
  await dialog(page)
    .getByRole('button', { name: /Send test/ })
    .click()
  await toast(page, /sent/i)
  await page.goto('/dashboard/emails?tab=reminders')
  await page.getByRole('switch', { name: 'Not seen for a while' }).click()
  await toast(page, 'Not seen for a while turned on.')
}

/** Clients who did not come for a month, kept as a filter. */
export async function keepFilter(page: Page): Promise<void> {
  await page.goto('/dashboard/members')
  await page
    .getByRole('group', { name: 'Filters' })
    .getByText(/Lapsed/i)
    .first()
    .click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await dialog(page).getByLabel('Save the current filter as').fill('To call back')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'To call back', exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

/** What the coming days bring, read from the bookings. */
export async function readForecast(page: Page): Promise<void> {
  await page.goto('/dashboard/forecast?tab=bookings')
  await page.getByRole('list', { name: 'Bookings day by day' }).waitFor()
  await page.getByText('To collect', { exact: true }).waitFor()
}

/** Every tab of a screen opens with content. */
export async function openTabs(page: Page, screen: string): Promise<string[]> {
  await page.goto(`/dashboard/${screen}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const tabs = page.getByRole('main').getByRole('navigation').first().getByRole('link')
  await tabs.first().waitFor()
  const names = await tabs.allInnerTexts()
  for (let at = 0; at < names.length; at++) {
    await tabs.nth(at).click()
    await page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  return names
}
