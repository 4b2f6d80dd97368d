/** Forms: the owner makes one with every kind of question, a guest books with it in German on a phone, intake before and after, and who sees the answers. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, finalScreenshot, overflow, screenshot } from './browser-server.ts'

const day = 86_400_000
const phone = { width: 390, height: 800 }
let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const watch = (page: Page, name: string): Page => {
  onTestFailed(() => finalScreenshot(page, `failed-forms-${name}`))
  return page
}
const site = () => sampleSite.site as NonNullable<DashboardServer['site']>
const asOwner = (method: string, path: string, body?: unknown) => sampleSite.server.ok(method, path, { as: site(), ...(body === undefined ? {} : { body }) })
const findService = async () => (await asOwner('POST', '/v2/services/query', { query: { filter: { name: 'Morning Flow' } } })).services[0]
/** The booking form for a free time of a class that is paid on site; `at` counts the free times. */
async function bookingFormPath(at: number): Promise<string> {
  const { id } = await findService()
  const filter = {
    serviceId: [id],
    bookable: true,
    startDate: new Date(Date.now() + 2 * day).toISOString(),
    endDate: new Date(Date.now() + 25 * day).toISOString(),
  }
  const { availabilityEntries } = await asOwner('POST', '/v1/availability/query', { query: { filter }, timezone: 'Europe/Berlin' })
  const { serviceId, scheduleId, eventId, startDate, endDate } = availabilityEntries[at].slot
  return `/hosted/booking-form?${new URLSearchParams({ serviceId, scheduleId, eventId, start: startDate, end: endDate, zone: 'Europe/Berlin' })}`
}
const setForm = async (formId: string) => {
  const { id, revision } = await findService()
  await asOwner('PATCH', `/v2/services/${id}`, { service: { id, revision, form: { id: formId } } })
}
const intakeFields = [
  {
    target: 'pain',
    type: 'CHOICE',
    label: { en: 'Any pain?', de: 'Hast du Schmerzen?' },
    required: true,
    options: [
      { value: 'yes', label: { en: 'Yes', de: 'Ja' } },
      { value: 'no', label: { en: 'No', de: 'Nein' } },
    ],
  },
]
async function setIntake(rules: object): Promise<void> {
  const { bookingPolicy: used } = await findService()
  const { bookingPolicy } = await asOwner('GET', `/v1/booking-policies/${used.id}`)
  await asOwner('PATCH', `/v1/booking-policies/${used.id}`, { bookingPolicy: { revision: bookingPolicy.revision, intakeFormPolicy: rules } })
}
const fillContact = async (page: Page, email: string) => {
  await page.getByLabel(/^Vorname/).fill('Ida')
  await page.getByLabel(/^E-Mail/).fill(email)
}
const kinds = ['Short text', 'Long text', 'Number', 'Single choice', 'Multiple choice', 'Date', 'Phone', 'Email', 'Address', 'File', 'Consent', 'Signature']

test('the owner makes a form with every kind of question and a condition, and gives it to a service', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  watch(page, 'editor')
  await page.goto('/dashboard/services?tab=forms')
  await page.getByText('Ask what you need to know').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New form' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New form' })
  await panel.getByRole('button', { name: 'Create form' }).click()
  await panel.getByRole('alert').getByText('Enter a name.').waitFor()
  await panel.getByLabel('Name', { exact: false }).first().fill('Before the massage')
  for (const [at, kind] of kinds.entries()) {
    await panel.getByRole('button', { name: 'Add question' }).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
    const field = panel.getByRole('region', { name: `Question ${at + 1}`, exact: true })
    await field.getByLabel(/^(Question|Text to agree to) \(English\)/).fill(`${kind} question`)
    const named = panel.getByRole('region', { name: `${kind} question`, exact: true })
    if (kind.endsWith('choice')) {
      await named.getByLabel('Choice 1', { exact: true }).fill(`${kind} A`)
      await named.getByLabel('Choice 2', { exact: true }).fill(`${kind} B`)
    }
  }
  // The long text is asked only after the choice: it moves behind it, by keyboard.
  const long = panel.getByRole('region', { name: 'Long text question', exact: true })
  for (const _ of [1, 2, 3]) {
    await long.getByRole('button', { name: 'Move Long text question down' }).focus()
    await page.keyboard.press('Enter')
  }
  await long.getByRole('combobox', { name: 'Ask only if' }).click()
  await page.getByRole('option', { name: 'Single choice question' }).click()
  const preview = panel.getByRole('region', { name: 'Preview' })
  expect(await preview.getByLabel(/Long text question/).count()).toBe(0)
  await preview.getByLabel('Single choice A').check()
  await preview.getByLabel(/Long text question/).waitFor()
  await panel.getByRole('region', { name: 'Short text question' }).getByRole('switch', { name: 'Required' }).check()
  // German beside it.
  await panel.getByText('Deutsch', { exact: true }).click()
  await panel.getByRole('region', { name: 'Short text question' }).getByLabel('Question (Deutsch)').fill('Was führt dich her?')
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-form-editor')
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'dashboard-form-editor-phone')
  await page.setViewportSize(desktop)
  await panel.getByRole('button', { name: 'Create form' }).click()
  await page.locator('.toast').getByText('Before the massage created.').waitFor()
  await page.getByText('12 questions').waitFor()
  await screenshot(page, 'dashboard-forms')
  const service = await findService()
  await page.goto(`/dashboard/services?edit=${service.id}`)
  await page.getByRole('combobox', { name: 'Booking form' }).click()
  await page.getByRole('option', { name: 'Before the massage' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.locator('.toast').first().waitFor()
  expect((await findService()).form.id).toBe((await asOwner('GET', '/api/forms')).forms[1].id)
  expect(problems).toEqual([])
})

test('a guest fills it in in German on a phone: errors at the fields, a draft that outlives a reload, a file and a signature', async () => {
  const { page } = await sampleSite.openPage({ size: phone })
  watch(page, 'guest')
  await page.goto(await bookingFormPath(0))
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await fillContact(page, 'ida-forms@example.org')
  await page.getByLabel('Vor Ort zahlen').check()
  await page.getByLabel('Single choice A').check()
  await page.getByLabel(/^Long text question/).fill('Knie')
  await page.getByRole('button', { name: /buchen/i }).click()
  await page
    .getByText(/Was führt dich her\?: Bitte ausfüllen/i)
    .first()
    .waitFor()
  await expectAccessible(page)
  await screenshot(page, 'booking-form-questions-phone')
  await page.getByLabel(/^Was führt dich her/).fill('Rücken')
  await page.getByLabel(/^Number question/).fill('12,5')
  await page.getByLabel('Multiple choice B').check()
  await page.getByLabel(/^Consent question/).check()
  await page.reload()
  expect(await page.getByLabel(/^Was führt dich her/).inputValue()).toBe('Rücken')
  expect(await page.getByLabel(/^Long text question/).inputValue()).toBe('Knie')
  await page.locator('input[type=file]').setInputFiles({ name: 'befund.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') })
  await page.getByText('Angehängt: befund.pdf').waitFor()
  await page.getByLabel(/^Signature question/).fill('Ida Muster')
  await page.getByRole('img', { name: 'Gezeichnete Unterschrift' }).scrollIntoViewIfNeeded()
  const pad = (await page.getByRole('img', { name: 'Gezeichnete Unterschrift' }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(pad.x + 20, pad.y + 20)
  await page.mouse.down()
  await page.mouse.move(pad.x + 120, pad.y + 60)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Zeichnung löschen' }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'booking-form-filled-phone')
  await page.getByRole('button', { name: /buchen/i }).click()
  await page.waitForURL(/thank-you/)
  const { extendedBookings } = await asOwner('POST', '/v2/extended-bookings/query', {
    query: { filter: { 'contactDetails.email': 'ida-forms@example.org' } },
    withFormSubmissions: true,
  })
  const words = extendedBookings[0].formSubmissions[0].answers.map(({ label, value }: { label: string; value: string }) => `${label}: ${value}`)
  expect(words).toEqual([
    'Was führt dich her?: Rücken',
    'Number question: 12.5',
    'Single choice question: Single choice A',
    'Multiple choice question: Multiple choice B',
    'Long text question: Knie',
    'File question: befund.pdf',
    'Consent question: Ja',
    'Signature question: Ida Muster',
  ])
})

test('the roster shows the answers to those who may see them alone', async () => {
  const { extendedBookings } = await asOwner('POST', '/v2/extended-bookings/query', { query: { filter: { 'contactDetails.email': 'ida-forms@example.org' } } })
  const { eventId } = extendedBookings[0].booking.bookedEntity.slot
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'roster')
  await page.goto(`/dashboard/bookings?open=${extendedBookings[0].booking.id}`)
  await page.getByRole('link', { name: 'befund.pdf' }).waitFor()
  await expectAccessible(page)
  await screenshot(page, 'dashboard-booking-answers')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'befund.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('befund.pdf')
  const helper = await sampleSite.server.inviteCollaborator(site(), ['BOOKINGS.BOOKING_READ', 'CALENDAR.EVENT_READ'])
  const roster = await sampleSite.server.ok('GET', `/api/sessions/${eventId}/roster`, helper)
  expect(JSON.stringify(roster)).not.toContain('befund.pdf')
})

test('an intake form before the booking is asked once; after the booking its link leads to a page without sign-in', async () => {
  await setForm('00000000-0000-0000-0000-000000000000')
  const { form } = await asOwner('POST', '/api/forms', { kind: 'INTAKE', name: 'First visit', fields: intakeFields, validityMonths: 12 })
  await setIntake({ enabled: true, formId: form.id, timing: 'BEFORE_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' })
  const { page } = await sampleSite.openPage({ size: phone })
  watch(page, 'intake')
  const book = async (at: number, email: string, fill: () => Promise<void>) => {
    await page.goto(await bookingFormPath(at))
    await page.getByLabel(/^First name/).fill('Ida')
    await page.getByLabel(/^Email/).fill(email)
    await page.getByLabel(/^Pay (at|in|on)/).check()
    await fill()
    await page.getByRole('button', { name: /^Book/ }).click()
  }
  await book(1, 'once@example.org', async () => undefined)
  await page
    .getByText(/Any pain\?: Please fill this in/)
    .first()
    .waitFor()
  await page.getByLabel('No', { exact: true }).check()
  await screenshot(page, 'booking-form-intake-phone')
  await page.getByRole('button', { name: /^Book/ }).click()
  await page.waitForURL(/thank-you/)
  await book(2, 'once@example.org', () => page.getByLabel(/I have filled this in before/).check())
  await page.waitForURL(/thank-you/)
  await setIntake({ enabled: true, formId: form.id, timing: 'AFTER_BOOKING', completionRequirement: 'OPTIONAL' })
  await book(3, 'later@example.org', async () => undefined)
  await page.waitForURL(/thank-you/)
  const { intakeLink, manageLink } = (await sampleSite.server.emailVariables(site(), 'later@example.org', 'booking-confirmed')) as {
    intakeLink: string
    manageLink: string
  }
  await page.goto(new URL(manageLink).pathname)
  await page.getByRole('link', { name: 'Fill in the form' }).waitFor()
  await screenshot(page, 'manage-booking-intake-phone')
  await page.goto(new URL(intakeLink).pathname)
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page
    .getByText(/Any pain\?: Please fill this in/)
    .first()
    .waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'intake-phone')
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.getByText('Thank you, we have your answers').waitFor()
  await expectAccessible(page)
  await page.goto(`/booking/${'x'.repeat(90)}/form`)
  await page.getByText('This link doesn’t work').waitFor()
})
