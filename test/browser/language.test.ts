/**
 * A visitor whose browser asks for German or French, or who chooses Spanish, meets no other language but the owner's own words, and so does
 * an owner whose browser asks for German, in the dashboard.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { languages } from '#kit/pure/languages.ts'
import { expectAccessible, finalScreenshot, openSampleSite, overflow, phone, type SampleSite, screenshot, waitForIdle } from './browser-server.ts'
import { setSession } from './dashboard-server.ts'
import { findForeignTexts, foreign, recordReplies, type RecordedReplies } from './foreign-texts.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const visitors = {
  de: {
    locale: 'de-DE',
    schedule: 'Kursplan',
    name: 'Dein Name',
    email: 'E-Mail',
    password: 'Passwort',
    tooShort: 'Mindestens 8 Zeichen',
    create: 'Konto erstellen',
  },
  fr: {
    locale: 'fr-FR',
    schedule: 'Planning',
    name: 'Votre nom',
    email: 'E-mail',
    password: 'Mot de passe',
    tooShort: 'Au moins 8 caractères',
    create: 'Créer un compte',
  },
} as const

/**
 * A member, in the account, chooses another language at the foot of a booking form: what was typed stays, and account and form speak it. The
 * files of the other one are no longer asked for, but for those that the page brings along: what the browser prefers.
 */
async function continueInSpanish(page: Page, replies: RecordedReplies): Promise<void> {
  const expectSpanish = async () => expect(await findForeignTexts(page, replies, foreign.es), page.url()).toEqual([])
  await page.goto('/service/private-yoga-lesson')
  await page.locator('.slot').first().click()
  await page.locator('a[href*="/hosted/booking-form"]').last().click()
  await page.getByLabel('Téléphone').fill('+33 6 12 34 56 78')
  await page.getByRole('button', { name: 'Langue : Français' }).click()
  await page.getByRole('list', { name: 'Langue' }).getByText('Español').click()
  await expect.poll(() => page.getByLabel('Teléfono').inputValue()).toBe('+33 6 12 34 56 78')
  await expectSpanish()
  await page.goto('/account')
  const tabs = page.locator('main nav a[href*="tab="]')
  await tabs.nth(3).waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await expectSpanish()
  }
  for (const path of ['/', '/plans', '/schedule']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Horario' }).first().waitFor()
    await expectSpanish()
  }
}

test.each(['de', 'fr'] as const)('a visitor whose browser asks for %s reads it on the whole way from the home page into the account', async (language) => {
  const words = visitors[language]
  const page = await sampleSite.page(phone, 'light', { locale: words.locale })
  onTestFailed(() => finalScreenshot(page, `failed-language-${language}`))
  const replies = recordReplies(page)
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  const expectOwnLanguage = async () => expect(await findForeignTexts(page, replies, foreign[language]), page.url()).toEqual([])

  await page.goto('/')
  await page.getByRole('link', { name: words.schedule }).first().waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language)
  await expectOwnLanguage()
  await page.goto('/service/private-yoga-lesson')
  await page.locator('.slot').first().click()
  await expectOwnLanguage()
  await page.locator('a[href*="/hosted/booking-form"]').last().click()
  await page.locator('button[type="submit"]:visible').last().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  await expectOwnLanguage()
  await expectAccessible(page)

  // What the server has to say about a field is in the language, too; and what was typed outlives a reload, the password aside.
  const email = `visitor-${language}@example.org`
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel(words.name).fill('Greta Grün')
  await page.getByLabel(words.email).fill(email)
  const password = page.getByLabel(words.password, { exact: true })
  await password.fill('kurz')
  await page.getByRole('button', { name: words.create }).click()
  await page.getByText(words.tooShort, { exact: true }).waitFor()
  await expectOwnLanguage()
  await expectAccessible(page)
  await page.reload()
  await password.waitFor()
  await expect.poll(() => page.getByLabel(words.email).inputValue()).toBe(email)
  expect(await password.inputValue()).toBe('')
  await password.fill('ein ruhiger langer Abend')
  await page.getByRole('button', { name: words.create }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  const tabs = page.locator('main nav a[href*="tab="]')
  await tabs.nth(3).waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await expectOwnLanguage()
  }

  // Files come in the language of the page alone, on all of these pages and at every step on them.
  expect(files.filter((file) => file.endsWith(`.${language}.js`)).length).toBeGreaterThan(20)
  expect(files.filter((file) => /\.(en|de|fr|es)\.js$/.test(file) && !file.endsWith(`.${language}.js`))).toEqual([])
  if (language === 'fr') await continueInSpanish(page, replies)
})

test('the address wins over the browser for as long as the tab is open, the choice at the foot over both for good', async () => {
  const page = await sampleSite.page(phone, 'light', { locale: 'de-DE' })
  onTestFailed(() => finalScreenshot(page, 'failed-language-choice'))
  const replies = recordReplies(page)
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto('/plans?lang=en')
  await page.getByRole('link', { name: 'Plans', exact: true }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  // English is found where it is spoken.
  expect(await findForeignTexts(page, replies, foreign.de)).toContain('Skip to content')
  await page.goto('/plans')
  await page.getByRole('link', { name: 'Plans', exact: true }).waitFor()
  files.length = 0
  await page.reload()
  await page.getByRole('link', { name: 'Plans', exact: true }).waitFor()
  // What the browser prefers was preloaded, and is not run.
  expect(files.filter((file) => file.endsWith('.en.js')).length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Language: English' }).click()
  const choices = page.getByRole('list', { name: 'Language' }).getByRole('button')
  expect(await choices.allTextContents()).toEqual(Object.values(languages))
  expect(await choices.last().evaluate((button) => button.getBoundingClientRect().right <= innerWidth)).toBe(true)
  await expectAccessible(page)
  await screenshot(page, 'language-choice-phone')
  await choices.getByText('Español').click()
  await page.getByRole('link', { name: 'Planes', exact: true }).waitFor()
  // Without a mouse: the list follows the button that opened it.
  await page.getByRole('button', { name: 'Idioma: Español' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Tarife', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Tarife', exact: true }).waitFor()
  expect(await findForeignTexts(page, replies, foreign.de)).toEqual([])
})

/** Screens of the dashboard by their addresses, and editors that an address opens. */
const dashboardPaths = [
  '',
  '/calendar?view=day',
  '/calendar?view=week',
  '/calendar?view=month',
  '/calendar?view=agenda',
  '/calendar?new=booking',
  '/bookings',
  '/bookings?tab=requests',
  '/bookings?new=booking',
  '/members',
  '/members?tab=reported',
  '/services',
  '/services?edit=new',
  '/services?tab=locations',
  '/services?tab=policies',
  '/services?tab=forms',
  '/services?tab=add-ons',
  '/staff',
  '/staff?tab=rooms',
  '/staff?tab=hours',
  '/plans',
  '/plans?edit=new',
  '/plans?tab=subscriptions',
  '/plans?tab=coupons',
  '/money',
  '/money?tab=refunds',
  '/money?tab=ledger',
  '/money?tab=tax',
  '/insights',
  '/insights?tab=clients',
  '/insights?tab=sessions',
  '/forecast',
  '/website',
  '/media',
  '/emails',
  '/emails?tab=templates',
  '/emails?tab=reminders',
  '/emails?tab=texts',
  '/site',
  '/settings',
  '/settings?tab=people',
  '/settings?tab=connections',
  '/settings?tab=data',
  '/settings?tab=log',
]
/** Names that are the same in every language, and subjects of emails with places for values: they are in the language of the site. */
const known = /^(HH:MM|Atrium|Dashboard)$|\[[^\]]+\]/

test('an owner whose browser asks for German meets no other language in the dashboard, and nothing is cut on a phone', async () => {
  const page = await sampleSite.page(phone, 'light', { locale: 'de-DE' })
  onTestFailed(() => finalScreenshot(page, 'failed-language-dashboard'))
  const replies = recordReplies(page)
  await page.goto('/dashboard/sign-in')
  await page.getByRole('button', { name: 'Anmelden' }).waitFor()
  expect(await findForeignTexts(page, replies, foreign.de)).toEqual([])
  await setSession(page, sampleSite, await sampleSite.server.signInAsOwner(sampleSite.site))
  const found: string[] = []
  for (const path of dashboardPaths) {
    await page.goto(`/dashboard${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await waitForIdle(page)
    await screenshot(page, `dashboard-de${path.replaceAll(/[^a-z]+/g, '-')}`)
    const texts = await findForeignTexts(page, replies, foreign.de)
    found.push(...texts.filter((text) => !known.test(text.trim())).map((text) => `${path}: ${text.trim()}`))
    if ((await overflow(page)) > 0) found.push(`${path}: sticks out by ${await overflow(page)} pixels`)
  }
  expect(found).toEqual([])
})
