/** Text messages: the owner connects a provider and writes the text, a client asks for it on the booking form and in the account, answers STOP, and the log shows it all. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot } from './browser-server.ts'
import type { BookingStudio } from '../factories/booking-studio.ts'
import { bookSeat, createPerson, createWaitlistClass } from '../factories/waitlist-class.ts'
import { type FakeTextProvider, startFakeTextProvider } from '../text-provider.ts'

const day = 86_400_000
const number = '+49 151 23456789'
const e164 = '+4915123456789'
let sampleSite: DashboardServer
let provider: FakeTextProvider
beforeAll(async () => {
  provider = await startFakeTextProvider('AC1', 'shh')
  sampleSite = await openDashboard('sample')
})
afterAll(async () => {
  await sampleSite.close()
  await provider.close()
})

const waitForToast = (page: Page, words: string | RegExp) => page.locator('.toast').getByText(words).first().waitFor()
const watch = (page: Page, name: string): Page => {
  onTestFailed(() => finalScreenshot(page, `failed-texts-${name}`))
  return page
}
const asOwner = (method: string, path: string, body?: unknown) =>
  sampleSite.server.ok(method, path, { as: sampleSite.site as NonNullable<DashboardServer['site']>, ...(body === undefined ? {} : { body }) })

/** The booking form for a free time of a service that is free of charge or paid on site. */
async function bookingFormPath(): Promise<string> {
  const { services } = await asOwner('POST', '/v2/services/query', { query: { filter: { name: 'Morning Flow' } } })
  const filter = {
    serviceId: [services[0].id],
    bookable: true,
    startDate: new Date(Date.now() + 2 * day).toISOString(),
    endDate: new Date(Date.now() + 16 * day).toISOString(),
  }
  const { availabilityEntries } = await asOwner('POST', '/v1/availability/query', { query: { filter }, timezone: 'Europe/Berlin' })
  const { slot } = availabilityEntries[0]
  const { serviceId, scheduleId, eventId, startDate, endDate } = slot
  return `/hosted/booking-form?${new URLSearchParams({ serviceId, scheduleId, ...(eventId && { eventId }), start: startDate, end: endDate, zone: 'Europe/Berlin' })}`
}
/** The form of the waitlist of a class with one place, which is taken. */
async function waitlistFormPath(): Promise<string> {
  const studio = { server: sampleSite.server, site: sampleSite.site } as BookingStudio
  const yoga = await createWaitlistClass(studio, 1)
  const start = new Date(Math.floor(Date.now() / day + 2) * day + day / 2).toISOString()
  const { staffMembers } = await asOwner('POST', '/bookings/v1/staff-members/query', { query: {} })
  const { event } = await asOwner('POST', '/calendar/v3/events', {
    event: {
      type: 'CLASS',
      scheduleId: yoga.scheduleId,
      start: { localDate: start.slice(0, 19) },
      end: { localDate: start.replace('T12', 'T13').slice(0, 19) },
      resources: [{ id: staffMembers[0].resourceId }],
    },
  })
  await bookSeat(studio, yoga, event.id, await createPerson(studio))
  return `/hosted/waitlist?${new URLSearchParams({ serviceId: yoga.id, eventId: event.id, start })}`
}
/** Sends what the provider would send to the webhook. */
async function reportReply(sid: string, text: string): Promise<void> {
  const { webhookUrl } = await asOwner('GET', '/api/connections').then(({ texts }) => texts as { webhookUrl: string })
  const { body, headers } = provider.sign(webhookUrl, { MessageSid: sid, From: e164, To: '+15550100100', Body: text })
  const reply = await sampleSite.server.app.inject({ method: 'POST', url: new URL(webhookUrl).pathname, payload: body, headers })
  expect(reply.statusCode).toBe(200)
}

test('without a provider the dashboard leads to where it is connected, and the booking form asks for nothing', async () => {
  const { page } = await sampleSite.openAsOwner({ size: phone })
  watch(page, 'none')
  await page.goto('/dashboard/emails?tab=texts')
  await page.getByText('Text messages are not connected').waitFor()
  await expectAccessible(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Connect a provider' }).click()
  await page.getByRole('form', { name: 'Text messages' }).waitFor()
  await page.goto(await bookingFormPath())
  await page.getByLabel('Phone').waitFor()
  expect(await page.getByLabel('Text me reminders').count()).toBe(0)
})

test('the owner connects a provider, reads why it is refused, sends a test, and writes the texts', async () => {
  const { page } = await sampleSite.openAsOwner()
  watch(page, 'owner')
  await page.goto('/dashboard/settings?tab=connections')
  const form = page.getByRole('form', { name: 'Text messages' })
  await form.getByLabel('Account SID').fill('AC1')
  await form.getByLabel('Auth token').fill('wrong')
  await form.getByLabel('Sender').fill('0555')
  await form.getByLabel('API address').fill(provider.baseUrl)
  await form.getByRole('button', { name: 'Check and save' }).click()
  await form.getByText('must be a phone number with its country code').waitFor()
  await form.getByLabel('Sender').fill('+1 555 010 0100')
  await form.getByRole('button', { name: 'Check and save' }).click()
  await form.getByText('Authenticate').waitFor()
  // What was typed is still there.
  expect(await form.getByLabel('Account SID').inputValue()).toBe('AC1')
  await form.getByLabel('Auth token').fill('shh')
  await form.getByRole('button', { name: 'Check and save' }).click()
  await waitForToast(page, 'Text messages connected.')
  await form.getByRole('button', { name: 'Check now' }).click()
  await waitForToast(page, 'The provider accepts the account.')
  await page.getByRole('form', { name: 'Test text' }).getByLabel('Send a test to').fill(number)
  await page.getByRole('form', { name: 'Test text' }).getByRole('button', { name: 'Send test' }).click()
  await waitForToast(page, /Test text sent/)
  expect(provider.texts[0]).toMatchObject({ To: e164, From: '+15550100100' })
  await form.scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-text-connection')
  await expectAccessible(page)

  await page.goto('/dashboard/emails?tab=texts&part=settings')
  const confirmed = page.getByRole('article', { name: 'Booking confirmed' })
  await confirmed.getByRole('switch').click()
  await waitForToast(page, 'Booking confirmed: on.')
  await confirmed.getByRole('textbox', { name: 'Text' }).fill('Hi {{nickname}}')
  await confirmed.getByRole('button', { name: 'Save' }).click()
  await confirmed.getByText('have no variable called').waitFor()
  await confirmed.getByRole('textbox', { name: 'Text' }).fill('Hi {{customerFirstName}}, see you: ')
  await confirmed.getByRole('button', { name: 'Service name' }).click()
  await confirmed.getByText('26 characters, 1 segment.').waitFor()
  // The settings that are read again after saving come late: what was typed meanwhile stays.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/text-settings', async (route) => {
    await held
    await route.continue()
  })
  await confirmed.getByRole('button', { name: 'Save' }).click()
  await waitForToast(page, 'Saved.')
  const text = confirmed.getByRole('textbox', { name: 'Text' })
  await text.fill('Hi, next')
  release()
  await confirmed.getByRole('button', { name: 'Reset' }).waitFor()
  expect(await text.inputValue()).toBe('Hi, next')
  await text.fill('Hi {{customerFirstName}}, see you: {{serviceName}}')
  await confirmed.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  await page.unroute('**/api/text-settings')
  await page.route('**/api/text-settings', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  const { quietHours } = (await asOwner('GET', '/api/text-settings')).settings
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  // What was chosen stays beside the reason why it is not saved.
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await page.getByRole('switch', { name: 'Quiet hours' }).isChecked()).toBe(!quietHours.isOn)
  await expectAccessible(page)
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await again.scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-quiet-hours-refused-phone')
  await page.setViewportSize(desktop)
  await page.unroute('**/api/text-settings')
  await again.click()
  await waitForToast(page, 'Quiet hours saved.')
  await again.waitFor({ state: 'detached' })
  expect((await asOwner('GET', '/api/text-settings')).settings).toMatchObject({ quietHours: { isOn: !quietHours.isOn } })
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-text-settings')
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'dashboard-text-settings-phone')
})

test('a guest asks for texts on the booking form, gets the confirmation, and answers STOP; the owner sees both', async () => {
  const { page } = await sampleSite.openPage({ size: phone })
  watch(page, 'guest')
  await page.goto(await bookingFormPath())
  await page.getByLabel('First name').fill('Ida')
  await page.getByLabel('Email').fill('ida@example.org')
  await page.getByLabel('Phone').fill('0151 23456789')
  await page.getByLabel('Text me reminders').check()
  await expectAccessible(page)
  const onSite = page.getByRole('radio', { name: /on site|at the studio|in person/i })
  if ((await onSite.count()) > 0) await onSite.first().check()
  const book = page.getByRole('button', { name: /Book|Pay/ }).last()
  await book.click()
  await page
    .getByText(/must be a phone number with its country code/i)
    .first()
    .waitFor()
  await screenshot(page, 'booking-form-texts')
  await page.getByLabel('Phone').fill(number)
  await book.click()
  await page.waitForURL((url) => url.pathname.includes('thank-you'))
  await expect.poll(() => provider.texts.at(-1)?.Body).toBe('Hi Ida, see you: Morning Flow')
  await reportReply('SMin1', 'STOP')

  const owner = watch((await sampleSite.openAsOwner()).page, 'log')
  await owner.goto('/dashboard/emails?tab=texts')
  const row = owner.getByRole('list', { name: 'Text messages' }).getByRole('listitem').filter({ hasText: e164 })
  await row.getByText('Hi Ida, see you: Morning Flow').waitFor()
  await expectAccessibleInBothSchemes(owner)
  await screenshot(owner, 'dashboard-texts')
  await row.getByRole('button', { name: /Send again/ }).click()
  await owner.getByRole('button', { name: 'Send again', exact: true }).last().click()
  await owner
    .getByText(/gets no text messages/)
    .first()
    .waitFor()
  await owner.getByRole('button', { name: 'Cancel' }).click()
  await owner.setViewportSize(phone)
  expect(await overflow(owner)).toBeLessThanOrEqual(0)
  await screenshot(owner, 'dashboard-texts-phone')
  await owner.setViewportSize(desktop)
  await owner.getByText('Replies', { exact: true }).click()
  await owner.getByRole('list', { name: 'Replies' }).getByText('Unsubscribed').waitFor()
  await screenshot(owner, 'dashboard-text-replies')

  // Who waits for a full class is asked for a number only when texts are wanted.
  await page.goto(await waitlistFormPath())
  await page.getByLabel('First name').fill('Wim')
  await page.getByLabel('Email').fill('wim@example.org')
  await page.getByLabel('Text me, too').check()
  await page.getByLabel('Phone').fill('0151 23456780')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page
    .getByText(/must be a phone number with its country code/i)
    .first()
    .waitFor()
  await screenshot(page, 'waitlist-form-texts')
  await page.getByLabel('Phone').fill('+49 151 23456780')
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()
})

test('a German member asks for texts in the account, and reads how to start again after STOP', async () => {
  const site = sampleSite.site as NonNullable<DashboardServer['site']>
  const { email } = await sampleSite.server.registerMember(site, 'texts@example.org')
  const { page } = await sampleSite.openPage({ size: phone })
  watch(page, 'member')
  await page.goto('/account?tab=emails&lang=de')
  await page.getByLabel('E-Mail').first().fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill('a calm long evening')
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'SMS' })
  await form.getByLabel('Erinnere mich per SMS').check()
  await form.getByLabel('Telefonnummer').fill('0151')
  await form.getByRole('button', { name: 'Speichern' }).click()
  // The hint below the field has words like these: while the first answer is awaited, the button does nothing.
  await form
    .getByRole('alert')
    .getByText(/Ländervorwahl, zum Beispiel/)
    .waitFor()
  await form.getByLabel('Telefonnummer').fill(number)
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.getByText(/Für diese Nummer sind SMS abbestellt/).waitFor()
  await reportReply('SMin2', 'Start')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await waitForToast(page, 'Deine Einstellungen für SMS sind gespeichert')
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'account-texts')
  // Codes may come by text, too, since texts are connected: with what speaks against it.
  await page.goto('/account?tab=security&lang=de')
  await page.getByText('SMS und Anrufe lassen sich abfangen').waitFor()
  await page.getByText('Codes per SMS').waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'account-second-step-texts')
})
