/** Before the app listens: what is pressed, ticked, typed or chosen reaches the element that the app put in the place of the pressed one, and who scrolls stays there. */
import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBrowser, openSampleSite, phone, type SampleSite, waitForIdle } from './browser-server.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const form = `<main><button>Lena</button><button>Tom</button>
  <label><input type="checkbox" name="extra">Hot stones</label><label><input type="checkbox" name="extra">Tea</label>
  <label>Name <input name="name"></label><label>Oil <select name="oil"><option>Almond<option>Lavender</select></label></main>`

test('an element that is drawn anew gets what was done with the one before', async () => {
  const page = await (await getBrowser()).newPage()
  await page.setContent(form)
  const path = 'src/web/held-presses.ts'
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
  await page.addScriptTag({ content: `${code.replaceAll('export ', '')};holdPresses()`, type: 'module' })
  await page.getByLabel('Tea').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Oil').selectOption('Lavender')
  await page.getByRole('button', { name: 'Tom' }).click()
  await page.evaluate((html) => {
    document.body.innerHTML = html
    for (const element of document.querySelectorAll('button')) element.addEventListener('click', () => (element.dataset.pressed = 'yes'))
    // As React notes on what is its own.
    for (const element of document.querySelectorAll('button, input, select')) Object.assign(element, { __reactPropsTest: {} })
  }, form)
  await page.locator('button[data-pressed]').waitFor({ timeout: 5000 })
  expect(await page.locator('button[data-pressed]').allTextContents()).toEqual(['Tom'])
  expect(await Promise.all(['Hot stones', 'Tea'].map((name) => page.getByLabel(name).isChecked()))).toEqual([false, true])
  expect(await Promise.all(['Name', 'Oil'].map((name) => page.getByLabel(name).inputValue()))).toEqual(['Ada', 'Lavender'])
  await page.close()
})

/** A page whose scripts wait: it is there to be seen and pressed, and the app listens only after `release`. */
async function openBeforeApp(path: string) {
  const page = await sampleSite.page(phone)
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return { page, release }
}

test('who scrolls before the app listens stays there, and comes back to there', async () => {
  const { page, release } = await openBeforeApp('/plans')
  const services = page.locator('a[href="/services"]').first()
  await services.waitFor({ state: 'attached' })
  await page.evaluate(() => scrollTo(0, 600))
  expect(await page.evaluate(() => scrollY)).toBe(600)
  release()
  await page.waitForFunction(() => Object.keys(document.querySelector('main a') ?? {}).some((key) => key.startsWith('__reactProps')))
  await waitForIdle(page)
  expect(await page.evaluate(() => scrollY)).toBe(600)
  // As a press does it, without scrolling to the link first.
  await services.evaluate((link: HTMLElement) => link.click())
  await page.waitForURL('/services')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.waitForURL('/plans')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
})

test('what is pressed before the app listens is done when it does', async () => {
  const { page, release } = await openBeforeApp('/service/private-yoga-lesson')
  await page.getByRole('button', { name: 'Lena Brandt' }).click()
  expect(await page.getByRole('button', { name: 'Lena Brandt' }).getAttribute('aria-pressed')).toBe('false')
  release()
  await page.getByRole('button', { name: 'Lena Brandt', pressed: true }).waitFor()
})
