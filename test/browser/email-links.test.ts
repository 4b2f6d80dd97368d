/** Every link in every email, in each language: each template is sent by the server, read as its reader gets it, and each of its links is opened. */
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { languages } from '#kit/pure/languages.ts'
import { domains } from '../../src/domains.ts'
import { createBookingStudio, type BookingStudio } from '../factories/booking-studio.ts'
import { causeEveryEmail } from '../factories/every-email.ts'
import { desktop, finalScreenshot, phone, startBrowserServer } from './browser-server.ts'
import { findProblem, toOwnPath, toPathShape } from './crawl.ts'
import { overflow, signIn } from './dashboard-server.ts'

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

test.for(Object.keys(languages))('every link in every email leads somewhere, for a reader of %s', async (language) => {
  const studio = await createBookingStudio(browserServer.server)
  const { site, server } = studio
  await server.ok('PATCH', '/api/site-settings', { as: site, body: { language } })
  await causeEveryEmail(studio)
  const emails = await readEmails(studio)
  // A template without a case here has links that no test opens.
  expect([...new Set(emails.map(({ template }) => template))].toSorted()).toEqual(templates.toSorted())

  const owner = await browserServer.page(desktop)
  const customer = await browserServer.page(desktop, 'light', { locale: language })
  onTestFailed(() => finalScreenshot(customer, 'failed-email-links'))
  await signIn(owner, site.ownerEmail, site.ownerPassword)
  await owner.waitForURL((url) => url.pathname === '/dashboard')
  const opened = new Set<string>()
  const seenShapes = new Set<string>()
  const dead: string[] = []
  for (const { template, links } of emails)
    for (const link of links) {
      const path = toOwnPath(link, browserServer.base)
      if (!path || opened.has(path)) continue
      opened.add(path)
      // The source language opens every link, the others each page once: what a token opens does not depend on the language.
      const shape = toPathShape(path)
      if (language !== source && seenShapes.has(shape)) continue
      seenShapes.add(shape)
      const problem = await findProblem(path.startsWith('/dashboard') ? owner : customer, path, browserServer.base)
      if (problem) dead.push(`${template}: ${problem}`)
    }
  expect(dead).toEqual([])
  // Long addresses are broken where a phone's screen ends.
  const reader = await browserServer.page(phone)
  const wide: string[] = []
  for (const { template, html } of emails) {
    if (!html) continue
    await reader.setContent(html)
    if ((await overflow(reader)) > 0) wide.push(template)
  }
  expect(wide).toEqual([])
  expect(opened.size).toBeGreaterThan(20)
})
