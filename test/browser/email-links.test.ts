/** Every link in every email: each template is sent in each language and read as its reader gets it; the links of one language are opened, the others have the same. */
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { languages } from '#kit/pure/languages.ts'
import { domains } from '../../src/domains.ts'
import { createBookingStudio, type BookingStudio } from '../factories/booking-studio.ts'
import { causeEveryEmail } from '../factories/every-email.ts'
import { desktop, finalScreenshot, overflow, phone, startBrowserServer } from './browser-server.ts'
import { findProblem, toOwnPath, toPathShape } from './crawl.ts'
import { setOwnerSession } from './dashboard-server.ts'

// One site each: without a name of its own a server shows one.
let browserServer: Awaited<ReturnType<typeof startBrowserServer>>
beforeEach(async () => {
  browserServer = await startBrowserServer('none')
})
afterEach(() => browserServer.close())

const templates = domains.flatMap(({ emails }) => Object.keys(emails?.templates.en ?? {}))

const source = 'en'

const addressesIn = (text: string): string[] => [...text.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)].map(([address]) => address.replaceAll('&#38;', '&'))

interface ReadEmail {
  template: string
  html?: string
  links: string[]
}
/** Every email as the outbox and the dashboard show it: links of the page, of the text, of the calendar file. */
async function readEmails({ server, site }: BookingStudio): Promise<ReadEmail[]> {
  const found: ReadEmail[] = []
  // The variables hold the calendar file, whose long lines are folded.
  for (const { template, variables } of await server.sentEmails(site)) {
    const text = JSON.stringify(variables)
      .replaceAll(/\\r\\n[ \t]/g, '')
      .replaceAll(/\\[rn]/g, ' ')
    found.push({ template, links: addressesIn(text) })
  }
  for (let offset = 0; ; offset += 100) {
    const { emails } = await server.ok('GET', '/api/emails', { as: site, query: { limit: 100, offset } })
    for (const { id, template } of emails as { id: string; template: string }[]) {
      const { html, text } = await server.ok('GET', `/api/emails/${id}`, { as: site })
      found.push({ template, html, links: addressesIn(`${html} ${text}`) })
    }
    if (emails.length < 100) return found
  }
}

/** The links of our own in an email, each with what it is followed by taken out. */
const toShapes = (emails: readonly ReadEmail[]): string[] => {
  const paths = emails.flatMap(({ template, links }) => links.map((link) => ({ template, path: toOwnPath(link, browserServer.base) })))
  return [...new Set(paths.flatMap(({ template, path }) => (path ? [`${template}: ${toPathShape(path)}`] : [])))].toSorted()
}

/** A studio whose site speaks the language, and every email that it sends. */
async function sendEmails(language: string): Promise<{ studio: BookingStudio; emails: ReadEmail[] }> {
  const studio = await createBookingStudio(browserServer.server)
  await studio.server.ok('PATCH', '/api/site-settings', { as: studio.site, body: { language } })
  await causeEveryEmail(studio)
  const emails = await readEmails(studio)
  // A template without a case here has links that no test opens.
  expect([...new Set(emails.map(({ template }) => template))].toSorted()).toEqual(templates.toSorted())
  return { studio, emails }
}
/** Long addresses and words are broken where a phone's screen ends. */
async function expectToFitPhone(emails: readonly ReadEmail[]): Promise<void> {
  const reader = await browserServer.page(phone)
  const wide: string[] = []
  for (const { template, html } of emails) {
    if (!html) continue
    await reader.setContent(html)
    if ((await overflow(reader)) > 0) wide.push(template)
  }
  expect(wide).toEqual([])
}

let shapesOfSource: string[] | undefined

test(`every link in every email leads somewhere, for a reader of ${source}`, async () => {
  const { studio, emails } = await sendEmails(source)
  shapesOfSource = toShapes(emails)
  const owner = await browserServer.page(desktop)
  const customer = await browserServer.page(desktop, 'light', { locale: source })
  onTestFailed(() => finalScreenshot(customer, 'failed-email-links'))
  await setOwnerSession(owner, { ...browserServer, site: studio.site })
  const opened = new Set<string>()
  const dead: string[] = []
  for (const { template, links } of emails)
    for (const link of links) {
      const path = toOwnPath(link, browserServer.base)
      if (!path || opened.has(path)) continue
      opened.add(path)
      const problem = await findProblem(path.startsWith('/dashboard') ? owner : customer, path, browserServer.base)
      if (problem) dead.push(`${template}: ${problem}`)
    }
  expect(dead).toEqual([])
  expect(opened.size).toBeGreaterThan(20)
  await expectToFitPhone(emails)
})

/** What a link opens does not depend on the language: the emails of the others have the very same links. */
test.for(Object.keys(languages).filter((language) => language !== source))('every email has the links of its source, for a reader of %s', async (language) => {
  const { emails } = await sendEmails(language)
  await expectToFitPhone(emails)
  const shapes = toShapes(emails)
  // A studio of its own, when this test runs alone.
  shapesOfSource ??= toShapes((await sendEmails(source)).emails)
  expect(shapes).toEqual(shapesOfSource)
})
