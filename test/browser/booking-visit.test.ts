/** Several services in one visit: one after the other, booked at once. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { fillCard } from './card.ts'
import { setOwnerSession } from './dashboard-server.ts'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await createSalon()
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
async function allowVisits(enabled: boolean): Promise<void> {
  const { bookingsSettings } = await sampleSite.server.ok('GET', '/v2/settings', { as: sampleSite.site })
  await sampleSite.server.ok('PATCH', '/v2/bookings-settings', {
    as: sampleSite.site,
    body: { bookingsSettings: { revision: bookingsSettings.revision, multiServiceAppointments: { enabled } } },
  })
}
async function createSalon(): Promise<void> {
  const { staffMembers } = await requestAsOwner('POST', '/v1/staff-members/query', { query: {} })
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { name: 'Movement Check-up' } } })
  for (const [name, price, minutes, isPaidOnline] of [
    ['Hair Wash', '12.00', 20, false],
    ['Haircut', '38.00', 40, false],
    ['Head Massage', '20.00', 30, false],
    ['Colour', '60.00', 60, true],
    ['Blow Dry', '25.00', 30, true],
  ] as const)
    await requestAsOwner('POST', '/api/services', {
      service: {
        type: 'APPOINTMENT',
        name,
        onlineBooking: { enabled: true },
        payment: { rateType: 'FIXED', fixed: { price: { value: price } }, options: { online: isPaidOnline, inPerson: !isPaidOnline } },
        staffMemberIds: [staffMembers[0].resourceId],
        schedule: { availabilityConstraints: { sessionDurations: [minutes], timeBetweenSessions: 0 } },
        locations: services[0].locations,
      },
    })
}
async function openPage(path: string, size = desktop, more: Parameters<SampleSite['page']>[2] = {}) {
  const page = await sampleSite.page(size, 'light', more)
  onTestFailed(() => finalScreenshot(page, 'failed-booking-visit'))
  await page.goto(path)
  return page
}

test('three services in one visit take six clicks: one chain of times, one form, one page and one email at the end', async () => {
  const page = await openPage('/service/hair-wash')
  let clicks = 0
  const click = async (target: { click: () => Promise<void> }) => {
    clicks++
    await target.click()
  }
  const panel = page.getByRole('region', { name: 'Book Hair Wash' })
  await click(panel.getByRole('button', { name: 'Add another service to this visit' }))
  await click(panel.getByRole('checkbox', { name: /Haircut/ }))
  await click(panel.getByRole('checkbox', { name: /Head Massage/ }))
  // A day with a single time chooses it automatically: then the length stands beside the price.
  await panel.getByText(/^€70( ·|$)/).waitFor()
  await waitForIdle(page)
  await click(panel.locator('.slot').last())
  await panel.getByText('€70 · 1 h 30 min').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'visit-service-desk')
  await expectAccessibleInBothSchemes(page)
  await click(panel.getByRole('link', { name: /^Book 3 services · / }))
  const summary = page.getByRole('complementary', { name: 'Your visit' })
  await summary.getByText('€70').waitFor()
  expect(await summary.locator('ol > li h3').allInnerTexts()).toEqual(['Hair Wash', 'Haircut', 'Head Massage'])
  await waitForIdle(page)
  await screenshot(page, 'visit-form-desk')
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Email').fill('vera@example.org')
  await click(page.getByRole('button', { name: 'Book 3 services' }))
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  expect(clicks).toBe(6)
  for (const name of ['Hair Wash', 'Haircut', 'Head Massage']) await page.getByRole('heading', { name }).waitFor()
  await page.getByText('€70').first().waitFor()
  await waitForIdle(page)
  await screenshot(page, 'visit-thanks-desk')
  await expectAccessibleInBothSchemes(page)
  expect((await sampleSite.emailTo('vera@example.org', 'booking-confirmed')).parts).toHaveLength(3)
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByRole('heading', { name: 'Head Massage' }).waitFor()
})

test('on a phone in German a visit whose time was taken keeps the form and offers three others', async () => {
  const page = await openPage('/service/hair-wash', phone, { locale: 'de-DE' })
  await page.getByRole('button', { name: 'Weiteres Angebot zum selben Besuch' }).click()
  await page.getByRole('checkbox', { name: /Haircut/ }).check()
  await page.getByText(/^50\s€$/).waitFor()
  await waitForIdle(page)
  await page.locator('.slot').first().click()
  await page.getByRole('link', { name: /^2 Angebote buchen/ }).click()
  const form = page.url()
  await page.getByLabel('Vorname').fill('Wanda')
  await page.getByLabel('E-Mail').fill('wanda@example.org')
  const other = await openPage(form)
  await other.getByLabel('First name').fill('Xenia')
  await other.getByLabel('Email').fill('xenia@example.org')
  await other.getByRole('button', { name: 'Book 2 services' }).click()
  await other.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await page.getByRole('button', { name: '2 Angebote buchen' }).click()
  await page.getByText(/Diese Zeit ist gerade vergeben worden/).waitFor()
  expect(await page.getByLabel('Vorname').inputValue()).toBe('Wanda')
  await page.locator('.chips .chip').nth(2).waitFor()
  await screenshot(page, 'visit-taken-phone-de')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.locator('.chips .chip').first().click()
  await page.getByRole('button', { name: '2 Angebote buchen' }).click()
  await page.getByRole('heading', { name: 'Haircut' }).waitFor()
})

test('a visit that is paid online leads to the pay page with its sum, and is booked when it is paid', async () => {
  const page = await openPage('/service/colour')
  await page.getByRole('button', { name: 'Add another service to this visit' }).click()
  await page.getByRole('checkbox', { name: /Blow Dry/ }).check()
  await page.getByText(/^€85( ·|$)/).waitFor()
  await waitForIdle(page)
  await page.locator('.slot').last().click()
  await page.getByRole('link', { name: /^Book 2 services/ }).click()
  await page.getByLabel('First name').fill('Pam')
  await page.getByLabel('Email').fill('pam@example.org')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByLabel('Card number').waitFor()
  // Who goes back and presses again goes on with the time that is held.
  await page.goBack()
  await page.getByRole('heading', { name: 'Booking details' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('pam@example.org')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await fillCard(page)
  await screenshot(page, 'visit-pay-desk')
  await page.getByRole('button', { name: /^Pay €85/ }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  for (const name of ['Colour', 'Blow Dry']) await page.getByText(name).first().waitFor()
  expect((await sampleSite.emailTo('pam@example.org', 'booking-confirmed')).parts).toHaveLength(2)
})

test('a business that takes one service per visit offers no other to add', async () => {
  await allowVisits(false)
  const page = await openPage('/service/hair-wash')
  await page.locator('.slot').first().waitFor()
  expect(await page.getByRole('button', { name: 'Add another service to this visit' }).count()).toBe(0)
  await sampleSite.giveBack(page)
  await allowVisits(true)
})

test('the owner turns several services in one visit off and on again, and the site follows', async () => {
  const page = await openPage('/dashboard/sign-in')
  const visitor = await openPage('/')
  const expectOffer = async (offered: boolean) => {
    await visitor.goto('/service/hair-wash')
    await visitor.getByRole('region', { name: 'Book Hair Wash' }).locator('.slot').first().waitFor()
    const more = visitor.getByRole('button', { name: 'Add another service to this visit' })
    if (offered) return more.waitFor()
    await waitForIdle(visitor)
    expect(await more.count()).toBe(0)
  }
  await expectOffer(true)
  await setOwnerSession(page, sampleSite)
  await page.goto('/dashboard/services?tab=rules')
  const visits = page.getByRole('switch', { name: 'Several services in one visit' })
  // It can be used once the rights of the user are there.
  const turn = async () => {
    await expect.poll(() => visits.isEnabled()).toBe(true)
    await visits.press('Space')
  }
  await turn()
  await page.locator('.toast').getByText('Customers book one service at a time.').waitFor()
  await expect.poll(() => visits.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => visits.isChecked()).toBe(true)
  await expectOffer(true)
  await turn()
  await expect.poll(() => visits.isChecked()).toBe(false)
  await expectOffer(false)
  await waitForIdle(page)
  await screenshot(page, 'visit-settings')
  await expectAccessibleInBothSchemes(page)
})
