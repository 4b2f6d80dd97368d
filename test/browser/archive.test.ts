/** The owner takes the whole site out of one server, and brings it to an empty one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createSetupToken } from '#domains/setup/actions/setup-token.ts'
import { expectAccessible, overflow, phone, screenshot } from './browser-server.ts'
import { openDashboard, signIn, type DashboardServer } from './dashboard-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-download-'))
const opened: DashboardServer[] = []
const openServer = async (kind: 'sample' | 'none'): Promise<DashboardServer> => {
  const server = await openDashboard(kind)
  opened.push(server)
  return server
}
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the whole site is prepared while the owner does something else, downloaded, and set up on another server', async () => {
  const old = await openServer('sample')
  const { page, problems } = await old.openAsOwner()
  await page.goto('/dashboard/settings?tab=data')
  await page.getByRole('heading', { name: 'Download everything' }).waitFor()
  await page.getByText('Mail server, text messages, Stripe, sign-in providers and captcha: connect these again').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'dashboard-data')
  await page.getByRole('button', { name: 'Prepare download' }).click()
  await page.goto('/dashboard')
  await page.goto('/dashboard/settings?tab=data')
  await page.getByText('Your download is ready').waitFor()
  await page.getByText(/MB, [\d,]+ rows|KB, [\d,]+ rows/).waitFor()
  await expectAccessible(page)
  await screenshot(page, 'dashboard-data-ready')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()])
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-\d{4}-\d\d-\d\d[.]tar[.]gz$/)
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  await page.getByRole('button', { name: 'Remove from server' }).click()
  await page.getByRole('button', { name: 'Prepare download' }).waitFor()
  expect(problems).toEqual([])

  const fresh = await openServer('none')
  const code = await createSetupToken(fresh.server.deps)
  const { page: setup } = await fresh.openPage()
  await setup.goto(`/setup#${code}`)
  await setup.getByRole('button', { name: 'Move a site from another server' }).click()
  await expectAccessible(setup)
  await screenshot(setup, 'dashboard-setup-import')
  await setup.getByRole('button', { name: 'Import site' }).click()
  await setup.getByRole('alert').getByText('Choose the file first.').waitFor()
  writeFileSync(join(folder, 'notes.tar.gz'), 'no archive')
  await setup.getByLabel('File (.tar.gz)').setInputFiles(join(folder, 'notes.tar.gz'))
  await setup.getByRole('button', { name: 'Import site' }).click()
  await setup.getByRole('alert').getByText('This file is not the archive of a site.').waitFor()
  await setup.getByLabel('File (.tar.gz)').setInputFiles(file)
  await setup.getByRole('button', { name: 'Import site' }).click()
  await setup.getByRole('heading', { name: /is here/ }).waitFor()
  await expectAccessible(setup)
  await screenshot(setup, 'dashboard-setup-imported')
  await setup.getByRole('link', { name: 'Go to the dashboard' }).click()
  await signIn(setup, old.site?.ownerEmail ?? '', old.site?.ownerPassword ?? '')
  await setup.waitForURL((url) => url.pathname === '/dashboard')
  await setup.getByRole('heading', { name: /^Hello/ }).waitFor()
})

test('on a phone, in the dark, everything fits', async () => {
  const server = await openServer('sample')
  const { page } = await server.openAsOwner({ size: phone, scheme: 'dark' })
  await page.goto('/dashboard/settings?tab=data')
  await page.getByRole('button', { name: 'Prepare download' }).click()
  await page.getByText('Your download is ready').waitFor()
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await screenshot(page, 'dashboard-data-phone')
  const fresh = await openServer('none')
  const { page: setup } = await fresh.openPage({ size: phone, scheme: 'dark' })
  await setup.goto('/setup')
  await setup.getByRole('button', { name: 'Move a site from another server' }).click()
  await setup.getByLabel('Setup code').waitFor()
  expect(await overflow(setup)).toBe(0)
  await expectAccessible(setup)
  await screenshot(setup, 'dashboard-setup-import-phone')
})
