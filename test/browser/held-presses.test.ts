/** What is pressed, ticked, typed or chosen before the app listens reaches the element that the app put in the place of the pressed one. */
import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { getBrowser } from './browser-server.ts'

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
