/** The owner looks after the members: finds, picks, judges, writes down. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot } from './browser-server.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: DashboardServer
const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
const ids: string[] = []
beforeAll(async () => {
  sampleSite = await openDashboard('empty')
  for (const nickname of ['Ada Lovelace', 'Grace Hopper', 'Joan Clarke'])
    ids.push(
      (
        await requestAsOwner('POST', '/v1/members', {
          member: { loginEmail: `${nickname.replace(' ', '.')}@example.org`, profile: { nickname }, privacyStatus: 'PUBLIC' },
        })
      ).member.id,
    )
  await requestAsOwner('POST', '/v1/roles/definitions', { roleKey: 'TEACHER', roleTitle: 'Teacher' })
  const checkScreen = { backgroundColor: '#2f5d8a', textColor: '#ffffff' }
  const { badge } = await requestAsOwner('POST', '/v3/badges', { badge: { title: 'Founder', ...checkScreen, permissionsEnabled: true, roleKey: 'TEACHER' } })
  await requestAsOwner('POST', `/v3/badges/${badge.id}/members`, { memberIds: [ids[1]] })
  await requestAsOwner('POST', '/members/v1/custom-fields', { field: { name: 'Belt', fieldType: 'TEXT' } })
})
afterAll(() => sampleSite.close())

test('many members at once: picked by hand or by filter, with what failed and why', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-members'))
  await page.goto('/dashboard/members')
  await page.getByText('Public profile').click()
  await page.getByText('3 members', { exact: true }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.goto('/dashboard/members')
  await page.getByLabel('Select Ada Lovelace').check()
  await page.getByRole('button', { name: 'Select page' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('button', { name: 'Block 4 members' }).click()
  await page.getByText('3 of 4 blocked').waitFor()
  await page.getByRole('button', { name: 'Show details' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Olive' })
    .getByText(/owner|cannot|blocked/i)
    .first()
    .waitFor()
  await expectAccessibleInBothSchemes(page)
  // Left and found again by its address; the same for letting them in.
  await page.reload()
  await page.getByText('3 of 4 blocked').waitFor()
  await page.goto('/dashboard/members?tab=blocked')
  await page.getByLabel('Select Ada Lovelace').check()
  await page.getByRole('button', { name: 'Select page' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Approve 3 members' }).click()
  await page.getByText('3 of 3 approved').waitFor()
  await page.getByText('No blocked members').waitFor()
  expect(problems).toEqual([])

  // What is refused is said before the button, and can be read.
  await page.goto('/dashboard/members')
  await page.getByRole('list', { name: 'Members' }).getByRole('button', { name: 'Olive Owner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog', { name: 'Block Olive Owner?' }).getByRole('alert').waitFor()
  await expectAccessibleInBothSchemes(page)
})

test('one member: record, own fields, badges, roles, sign-in, notes', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-member'))
  const panel = page.getByRole('dialog')
  await page.goto(`/dashboard/members?open=${ids[0]}&part=profile`)
  await panel.getByLabel('Title', { exact: true }).fill('Runner')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').first().waitFor()
  await panel.getByLabel('Belt').fill('black')
  await panel.getByRole('button', { name: 'Save fields' }).click()
  await expect
    .poll(async () => (await requestAsOwner('GET', `/v1/members/${ids[0]}?fieldsets=FULL`)).member.contact.customFields['custom.belt']?.value)
    .toBe('black')
  await panel.getByLabel('Teacher').check()
  await panel.getByRole('combobox', { name: 'Add badge' }).click()
  await page.getByRole('option', { name: 'Founder' }).click()
  await panel.getByRole('button', { name: 'Remove badge Founder' }).waitFor()
  // A role for two reasons: the hand can be taken back, the badge keeps it.
  await panel.getByText('Included with badge Founder, also assigned directly.').waitFor()
  await panel.getByLabel('Teacher').click()
  await panel.getByText('Included with badge Founder.').waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-member-profile')

  await panel.getByRole('link', { name: 'Sign-in' }).click()
  await panel.getByRole('button', { name: 'Mark email as verified' }).click()
  await page.getByRole('button', { name: 'Mark as verified' }).click()
  await panel.getByRole('button', { name: 'Mark email as verified' }).waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Send password link' }).click()
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByText('Email sent.').waitFor()
  await expectAccessibleInBothSchemes(page)
  await panel.getByRole('link', { name: 'Notes' }).click()
  await panel.getByLabel('New note').fill('Likes the window.')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await panel.getByText(/by you/).waitFor()
  await expectAccessibleInBothSchemes(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
})

test('reports are read and answered; the deleted come back', async () => {
  const { token, memberId } = await sampleSite.server.registerMember(sampleSite.site as NonNullable<typeof sampleSite.site>, 'mia.member@example.org')
  await sampleSite.server.ok('POST', '/v1/member-reports', {
    token,
    body: { memberReport: { reportedMemberId: ids[1], reason: { category: 'OTHER', description: 'Sells creams' } } },
  })
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-reports'))
  await page.goto('/dashboard/members?tab=reported')
  await page.getByText('Sells creams').waitFor()
  await expectAccessibleInBothSchemes(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Mute' }).click()
  await page.getByText('Muted').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Dismiss reports' }).click()
  await page.getByText('No reports').waitFor()

  await requestAsOwner('DELETE', `/v1/members/${memberId}`)
  await page.goto('/dashboard/members?tab=deleted')
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('No deleted members').waitFor()

  // A guest who is Mia once more: found by the name, compared, made one.
  await requestAsOwner('PATCH', `/v1/members/${memberId}`, { member: { contact: { firstName: 'Mia', lastName: '' } } })
  await requestAsOwner('POST', '/_test/contacts', {
    metaSiteId: sampleSite.site?.metaSiteId,
    email: 'mia.guest@example.org',
    firstName: 'Mia',
    phones: ['+1 212 555 0123'],
  })
  await page.goto('/dashboard/members?tab=contacts')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('dialog').getByRole('cell', { name: '+1 212 555 0123' }).first().waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Mia merged.').waitFor()
  await page.getByText('Possible duplicates').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('anything is found by typing, and a filter is kept under a name', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-search'))
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor()
  // What is typed at once is kept while the search is loaded.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gm')
  const search = page.getByRole('combobox', { name: /^Search members/ })
  await expect.poll(() => search.inputValue()).toBe('gm')
  await search.fill('')
  await page.getByRole('option', { name: 'Import members' }).waitFor()
  await expectAccessible(page)
  await search.fill('ada love')
  await page.getByRole('option', { name: /^Ada Lovelace/ }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await search.press('Enter')
  await page.getByRole('dialog').getByText('Next booking').waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe(ids[0])
  for (const [tab, words] of [
    ['Money', 'No payments yet.'],
    ['Messages', 'Form answers'],
  ] as const) {
    await page.getByRole('dialog').getByRole('link', { name: tab, exact: true }).click()
    await page.getByRole('dialog').getByText(words).waitFor()
    await expectAccessibleInBothSchemes(page)
  }
  await page.goto('/dashboard/bookings')
  await page.getByRole('heading', { name: 'Bookings', exact: true }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('m')

  await page.getByText('Never booked', { exact: true }).click()
  await page.getByLabel('Select Grace Hopper').waitFor()
  await page.getByText('No-show twice', { exact: true }).click()
  await page.getByRole('button', { name: 'Clear filters' }).waitFor()
  await page.getByText('No-show twice', { exact: true }).click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByLabel('Save the current filter as').fill('Not yet')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Not yet' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.goto('/dashboard/members')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Not yet', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('only')).toBe('unbooked')
  expect(problems).toEqual([])
})

test('a small form says beside its fields what is missing, keeps what was typed, and leads to the first', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-small-form'))
  await page.goto('/dashboard/members')
  await page.getByRole('button', { name: 'Add member' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Add member' })
  const [firstName, email] = [panel.getByLabel('First name'), panel.getByLabel('Email')]
  const add = panel.getByRole('button', { name: 'Add member' })
  await panel.getByLabel('Last name').fill('Noether')
  // The bubble of the browser stays away.
  await firstName.evaluate((field) => field.addEventListener('invalid', (event) => Object.assign(field.dataset, { silent: event.defaultPrevented })))
  await add.click()
  await expect.poll(() => firstName.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await firstName.getAttribute('data-silent')).toBe('true')
  expect(await panel.getByText('Fill in this field.').count()).toBe(2)
  await expectAccessible(page)
  expect(await readDescription(firstName)).toContain('Fill in this field.')
  await screenshot(page, 'dashboard-small-form')

  // What is mended goes at once; what is wrong otherwise says so.
  await firstName.fill('Emmy')
  await expect.poll(() => panel.getByText('Fill in this field.').count()).toBe(1)
  await email.fill('emmy')
  await panel.getByText('Enter an email address, such as name@example.com.').waitFor()
  await email.fill('emmy@example.org')
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe(null)
  expect(await panel.getByLabel('Last name').inputValue()).toBe('Noether')
  await add.click()
  await page.getByText('Member added.').waitFor()

  // A list that is led to stays closed: open, it would cover what is said below it.
  await page.goto('/dashboard/money')
  await page.getByRole('button', { name: 'Sell plan' }).click()
  const sale = page.getByRole('dialog', { name: 'Sell plan' })
  await sale.getByRole('button', { name: 'Sell plan' }).click()
  const member = sale.getByRole('combobox', { name: 'Member' })
  await expect.poll(() => member.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await sale.getByText('Choose one.').count()).toBe(2)
  expect(await page.getByRole('option').count()).toBe(0)
  await screenshot(page, 'dashboard-small-form-lists')
  await member.press('ArrowDown')
  await page.getByRole('option').filter({ hasText: 'Emmy' }).click()
  await expect.poll(() => sale.getByText('Choose one.').count()).toBe(1)
  expect(problems).toEqual([])
})

/** What a screen reader says after the name of a field. */
const readDescription = (field: Locator): Promise<string> =>
  field.evaluate((one) =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
