/** A visitor whose browser asks for German meets no English but the owner's own words, and may choose otherwise. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { expectAccessible, finalScreenshot, openSampleSite, phone, waitForIdle, type SampleSite } from './browser-server.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const english =
  /\b(the|and|or|your|you|with|from|at|of|to|for|sign|book|booking|cancel|choose|please|every|day|days|month|next|free|price|place|members|password|loading|times?|see|all|save|change|show|where|what|when|how|my|not|no|yet)\b/i

interface RecordedReplies {
  words: ReadonlySet<string>
  /** Until every answer that has come is among them; the body of one that a page left behind never ends, and is not waited for. */
  read(): Promise<void>
}
const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : []
/** Everything that the server has replied to this page so far: the owner's words are among it, and nothing that the pages say themselves. */
function recordReplies(page: Page): RecordedReplies {
  const texts = new Set<string>()
  const reading = new Set<Promise<void>>()
  const collect = (value: unknown): void => {
    for (const text of listTexts(value)) texts.add(text)
  }
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('application/json')) return
    const read = response.json().then(collect, () => undefined)
    reading.add(read)
    void read.finally(() => reading.delete(read))
  })
  // A page that is left takes its replies along: what is still being read of them may never end.
  page.on('request', (request) => request.isNavigationRequest() && request.frame() === page.mainFrame() && reading.clear())
  return { words: texts, read: async () => void (await Promise.all(reading)) }
}
/** What the page says by itself, to eyes and to ears, as far as it looks like English. */
async function findEnglishTexts(page: Page, replies: RecordedReplies): Promise<string[]> {
  await waitForIdle(page)
  await replies.read()
  // What the server replied within the page.
  const embedded = await page.evaluate(() =>
    ['site-facts', 'first-replies'].map((id) => JSON.parse(document.getElementById(id)?.textContent || '{}') as unknown),
  )
  const pageTexts = await page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, noscript, button[lang]')) texts.push(walker.currentNode.textContent ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts
  })
  const owners = [...replies.words, ...listTexts(embedded)].filter((text) => text.length > 3)
  const longestFirst = owners.toSorted((a, b) => b.length - a.length)
  const own = pageTexts.map((text) => longestFirst.reduce((rest, words) => rest.replaceAll(words, ' '), text))
  return [...new Set(own.filter((text) => english.test(text) && !text.startsWith('/')))]
}

test('a German visitor reads German, until they choose otherwise', async () => {
  const page = await sampleSite.page(phone, 'light', { locale: 'de-DE' })
  onTestFailed(() => finalScreenshot(page, 'failed-language'))
  const replies = recordReplies(page)
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  const expectGerman = async () => expect(await findEnglishTexts(page, replies), page.url()).toEqual([])

  await page.goto('/')
  await page.getByRole('link', { name: 'Kursplan' }).first().waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
  await expectGerman()
  await page.goto('/service/private-yoga-lesson')
  await page.locator('.slot').first().click()
  await expectGerman()
  await page
    .getByRole('link', { name: /buchen|weiter/i })
    .last()
    .click()
  await page.getByRole('heading', { name: 'Deine Buchung' }).waitFor()
  await page.getByRole('button', { name: /zahlen und buchen/ }).click()
  await page.getByText('Gib deinen Vornamen ein').first().waitFor()
  await expectGerman()
  await expectAccessible(page)

  // What the server has to say about a field is German, too; and what was typed outlives a reload, the password aside.
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Dein Name').fill('Greta Grün')
  await page.getByLabel('E-Mail').fill('greta.gruen@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('kurz')
  await page.getByRole('button', { name: 'Konto erstellen' }).click()
  await page.getByText('Mindestens 8 Zeichen', { exact: true }).waitFor()
  await expectGerman()
  await expectAccessible(page)
  await page.reload()
  await page.getByLabel('Passwort', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('E-Mail').inputValue()).toBe('greta.gruen@example.org')
  expect(await page.getByLabel('Passwort', { exact: true }).inputValue()).toBe('')
  await page.getByLabel('Passwort', { exact: true }).fill('ein ruhiger langer Abend')
  await page.getByRole('button', { name: 'Konto erstellen' }).click()
  await page.getByRole('heading', { name: 'Mein Konto' }).waitFor()
  const tabs = page.locator('main nav a[href*="tab="]')
  await tabs.nth(3).waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await expectGerman()
  }

  // Files come in the language of the page alone, on all of these pages and at every step on them.
  expect(files.filter((file) => file.endsWith('.de.js')).length).toBeGreaterThan(20)
  expect(files.filter((file) => file.endsWith('.en.js'))).toEqual([])

  // The address wins over the browser, for as long as this tab is open; the choice at the foot wins over both, for good.
  await page.goto('/plans?lang=en')
  await page.getByRole('link', { name: 'Plans', exact: true }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  // English is found where it is spoken.
  expect(await findEnglishTexts(page, replies)).toContain('Skip to content')
  await page.goto('/plans')
  await page.getByRole('link', { name: 'Plans', exact: true }).waitFor()
  files.length = 0
  await page.reload()
  await page.getByRole('link', { name: 'Plans', exact: true }).waitFor()
  // What the browser prefers was preloaded, and is not run.
  expect(files.filter((file) => file.endsWith('.en.js')).length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Tarife', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Tarife', exact: true }).waitFor()
  await expectGerman()
})
