/** The media library, and a full service from nothing, on a desk and on a phone. */
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, overflow, screenshot, waitForIdle } from './browser-server.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { createOwnerCalls, waitForToast } from './owner-work.ts'

let sampleSite: DashboardServer
let files: { name: string; mimeType: string; buffer: Buffer }[]
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
  const draw = (colour: string) =>
    Transformer.fromSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="${colour}"/><circle cx="900" cy="300" r="160" fill="#fff"/></svg>`,
    ).png()
  files = await Promise.all(
    ['#3b7473', '#a3675a'].map(async (colour, at) => ({ name: `room-${at + 1}.png`, mimeType: 'image/png', buffer: await draw(colour) })),
  )
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
const widths = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

test('pictures are uploaded together, described, cropped, chosen, and deleted only when nothing shows them', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/media')
  const notPicture = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
  await page
    .getByLabel('Upload pictures')
    .last()
    .setInputFiles([...files, notPicture])
  await page.getByText('notes.txt: not a PNG, JPEG, WebP or AVIF file').waitFor()
  await page.getByRole('searchbox', { name: 'Search pictures' }).fill('room-1')
  await page.getByRole('button', { name: /room-2/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /room-1/ }).click()
  await page.getByLabel('Description in English').fill('The green room')
  await page.getByLabel('From the left, in percent').press('End')
  await expectAccessible(page)
  await screenshot(page, 'media-panel')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')

  await page.getByRole('button', { name: /The green room/ }).click()
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByText('Square', { exact: true }).click()
  await screenshot(page, 'media-crop')
  await page.getByRole('button', { name: 'Save crop' }).click()
  await waitForToast(page, 'Crop saved as a new picture.')
  await page.getByText('Nowhere yet.').waitFor()
  await page.getByRole('button', { name: 'Delete picture' }).click()
  await page.getByRole('dialog', { name: 'Delete room-1.png?' }).getByRole('button', { name: 'Delete picture' }).click()
  await waitForToast(page, 'Picture deleted.')

  for (const size of widths) {
    await page.setViewportSize(size)
    await page.goto('/dashboard/media')
    await page.getByRole('button', { name: /The green room/ }).waitFor()
    expect(await overflow(page)).toBe(0)
    await expectAccessible(page)
    await screenshot(page, `media-${size.width}`)
  }
  const { pictures } = await requestAsOwner('GET', '/api/media')
  expect(pictures.filter(({ filename }: { filename: string }) => filename.startsWith('room-'))).toMatchObject([
    { filename: 'room-2.png' },
    { filename: 'room-1.png', alt: { en: 'The green room' }, focus: { x: 100, y: 50 } },
  ])
  expect(problems).toEqual([])
})

test.each(widths)('a full service is made from nothing, and one field of it is changed, at $width', async (size) => {
  const name = `Stone massage ${size.width}`
  const { page, problems } = await sampleSite.openAsOwner()
  await page.setViewportSize(size)
  await page.goto('/dashboard/services?edit=new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Warm stones, slow hands')
  // Chosen from the library, with its words.
  for (const [label, picture] of [
    ['Picture', /The green room/],
    ['Add to the gallery', /room-2/],
  ] as const) {
    await page.getByRole('group', { name: label, exact: true }).getByRole('button', { name: 'From the library' }).click()
    await page.getByRole('dialog', { name: 'Media library' }).getByRole('button', { name: picture }).click()
    await page.getByRole('dialog', { name: 'Media library' }).waitFor({ state: 'detached' })
  }
  expect(await page.getByLabel('Description of the picture').first().inputValue()).toBe('The green room')
  await page.getByLabel('Description of picture 1').fill('Stones on a towel')
  await page.getByRole('combobox', { name: 'Staff' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Lena Brandt' }).click()
  await page.keyboard.press('Tab')
  for (const room of ['Quiet room', 'Warm room']) {
    await page.getByRole('button', { name: 'Add room', exact: true }).click()
    await page.getByRole('group', { name: 'Add room' }).getByRole('textbox').first().fill(`${room} ${size.width}`)
    await page.getByRole('group', { name: 'Add room' }).getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('group', { name: 'Add room' }).waitFor({ state: 'detached' })
  }
  await page.getByRole('textbox', { name: /^Price in/ }).fill('80')
  await page.getByRole('switch', { name: 'Require a deposit' }).check()
  await page.getByRole('textbox', { name: /^Deposit in/ }).fill('20')
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('button', { name: 'Create add-on' }).click()
  await page.getByRole('textbox', { name: 'Add-on name' }).fill(`Warm towel ${size.width}`)
  await page
    .getByRole('group', { name: 'Create add-on' })
    .getByRole('textbox', { name: /^Price in/ })
    .fill('3')
  await page.getByRole('group', { name: 'Create add-on' }).getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('group', { name: 'Create add-on' }).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Page address' }).fill(`stones-${size.width}`)
  await page.getByRole('textbox', { name: 'Title for search engines' }).fill('Hot stone massage')
  await page.getByRole('article', { name: 'Preview' }).getByText('Warm stones, slow hands').waitFor()
  await expectAccessible(page)
  await screenshot(page, `service-editor-${size.width}`)
  await page.getByRole('button', { name: 'Create service' }).click()
  await waitForToast(page, `${name} created.`)

  const find = async () => (await requestAsOwner('POST', '/v2/services/query', { query: { filter: { name }, paging: { limit: 1 } } })).services[0]
  const created = await find()
  expect(created).toMatchObject({
    mainSlug: { name: `stones-${size.width}` },
    media: { mainMedia: { image: { altText: 'The green room' } }, items: [{ image: { altText: 'Stones on a towel' } }] },
    payment: { fixed: { price: { value: '80' }, deposit: { value: '20' } }, options: { deposit: true } },
    seoData: { tags: [{ type: 'title', children: 'Hot stone massage' }] },
    addOnGroups: [{ name: 'Extras', addOnIds: [expect.any(String)] }],
    serviceResources: [{ resourceIds: { values: [expect.any(String), expect.any(String)] } }],
  })
  await page.goto(`/dashboard/services?edit=${created.id}`)
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Warm stones')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  const changed = await find()
  const differing = Object.keys(changed).filter((key) => JSON.stringify(changed[key]) !== JSON.stringify(created[key]))
  expect(differing.toSorted()).toEqual(['revision', 'tagLine', 'updatedDate'])
  await page.goto(`/service/stones-${size.width}`)
  await page.getByRole('img', { name: 'Stones on a towel' }).scrollIntoViewIfNeeded()
  // The title that was written for search engines is the one of the page, also once the app has it.
  await waitForIdle(page)
  expect(await page.title()).toMatch(/^Hot stone massage · /)
  expect(await overflow(page)).toBe(0)
  await screenshot(page, `service-page-${size.width}`)
  expect(problems).toEqual([])
})

test('services are arranged by dragging and by menu, and a policy prefers staff by rank', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/services')
  const names = (category: string) => page.getByRole('list', { name: category, exact: true }).getByRole('heading', { level: 3 }).allTextContents()
  await page.getByRole('heading', { name: 'One to one' }).waitFor()
  const [first = '', second = '', third = ''] = await names('One to one')
  const card = (name: string) => page.getByRole('list', { name: 'One to one', exact: true }).getByRole('listitem').filter({ hasText: name })
  await card(third).dragTo(card(first))
  await waitForToast(page, `${third} moved.`)
  await expect.poll(() => names('One to one')).toEqual([third, first, second])
  await card(third)
    .getByRole('button', { name: `Actions for ${third}` })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Move later' }).press('Enter')
  await expect.poll(() => names('One to one')).toEqual([first, third, second])
  await page.reload()
  await expect.poll(() => names('One to one')).toEqual([first, third, second])
  await screenshot(page, 'services-arranged')

  await page.goto('/dashboard/services?tab=rules')
  await page.getByRole('button', { name: 'House rules', exact: true }).click()
  await page.getByRole('combobox', { name: 'When customers choose no one' }).click()
  await page.getByRole('option', { name: 'Lowest rank first' }).click()
  const summary = page.getByRole('region', { name: 'Summary for customers' })
  await summary.getByText('If no one is chosen, free staff with the lowest rank come first.').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'policy-editor')
  await page.getByRole('button', { name: 'Save policy' }).click()
  await waitForToast(page, 'Policy saved. Applies to new bookings.')

  await page.goto('/dashboard/staff')
  await page.getByRole('button', { name: /Lena Brandt/ }).click()
  await page.getByRole('textbox', { name: 'Rank' }).fill('0')
  await page.getByText('Enter a whole number from 1 to 1000.').waitFor()
  await page.getByRole('textbox', { name: 'Rank' }).fill('7')
  await page.getByRole('button', { name: 'Save rank' }).click()
  await waitForToast(page, 'Rank saved.')
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Rank' }).inputValue()).toBe('7')
  await screenshot(page, 'staff-rank')
  expect(problems).toEqual([])
})
