/** What the team of a practice does in a week: invited, at work, away, and back. Each step ends with what the screen says of it. */
import type { Page } from 'playwright-core'
import { choose, dialog, nextTuesday, toast } from './practice-steps.ts'
export { acceptInvitation, inviteToTeam } from './join-team.ts'

/** A therapist with portrait, hours of every other week and time off, invited to the dashboard. */
export async function inviteTherapist(page: Page, portrait: Buffer): Promise<void> {
  await page.goto('/dashboard/staff')
  await page.getByRole('button', { name: 'Add staff member' }).first().click()
  const panel = dialog(page)
  await panel.getByLabel('Name', { exact: false }).first().fill('Mara Lindt')
  await panel.getByLabel('Email', { exact: true }).first().fill('mara@example.org')
  await panel.locator('input[type=file]').setInputFiles({ name: 'mara.png', mimeType: 'image/png', buffer: portrait })
  await panel
    .getByRole('button', { name: /change|replace|remove/i })
    .first()
    .waitFor()
  await panel.getByRole('button', { name: 'Add staff member' }).click()
  await toast(page, 'Saved.')
  await panel.getByRole('switch', { name: 'Use business hours' }).click()
  await panel.getByRole('button', { name: 'Add hours on Monday' }).click()
  const details = panel.getByRole('button', { name: /^Repeat and location of Monday/ }).last()
  await details.click()
  await choose(page, panel.getByRole('combobox', { name: 'Repeats' }), 'Every 2 weeks')
  await panel.getByText(/every 2 weeks, from/).waitFor()
  await panel.getByRole('button', { name: 'Save hours' }).click()
  await toast(page, /Hours saved/)
  await panel.getByRole('button', { name: 'Connect account' }).click()
  await toast(page, 'Invitation sent.')
  await panel.getByRole('button', { name: 'Add time off' }).click()
  await panel.getByLabel('Start date').fill(nextTuesday(3))
  await panel.getByLabel('End date').fill(nextTuesday(3))
  await panel.getByRole('button', { name: 'Add time off' }).last().click()
  await panel.getByText('No bookings on these days.').waitFor({ state: 'hidden' })
}

/** Removed by mistake, and restored with the hours. */
export async function restoreTherapist(page: Page): Promise<void> {
  await page.goto('/dashboard/staff')
  await page
    .getByRole('button', { name: /Mara Lindt/ })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).last().click()
  await dialog(page).getByRole('button', { name: 'Remove staff member' }).click()
  await toast(page, 'Mara Lindt removed.')
  await page.getByRole('button', { name: 'Restore Mara Lindt' }).click()
  await dialog(page).getByRole('button', { name: 'Restore', exact: true }).click()
  await toast(page, 'Mara Lindt restored.')
  await page.getByRole('button', { name: 'Restore Mara Lindt' }).waitFor({ state: 'hidden' })
}

/** What was restored offers its services again: chosen in the panel of the person, and asked about before they are lost. */
export async function chooseServices(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Mara Lindt/ })
    .first()
    .click()
  const panel = dialog(page)
  const offers = panel.getByRole('combobox', { name: 'Offers' }).or(panel.getByRole('textbox', { name: 'Offers' }))
  await offers.click()
  for (const name of ['Back Massage', 'Foot Reflexology']) await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Keep editing' }).click()
  await panel.getByRole('button', { name: 'Save services' }).click()
  await toast(page, 'Services saved.')
  await panel.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('listitem').filter({ hasText: 'Mara Lindt' }).getByText('2 services').waitFor()
}

/** The account of a therapist is connected: she is invited with a role that sees little. */
export async function connectTherapist(owner: Page): Promise<void> {
  await owner.goto('/dashboard/staff')
  await owner
    .getByRole('button', { name: /Priya Nair/ })
    .first()
    .click()
  await dialog(owner).getByLabel('Account email').fill('priya@practice.example')
  await dialog(owner).getByRole('button', { name: 'Connect account' }).click()
  await toast(owner, 'Invitation sent.')
}

// ---- the therapist

/** Her calendar and the bookings that she gives; neither money nor members. */
export async function readOwnDays(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Calendar' }).waitFor()
  for (const name of ['Money', 'Members', 'Plans']) await menu.getByRole('link', { name, exact: true }).waitFor({ state: 'hidden' })
  await page.goto(`/dashboard/calendar?view=day&date=${nextTuesday()}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto('/dashboard/bookings')
  const first = page.getByRole('main').getByRole('listitem').first()
  await first.getByRole('button').first().click()
  await dialog(page).getByText('Priya Nair').first().waitFor()
  await dialog(page).getByRole('button', { name: 'Refund' }).waitFor({ state: 'hidden' })
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
}

export async function askForDaysOff(page: Page): Promise<void> {
  await page.goto('/dashboard/staff?tab=time-off')
  await page.getByLabel('First day').fill(nextTuesday(6))
  await page.getByLabel('Last day').fill(nextTuesday(6))
  await page.getByLabel('Reason').fill('Training')
  await page.getByRole('button', { name: 'Request time off' }).click()
  await page.getByText('Waiting').waitFor()
}

/** Today leads to the request, which says what is booked on these days. */
export async function approveDaysOff(owner: Page): Promise<void> {
  await owner.goto('/dashboard')
  await owner.getByRole('link', { name: /request for time off/ }).click()
  await owner.getByRole('list', { name: 'Pending requests' }).getByRole('button', { name: 'Priya Nair' }).click()
  await dialog(owner).getByRole('button', { name: 'Approve' }).click()
  await toast(owner, 'Time off approved.')
}
