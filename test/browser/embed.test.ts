/** Parts of the site on another website: the owner copies the code, and its visitors book from there. */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, expectAccessible, overflow, phone, screenshot } from './browser-server.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'

let studio: DashboardServer
let other: Server
let code = ''
let origin: string
beforeAll(async () => {
  studio = await openDashboard('sample')
  other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Blog</title><main><h1>Our blog</h1>${code}</main></html>`)
  })
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const address = other.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  other.close()
  await studio.close()
})

test('the schedule is shown on another website, as high as it is, and a class is booked in a tab of its own', async () => {
  const { page, problems } = await studio.openAsOwner({ size: phone })
  await page.goto('/dashboard/site')
  const share = page.getByRole('region', { name: 'Share and embed' })
  await share.getByRole('img', { name: 'QR code of the link' }).waitFor()
  await share.getByLabel('Language').selectOption('Deutsch')
  await page.frameLocator('iframe[title="Preview: Class schedule"]').getByRole('heading', { name: 'Kursplan' }).waitFor()
  const shown = share.getByText('data-atrium="schedule"')
  // Links lead to the stored address of the site; in this test it listens elsewhere.
  code = ((await shown.textContent()) ?? '').replace(/src="[^"]*\/embed\.js"/, `src="${new URL(page.url()).origin}/embed.js"`)
  expect(code).toContain('data-lang="de"')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await screenshot(page, 'dashboard-share')
  expect(problems).toEqual([])

  const blog = await studio.openPage({ size: desktop })
  await blog.page.goto(origin)
  const frame = blog.page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Kursplan' }).waitFor()
  const cell = frame.getByRole('link', { name: / buchen$/ }).first()
  await cell.waitFor()
  const heights = () =>
    Promise.all([
      blog.page.locator('iframe').evaluate((element) => element.clientHeight),
      frame.locator('main').evaluate((element) => (element as HTMLElement).offsetHeight),
    ])
  await expect.poll(async () => new Set(await heights()).size).toBe(1)
  await screenshot(blog.page, 'embedded-schedule')
  const [tab] = await Promise.all([blog.page.context().waitForEvent('page'), cell.click()])
  await tab.waitForURL((url) => url.pathname === '/hosted/booking-form')
  expect(blog.page.url()).toBe(`${origin}/`)
})
