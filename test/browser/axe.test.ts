/** What the check of access sees, and what it does not take for a fault: on pages of its own, without a server. */
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findViolations } from './axe.ts'
import { getBrowser } from './browser-server.ts'

let page: Page
beforeAll(async () => {
  page = await (await getBrowser()).newPage()
})
afterAll(() => page.close())

/** A button in a grey that is too light until it is ready: then it glides to black. Beside it a line that glides, too, and is always fine. */
beforeEach(async () => {
  await page.goto('about:blank')
  await page.setContent(`<!doctype html><html lang="en"><title>Colours</title>
    <style>
      body { background: #fff } button { background: #fff; color: #ccc; transition: color 60ms } button.ready { color: #000 }
      p { color: #000; transition: color 60ms } p.moved { color: #222 }
    </style>
    <main><h1>Colours</h1><button>Book</button><p>A line</p></main></html>`)
})
/** Adds a class to an element at the moment when the next check has begun, as an answer of the server does; answers how many checks ran then. */
async function changeDuringNextCheck(selector: string, className: string): Promise<() => Promise<number>> {
  await findViolations(page, {})
  await page.evaluate(
    ([of, name]) => {
      const checker = (window as unknown as { axe: typeof axe & { runs: number } }).axe
      const run = checker.run.bind(checker) as (...values: unknown[]) => Promise<unknown>
      checker.runs = 0
      checker.run = ((...values: unknown[]) => {
        if (checker.runs++ === 0) document.querySelector(of)?.classList.add(name)
        return run(...values)
      }) as typeof checker.run
    },
    [selector, className] as const,
  )
  return () => page.evaluate(() => (window as unknown as { axe: { runs: number } }).axe.runs)
}
const texts = async () => (await findViolations(page, {})).map(({ text }) => text)

test('a page that breaks a rule at rest fails', async () => {
  expect(await texts()).toEqual(['color-contrast: button'])
})
test('colours that began to glide during the check are judged again once they have come to rest', async () => {
  const countRuns = await changeDuringNextCheck('button', 'ready')
  expect([await texts(), await countRuns()]).toEqual([[], 2])
})
test('a fault at rest stays one while something else glides', async () => {
  const countRuns = await changeDuringNextCheck('p', 'moved')
  expect([await texts(), await countRuns()]).toEqual([['color-contrast: button'], 2])
})
