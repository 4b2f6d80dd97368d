/** The owner comes from another system: chooses a file, sees what would happen, runs it, leaves, and finds the result. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { readFixture } from '../factories/imports.ts'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, finalScreenshot, phone, screenshot } from './browser-server.ts'
import { openDashboard, overflow, type DashboardServer } from './dashboard-server.ts'

let dashboard: DashboardServer
beforeAll(async () => {
  dashboard = await openDashboard('sample')
})
afterAll(() => dashboard.close())

const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: readFixture(name) })

test('members come from the export of another system: matched, looked at, run, left and found again', async () => {
  const { page, problems } = await dashboard.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-import'))
  await page.goto('/dashboard/members')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('radio', { name: 'Members' }).waitFor()
  expect(await panel.getByRole('radio', { name: 'Members' }).isChecked()).toBe(true)
  await panel.getByRole('button', { name: 'Continue' }).click()
  await panel.getByText('Choose the file first.').waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-import-choose')
  const [template] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Download an empty table for members' }).click()])
  expect(readFileSync(await template.path(), 'utf8')).toMatch(/^\uFEFFEmail,First name,Last name,Phone/)
  await page.locator('input[type=file]').setInputFiles(file('wix-contacts.csv'))
  await panel.getByRole('button', { name: 'Continue' }).click()

  await panel.getByText('3 members would be new.').waitFor()
  await panel.getByText('Row 7, Email 1: “not an email” is no email').waitFor()
  await panel.getByText('Row 5: is the same as row 2').waitFor()
  await panel.getByRole('cell', { name: '1988-04-23' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-import-preview')
  // Without the email nothing can come, and the panel says so; it is mended in place.
  await panel.getByRole('button', { name: 'Match columns' }).click()
  const select = panel.getByRole('combobox', { name: 'Email 1' }).or(panel.getByRole('textbox', { name: 'Email 1' }))
  await select.click()
  await page.getByRole('option', { name: 'Don’t import' }).click()
  await panel.getByText('no column for “Email”').waitFor()
  await screenshot(page, 'dashboard-import-mapping-refused')
  expect(await panel.getByRole('button', { name: 'Nothing to import' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await select.click()
  await page.getByRole('option', { name: 'Email (required)' }).click()
  await panel.getByText('3 members would be new.').waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-import-mapping')
  await panel.getByRole('button', { name: 'Import 3 members' }).click()
  await panel.getByText('3 members imported').waitFor({ timeout: 30_000 })
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-import-result')
  const [report] = await Promise.all([page.waitForEvent('download'), panel.getByRole('link', { name: 'Download what didn’t come' }).click()])
  expect(readFileSync(await report.path(), 'utf8')).toContain('7,failed,Email 1 “not an email” is no email')
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.goto('/dashboard')
  await page.goto('/dashboard/settings?tab=data')
  await page.getByRole('button', { name: 'Members · wix-contacts.csv' }).waitFor()
  await page.getByText('3 new, 1 skipped, 2 failed').waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-imports')
  // The mapping without an email was refused, as it should be.
  expect(problems).toEqual([expect.stringMatching(/^400 POST .*preview$/)])
})

test('on a phone everything fits; a file that is no table is refused beside its field', async () => {
  const { page, problems } = await dashboard.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-import-phone'))
  await page.goto('/dashboard/settings?tab=data&import=new')
  const panel = page.getByRole('dialog')
  await panel.getByRole('radio', { name: 'Plans' }).check()
  await page.locator('input[type=file]').setInputFiles({ name: 'plans.xlsx.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\u0000\u0000') })
  await panel.getByRole('button', { name: 'Continue' }).click()
  await panel.getByRole('alert').getByText('can’t be read as a table').waitFor()
  await page.locator('input[type=file]').setInputFiles(file('wix-plans.csv'))
  await panel.getByRole('button', { name: 'Continue' }).click()
  await panel.getByRole('button', { name: /^Import \d plans?$/ }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'dashboard-import-preview-phone')
  await panel.getByRole('button', { name: 'Match columns' }).click()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'dashboard-import-mapping-phone')
  await panel.getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('dialog', { name: 'Delete this file?' }).getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('File deleted.').waitFor()
  expect(problems).toEqual([expect.stringMatching(/^400 POST .*imports/)])
})
