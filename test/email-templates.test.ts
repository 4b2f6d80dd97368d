/** Emails in every language: none is missing words that others have, each says the same things, and everyone gets theirs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatPriceSummary } from '../src/domains/orders/rules/price-summary.ts'
import type { EmailTemplates } from '#kit/email/render.ts'
import { type Language, languages } from '#kit/pure/languages.ts'
import { createBookingStudio } from './factories/booking-studio.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

const files = import.meta.glob<Record<string, EmailTemplates>>('../src/domains/*/emails/{en,de,fr,es}.ts', { eager: true })
/** The emails of a domain in a language; none when there are none in it. */
const getBook = (domain: string, language: Language): EmailTemplates => Object.values(files[`../src/domains/${domain}/emails/${language}.ts`] ?? {})[0] ?? {}
const domains = Object.keys(files).flatMap((path) => (path.endsWith('/en.ts') ? [path.split('/').at(-3) ?? ''] : []))
const others = Object.keys(languages).filter((language) => language !== 'en') as Language[]
/** Variables that are lists; they are empty here. */
const lists = new Set(['lines', 'parts', 'sessions'])

describe.each(domains.flatMap((domain) => others.map((language) => [domain, language] as const)))('emails of %s in %s', (domain, language) => {
  const [english, other] = [getBook(domain, 'en'), getBook(domain, language)]
  test('none is missing', () => {
    expect(Object.keys(english).length).toBeGreaterThan(0)
    expect(Object.keys(other)).toEqual(Object.keys(english))
  })
  test.each(Object.keys(english))('%s says the same things', (template) => {
    const says = (book: EmailTemplates) => {
      const asked = new Set<string>()
      const variables = new Proxy<Record<string, unknown>>(
        {},
        { get: (__, name) => (asked.add(String(name)), lists.has(String(name)) ? [] : `<${String(name)}>`) },
      )
      const text = book[template]?.(variables, (at) => String(at))
      const words = JSON.stringify(text)
      return { asked: [...asked].toSorted(), shown: [...new Set(words.match(/<\w+>/g))].toSorted(), hasButton: text?.button !== undefined, words }
    }
    const [en, translated] = [says(english), says(other)]
    expect({ ...translated, words: '' }).toEqual({ ...en, words: '' })
    expect(translated.words).not.toBe(en.words)
  })
})

const monthlyAfterTrial = { trialDays: 7, cycle: { count: 1, unit: 'MONTH' } }
const fortnightlyAfterTrial = { trialDays: 1, cycle: { count: 2, unit: 'WEEK' } }
const yearly = { trialDays: 0, cycle: { count: 1, unit: 'YEAR' } }
test.each<[Language, typeof yearly, string]>([
  ['de', monthlyAfterTrial, '7 Tage kostenlos, danach 40.00 EUR jeden Monat'],
  ['de', fortnightlyAfterTrial, '1 Tag kostenlos, danach 40.00 EUR alle 2 Wochen'],
  ['de', yearly, '40.00 EUR jedes Jahr'],
  ['fr', monthlyAfterTrial, '7 jours d’essai gratuit, puis 40.00 EUR tous les mois'],
  ['fr', fortnightlyAfterTrial, '1 jour d’essai gratuit, puis 40.00 EUR toutes les 2 semaines'],
  ['fr', yearly, '40.00 EUR tous les ans'],
  ['es', monthlyAfterTrial, '7 días gratis, después 40.00 EUR cada mes'],
  ['es', fortnightlyAfterTrial, '1 día gratis, después 40.00 EUR cada 2 semanas'],
  ['es', yearly, '40.00 EUR cada año'],
])('the price in %s: %j', (language, { trialDays, cycle }, sentence) => {
  const of = {
    model: { subscription: { cycleDuration: cycle, cycleCount: 0 } },
    spans: [{ duration: {}, price: { total: '40.00', currency: 'EUR' } }],
    trialDays,
  }
  expect(formatPriceSummary(of as unknown as Parameters<typeof formatPriceSummary>[0], (amount, currency) => `${amount} ${currency}`, language)).toBe(sentence)
})

describe('everyone gets emails in their language', () => {
  let server: TestServer
  let site: TestSite
  beforeAll(async () => {
    server = await startTestServer()
    site = await server.createSite()
  }, 60_000)
  afterAll(async () => {
    expect(server.problems).toEqual([])
    await server.close()
  })
  const signUp = async (email: string, headers: Record<string, string>, profile: object = {}) => {
    await server.ok('POST', '/_api/iam/authentication/v2/register', {
      token: await server.visitorToken(site),
      headers,
      body: { loginId: { email }, password: 'a long and calm password', profile },
    })
    await server.ok('POST', '/_test/clock', { body: { advance: 'PT1S' } })
    const { emails } = await server.ok('GET', '/api/emails', { as: site, query: { to: email } })
    return (emails as { subject?: string }[])[0]?.subject
  }
  test('as their browser asks, as they say, else as the site speaks', async () => {
    expect(await signUp('anna@emails.example', { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' })).toMatch(/^Willkommen bei/)
    expect(await signUp('ann@emails.example', { 'accept-language': 'it-IT' })).toMatch(/^Welcome to/)
    expect(await signUp('avril@emails.example', { 'accept-language': 'fr-CA' })).toMatch(/^Bienvenue chez/)
    expect(await signUp('bea@emails.example', { 'accept-language': 'en-GB' }, { language: 'de' })).toMatch(/^Willkommen bei/)
    await server.ok('PATCH', '/api/site-settings', { as: site, body: { language: 'de' } })
    expect(await signUp('cid@emails.example', {})).toMatch(/^Willkommen bei/)
    expect(await signUp('dan@emails.example', { 'accept-language': 'en' })).toMatch(/^Welcome to/)
  })
  test('about bookings: times, amounts and sentences follow the reader; owners read the language of their site', async () => {
    server.freezeClock('2027-05-01T10:00:00Z')
    const studio = await createBookingStudio(server)
    await server.ok('PATCH', '/api/site-settings', { as: studio.site, body: { language: 'de' } })
    const massage = await studio.service({ price: '1040.00', approval: true })
    const request = async (email: string, hour: number, headers: Record<string, string>) => {
      const slot = studio.slotFor(massage, `2027-05-10T${hour}:00:00Z`, `2027-05-10T${hour + 1}:00:00Z`)
      const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Kim', email }, totalParticipants: 1, selectedPaymentOption: 'OFFLINE' }
      const made = await server.ok('POST', '/_api/bookings-service/v2/bookings', { token: await server.visitorToken(studio.site), headers, body: { booking } })
      const path = `/_api/bookings-service/v2/bookings/${made.booking.id}/decline`
      await server.ok('POST', path, { as: studio.site, body: { revision: made.booking.revision, participantNotification: { notifyParticipants: true } } })
      const [sent] = await server.sentEmails(studio.site, email)
      return sent?.variables
    }
    expect(await request('kim@emails.example', 10, { 'accept-language': 'it' })).toMatchObject({
      language: 'de',
      startText: 'Montag, 10. Mai 2027 um 12:00',
      priceText: '1.040,00\u00a0$',
    })
    expect(await request('lee@emails.example', 14, { 'accept-language': 'en-GB' })).toMatchObject({
      language: 'en',
      startText: expect.stringMatching(/^Monday,? 10 May 2027/),
      priceText: '$1,040.00',
    })
    expect(await request('mia@emails.example', 16, { 'accept-language': 'fr' })).toMatchObject({
      language: 'fr',
      startText: 'lundi 10 mai 2027 à 18:00',
      priceText: '1\u202f040,00\u00a0$US',
    })
    expect(await request('noa@emails.example', 18, { 'accept-language': 'es' })).toMatchObject({
      language: 'es',
      startText: 'lunes, 10 de mayo de 2027, 20:00',
      priceText: '1040,00\u00a0US$',
    })
  })
})
