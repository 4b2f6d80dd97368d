/** The owner arranges the site: blocks, a page, the design, menu and footer, seen at once in the preview and by visitors once published. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'

let studio: DashboardServer
beforeAll(async () => {
  studio = await openDashboard('sample')
})
afterAll(() => studio.close())

test('a page of the owner’s own is written, previewed and published; visitors find it in the menu', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  await page.goto('/dashboard/website')
  const preview = page.frameLocator('iframe[title="Preview of your site"]')
  await preview.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessibleInBothSchemes(page)

  // The head of the home page, typed and drawn.
  await page.getByRole('button', { name: 'Welcome', exact: true }).click()
  await page.getByLabel('Title').fill('Move with us')
  await preview.getByRole('heading', { level: 1, name: 'Move with us' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await preview.getByRole('heading', { level: 1, name: 'Riverside Yoga' }).waitFor()
  await page.getByRole('button', { name: 'Redo' }).click()
  await preview.getByRole('heading', { level: 1, name: 'Move with us' }).waitFor()

  // Blocks are ordered by dragging, and by keys on the same grip; both are said.
  const grip = (name: string, at: number) => page.getByRole('button', { name: new RegExp(`^Reorder ${name}, position ${at} of `) })
  await grip('Services', 3).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByText(/^Services moved to position 2 of /).waitFor()
  await grip('Services', 2).press('Home')
  await grip('Services', 1).waitFor()
  // Both ends of the drag must be on screen.
  await page.getByRole('button', { name: /^Welcome/, expanded: true }).click()
  const row = (name: string) => page.getByRole('list', { name: 'Blocks' }).getByRole('listitem').filter({ hasText: name })
  await row('Services').dragTo(row('Plans'))
  await grip('Services', 4).waitFor({ timeout: 15_000 })
  await screenshot(page, 'website-blocks')
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click()
  await grip('Services', 3).waitFor()

  // A page from a template, with a text of its own.
  await page.getByRole('link', { name: 'Pages' }).click()
  await page.getByRole('button', { name: 'Add page' }).click()
  await page.getByRole('menuitem', { name: 'About' }).click()
  await preview.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('We began by the river.')
  await page.getByRole('button', { name: 'Heading', exact: true }).waitFor()
  await preview.getByText('We began by the river.').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill('services')
  await page.getByText('The site itself uses this address').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill('our-story')
  await screenshot(page, 'website-editor-page')
  await expectAccessible(page)

  // A press in the preview opens the block.
  await preview.getByText('Lena Brandt').first().click()
  await page.getByRole('button', { name: 'Team', expanded: true }).waitFor()

  await page.getByRole('link', { name: 'Design' }).click()
  await page.getByRole('radiogroup', { name: 'Corners' }).getByText('Square').click()
  await page.getByRole('radiogroup', { name: 'Typeface' }).getByText('Classic').click()
  await screenshot(page, 'website-editor-design')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.locator('.toast').getByText('Published. Visitors see it now.').waitFor()
  await page
    .getByRole('status')
    .getByText(/^Published /)
    .waitFor()
  expect(problems).toEqual([])

  const visitor = await studio.openPage({ size: phone })
  await visitor.page.goto('/')
  await visitor.page.getByRole('heading', { level: 1, name: 'Move with us' }).waitFor()
  expect(await visitor.page.evaluate(() => getComputedStyle(document.querySelector('.btn') ?? document.body).borderRadius)).toBe('2px')
  await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' }).click()
  await visitor.page.waitForURL((url) => url.pathname === '/our-story')
  await visitor.page.getByText('We began by the river.').waitFor()
  await visitor.page.getByRole('heading', { name: 'Lena Brandt' }).waitFor()
  await visitor.page.reload()
  await visitor.page.getByText('We began by the river.').waitFor()
  expect(await overflow(visitor.page)).toBeLessThanOrEqual(0)
  await expectAccessibleInBothSchemes(visitor.page)
  await screenshot(visitor.page, 'website-own-page')
  expect(visitor.problems).toEqual([])
})

test('a contact form on the site reaches the owner; an earlier version comes back', async () => {
  const { page, problems } = await studio.openAsOwner({ size: phone })
  // The draft is stored slowly: not before it was asked to publish it.
  let store = (): void => undefined
  const isAsked = new Promise<void>((resolve) => {
    store = resolve
  })
  await page.route('**/api/website', async (route) => {
    if (route.request().method() === 'PUT') await isAsked
    await route.continue()
  })
  await page.goto('/dashboard/website?part=pages')
  await page.getByRole('button', { name: 'Add page' }).click()
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  await page.getByRole('button', { name: 'Contact form', exact: true }).waitFor()
  await saving
  await page.getByRole('button', { name: 'Publish' }).click()
  store()
  await page.locator('.toast').getByText('Published. Visitors see it now.').waitFor()
  await waitForIdle(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.getByText('Preview', { exact: true }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Write to us' }).waitFor()

  const visitor = await studio.openPage({ size: phone })
  await visitor.page.goto('/contact')
  await visitor.page.getByRole('button', { name: 'Send message' }).click()
  await visitor.page.getByRole('alert').waitFor()
  await visitor.page.getByLabel('Your name').fill('Gina')
  await visitor.page.getByLabel('Email').fill('gina@example.org')
  await visitor.page.getByLabel('Message').fill('Is there a class for beginners?')
  // Another language begins the page again, and what was typed is still there.
  await visitor.page.getByRole('button', { name: 'Language: English' }).click()
  await visitor.page.getByRole('list', { name: 'Language' }).getByText('Français').click()
  await expect.poll(() => visitor.page.getByLabel('Message').inputValue()).toBe('Is there a class for beginners?')
  expect(await visitor.page.getByLabel('Votre nom').inputValue()).toBe('Gina')
  await visitor.page.getByRole('button', { name: 'Langue : Français' }).click()
  await visitor.page.getByRole('list', { name: 'Langue' }).getByText('English').click()
  await visitor.page.getByRole('button', { name: 'Send message' }).click()
  await visitor.page.getByText('your message is on its way').waitFor()
  await expectAccessible(visitor.page)
  const site = studio.site
  if (!site) throw new Error('There is no site.')
  expect(await studio.server.emailVariables(site, site.ownerEmail, 'contact-message')).toMatchObject({ senderName: 'Gina' })
  await studio.giveBack(visitor.page)

  await page.getByText('Edit', { exact: true }).click()
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await versions.nth(1).getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.locator('.toast').getByText('Version restored as your draft.').waitFor()
  await page.getByRole('link', { name: 'Pages' }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Pages' }).getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Pages' }).getByRole('listitem').count()).toBe(3)
  await waitForIdle(page)
  expect(problems).toEqual([])
})

test('the subject of a picture stays in view, set by a press or by the keyboard', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  await page.goto('/dashboard/website')
  await page.getByRole('button', { name: /^Welcome/ }).click()
  await page.getByRole('radiogroup', { name: 'Look' }).getByText('Picture').click()
  await page.locator('input[type="file"]').first().setInputFiles('docs/images/home.png')
  const focal = page.getByRole('group', { name: 'Focal point' })
  const shown = page.frameLocator('iframe[title="Preview of your site"]').locator('.hero-picture img')
  const position = () => shown.evaluate((element) => getComputedStyle(element).objectPosition)
  const picture = focal.locator('img')
  await picture.scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  if (!box) throw new Error('The picture is not shown.')
  await picture.click({ position: { x: box.width * 0.2, y: box.height * 0.9 } })
  await expect.poll(position).toBe('20% 90%')
  await focal.getByRole('slider', { name: 'From the left' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(position).toBe('25% 90%')
  await waitForIdle(page)
  await screenshot(page, 'website-editor-focal-point')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(position).toBe('50% 50%')
  await waitForIdle(page)
  expect(problems).toEqual([])
})
