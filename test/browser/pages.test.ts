/** Every public screen opens, says its name, keeps the access rules and fits a phone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, openHouse, picture, type BrowserHouse } from './house.ts'

let house: BrowserHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const screens = [
  ['/', 'Next classes'],
  ['/services', 'Morning Flow'],
  ['/service/morning-flow', 'Morning Flow'],
  ['/schedule', 'Class schedule'],
  ['/plans', 'Unlimited Monthly'],
  ['/hosted/login', 'Sign in'],
] as const

test.each(screens)('%s shows "%s" on a desk and on a phone', async (path, words) => {
  for (const [name, size] of [
    ['desk', { width: 1280, height: 900 }],
    ['phone', { width: 360, height: 780 }],
  ] as const) {
    const page = await house.page(size)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(path)
    await page.getByText(words).locator('visible=true').first().waitFor({ timeout: 15_000 })
    await page.waitForLoadState('networkidle')
    await picture(page, `${name}${path.replaceAll('/', '_')}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    expect(problems).toEqual([])
    await page.context().close()
  }
})
