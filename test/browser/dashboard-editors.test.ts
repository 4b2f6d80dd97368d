/** What an owner makes and changes: services whole, rules, categories, rooms, places, people; nothing is lost that was not touched. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { expectAccessible, expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'
import { createOwnerCalls, waitForToast } from './owner-work.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
const findResourceId = async (name: string) =>
  (await requestAsOwner('POST', '/v1/staff-members/query', { query: {} })).staffMembers.find((one: { name: string }) => one.name === name).resourceId

/** A service that uses what a simple form would not know: two lengths at two prices, a deposit, requests, a plan-free rule set. */
async function makeRichService(name: string) {
  return requestAsOwner('POST', '/api/services', {
    service: {
      type: 'APPOINTMENT',
      name,
      description: 'First line\n\nSecond line',
      onlineBooking: { enabled: true, requireManualApproval: true, allowMultipleRequests: true },
      payment: {
        rateType: 'VARIED',
        varied: { defaultPrice: { value: '60.00' }, deposit: { value: '15.00' }, fullUpfrontPaymentAllowed: true },
        options: { online: true, inPerson: false, deposit: true },
      },
      staffMemberIds: [await findResourceId('Lena Brandt')],
      schedule: { availabilityConstraints: { sessionDurations: [30, 60], timeBetweenSessions: 15 } },
      locations: [{ type: 'CUSTOMER' }],
    },
    options: {
      options: { values: [{ type: 'DURATION', durationData: { name: 'Length' } }] },
      variants: {
        values: [
          { choices: [{ duration: { minutes: 30 } }], price: { value: '40.00' } },
          { choices: [{ duration: { minutes: 60 } }], price: { value: '70.00' } },
        ],
      },
    },
  })
}
const omitRevision = ({ revision: _, updatedDate: __, ...rest }: Record<string, unknown>) => rest

test('saving one word of a service leaves its lengths, prices, deposit, requests and places as they were', async () => {
  const before = await makeRichService('Deep Tissue')
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-editor-rich'))
  await page.goto(`/dashboard/services?edit=${before.service.id}`)
  await page.getByRole('textbox', { name: 'Tagline' }).fill('For tired backs')
  await waitForIdle(page)
  await screenshot(page, 'service-editor')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  const after = await requestAsOwner('GET', `/api/services/${before.service.id}`)
  expect(omitRevision(after.service)).toEqual({ ...omitRevision(before.service), tagLine: 'For tired backs' })
  expect(after.options).toEqual(before.options)
  expect(problems).toEqual([])
})

test('a service gets a third length with its price, a price in words, and loses its category, each by one save', async () => {
  const { service } = await makeRichService('Hot Stones')
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-editor-phone'))
  await page.goto(`/dashboard/services?edit=${service.id}`)
  await page.getByRole('button', { name: 'Add duration' }).click()
  await page.getByRole('textbox', { name: '90 minutes' }).fill('95,50')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await waitForIdle(page)
  await screenshot(page, 'service-editor-phone')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  const { options } = await requestAsOwner('GET', `/api/services/${service.id}`)
  expect(options.variants.values.map(({ price }: { price: { value: string } }) => price.value)).toEqual(['40.00', '70.00', '95.50'])

  await page.goto(`/dashboard/services?edit=${service.id}`)
  await page.getByRole('combobox', { name: 'Price type' }).click()
  await page.getByRole('option', { name: 'Custom text' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  // What is missing is said above and at its field.
  await page.getByRole('alert').getByText('Enter a price text').waitFor()
  await page.getByRole('textbox', { name: 'Price text' }).fill('As much as you like')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  const free = await requestAsOwner('GET', `/api/services/${service.id}`)
  expect(free).toMatchObject({ options: null, service: { payment: { rateType: 'CUSTOM', custom: { description: 'As much as you like' } } } })

  await page.goto(`/dashboard/services?edit=${service.id}`)
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByRole('textbox', { name: 'Category name' }).fill('Warm things')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('combobox', { name: 'Category' }).and(page.locator('[value="Warm things"]')).waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  expect((await requestAsOwner('GET', `/api/services/${service.id}`)).service.category.name).toBe('Warm things')
  await page.goto(`/dashboard/services?edit=${service.id}`)
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'No category' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  expect((await requestAsOwner('GET', `/api/services/${service.id}`)).service.category).toBeUndefined()
  expect(problems).toEqual([])
})

test('rooms are added, renamed and removed, and staff are not among them', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-rooms'))
  await page.goto('/dashboard/staff?tab=rooms')
  const list = page.getByRole('list', { name: 'Room', exact: true })
  await list.waitFor()
  expect(await list.getByText('Lena Brandt').count()).toBe(0)
  await page.getByRole('button', { name: 'Add room' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Attic')
  await page.getByRole('dialog').getByRole('button', { name: 'Add room' }).click()
  await waitForToast(page, 'Attic added.')
  await list.getByRole('button', { name: 'Attic', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Cellar')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Saved.')
  await waitForIdle(page)
  await screenshot(page, 'rooms')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Actions for Cellar' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('No services use this room. Nothing upcoming is affected.').waitFor()
  await page.getByRole('button', { name: 'Remove room' }).click()
  await waitForToast(page, 'Cellar removed.')
  await list.getByText('Cellar').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('booking rules are read as sentences, made, given to services, made the default and deleted', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-rules'))
  await page.goto('/dashboard/services?tab=rules')
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await card('House rules').getByText('Customers can cancel online up to 24 hours before the start').waitFor()
  await page.getByRole('button', { name: 'New policy' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Retreats')
  await page.getByRole('switch', { name: 'Charge for late cancellations and no-shows' }).click({ force: true })
  await page.getByRole('button', { name: 'Create policy' }).click()
  // A fee needs words about it: said at once, and nothing that was typed is lost.
  await page.getByRole('alert').getByText('A fee requires a policy text.').waitFor()
  await page.getByRole('textbox', { name: 'Text' }).fill('We cook for you, so please come.')
  await page.getByText('Late cancellations and no-shows are charged 50% of the price from 24 hours before the start').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'policy-editor')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Create policy' }).click()
  await waitForToast(page, 'Retreats created.')
  await page.getByRole('button', { name: 'Actions for Retreats' }).click()
  await page.getByRole('menuitem', { name: 'Apply to services' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Services' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Morning Flow' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Apply policy' }).click()
  await waitForToast(page, 'Policy applied to 1 service.')
  await card('Retreats').getByText('Used by Morning Flow.').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'policies')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for Retreats' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Morning Flow will use the default policy, House rules.').waitFor()
  await page.getByRole('button', { name: 'Delete policy' }).click()
  await waitForToast(page, 'Retreats deleted.')
  await page.getByRole('button', { name: 'Actions for Default policy' }).click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await waitForToast(page, 'New services use Default policy.')
  await card('Default policy').getByText('Default for new services').waitFor()
  expect(problems).toEqual([])
})

test('categories are added, arranged, renamed and deleted, and what was in them goes where the owner says', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-categories'))
  await page.goto('/dashboard/services?tab=categories')
  const list = page.getByRole('list', { name: 'Categories' })
  await list.waitFor()
  const names = async () => (await requestAsOwner('GET', '/v1/categories')).categories.map((one: { name: string }) => one.name)
  const [first] = await names()
  await page.getByRole('button', { name: 'Add category' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Evenings')
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  await waitForToast(page, 'Evenings added.')
  const reordered = page.waitForResponse((answer) => answer.url().includes('/set-position/') && answer.ok())
  await list.getByRole('button', { name: 'Move Evenings up' }).click()
  await reordered
  expect((await names()).at(-1)).not.toBe('Evenings')
  await waitForIdle(page)
  await screenshot(page, 'categories')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('combobox', { name: 'Move services to' }).click()
  await page.getByRole('option', { name: 'Evenings' }).click()
  await page.getByRole('button', { name: 'Delete category' }).click()
  await waitForToast(page, `${first} deleted.`)
  expect(await names()).not.toContain(first)
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { 'category.name': 'Evenings' } } })
  expect(services.length).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

test('places are added, made the main one, archived and brought back', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-places'))
  await page.goto('/dashboard/staff?tab=places')
  const list = page.getByRole('list', { name: 'Locations' })
  await list.getByText('Mill Lane Studio').waitFor()
  await page.getByRole('button', { name: 'Add location' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden House')
  await page.getByRole('textbox', { name: 'Address' }).fill('Park Road 3\n10117 Riverside')
  await page.getByRole('dialog').getByRole('button', { name: 'Add location' }).click()
  await waitForToast(page, 'Garden House added.')
  await page.getByRole('button', { name: 'Actions for Garden House' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('No services use it.').waitFor()
  await page.getByRole('button', { name: 'Archive location' }).click()
  await waitForToast(page, 'Garden House archived.')
  await waitForIdle(page)
  await screenshot(page, 'places')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Actions for Garden House' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await waitForToast(page, 'Garden House restored.')
  await list.getByRole('button', { name: 'Garden House', exact: true }).click()
  await page.getByRole('switch', { name: 'Main location' }).click({ force: true })
  await page.getByRole('button', { name: 'Save location' }).click()
  await waitForToast(page, 'Saved.')
  await list.getByRole('listitem').filter({ hasText: 'Garden House' }).getByText('Main location').waitFor()
  expect(problems).toEqual([])
})

test('the lines of a description stay, a phone number can be taken away, and nothing unchanged is sent', async () => {
  const { staffMember } = await requestAsOwner('POST', '/v1/staff-members', {
    staffMember: { name: 'Petra Lang', phone: '+49 30 1', email: 'petra@example.org', description: 'One\n\nTwo' },
  })
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto(`/dashboard/staff?open=${staffMember.id}`)
  await page.getByRole('textbox', { name: 'Phone' }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Saved.')
  const { staffMember: after } = await requestAsOwner('GET', `/v1/staff-members/${staffMember.id}`)
  expect(after).toMatchObject({ name: 'Petra Lang', email: 'petra@example.org', description: 'One\n\nTwo' })
  expect(after.phone).toBeUndefined()
  expect(problems).toEqual([])
})

test('a field of the members is renamed, hidden, shown again and deleted', async () => {
  const { field } = await requestAsOwner('POST', '/v1/custom-fields', { field: { name: 'Shirt size', fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' } })
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-editor-field'))
  await page.goto('/dashboard/settings?tab=members')
  await page.getByRole('button', { name: 'Shirt size' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('T-shirt size')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Saved.')
  expect((await requestAsOwner('GET', `/v1/custom-fields/${field.id}`)).field.name).toBe('T-shirt size')
  const row = page.getByRole('listitem').filter({ hasText: 'T-shirt size' })
  await row.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('button', { name: 'Hide field' }).click()
  await page.getByRole('button', { name: 'Show T-shirt size' }).click()
  await waitForToast(page, 'T-shirt size restored.')
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete field' }).click()
  await waitForToast(page, 'Field deleted.')
  expect(problems).toEqual([])
})

test('blocking time says that a person is missing, and takes one', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/calendar')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByText('Blocked time', { exact: true }).click()
  await page.getByRole('button', { name: 'Block time' }).click()
  await page.getByText('Select at least one staff member.', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Staff' }).press('ArrowDown')
  await page.getByRole('listbox', { name: 'Staff' }).getByRole('option', { name: 'Aiko Mori' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Block time' }).click()
  await waitForToast(page, /^Time blocked/)
})

test('the screens for rules, categories, rooms and places fit a phone, in light and dark', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: { width: 390, height: 844 } })
  const policy = (await requestAsOwner('POST', '/v1/booking-policies/query', { query: {} })).bookingPolicies[0].id
  for (const [name, path, shown] of [
    ['rules', '/dashboard/services?tab=rules', 'House rules'],
    ['rules-editor', `/dashboard/services?tab=rules&edit=${policy}`, 'Summary for customers'],
    ['categories', '/dashboard/services?tab=categories', 'Courses'],
    ['rooms', '/dashboard/staff?tab=rooms', 'Garden Room'],
    ['places', '/dashboard/staff?tab=places', 'Mill Lane Studio'],
    ['new-service', '/dashboard/services?edit=new', 'Basics'],
  ] as const) {
    await page.goto(path)
    await page.getByText(shown).first().waitFor()
    await waitForIdle(page)
    expect(await overflow(page), name).toBeLessThanOrEqual(0)
    await screenshot(page, `phone-${name}`)
    await expectAccessibleInBothSchemes(page)
  }
  expect(problems).toEqual([])
})
