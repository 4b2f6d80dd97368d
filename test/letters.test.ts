/** Letters in every language: none is missing words that others have, each says the same things, and everybody gets theirs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceSentence } from '../src/domains/orders/rules/price-words.ts'
import { communityMails as communityDe } from '../src/domains/community/mails/de.ts'
import { communityMails } from '../src/domains/community/mails/en.ts'
import { identityMails as identityDe } from '../src/domains/identity/mails/de.ts'
import { identityMails } from '../src/domains/identity/mails/en.ts'
import { membersMails as membersDe } from '../src/domains/members/mails/de.ts'
import { membersMails } from '../src/domains/members/mails/en.ts'
import { ordersMails as ordersDe } from '../src/domains/orders/mails/de.ts'
import { ordersMails } from '../src/domains/orders/mails/en.ts'
import { staffMails as staffDe } from '../src/domains/staff/mails/de.ts'
import { staffMails } from '../src/domains/staff/mails/en.ts'
import { makeWorld, type TestSite, type World } from './world.ts'

const books = {
  community: [communityMails, communityDe],
  identity: [identityMails, identityDe],
  members: [membersMails, membersDe],
  orders: [ordersMails, ordersDe],
  staff: [staffMails, staffDe],
} as const

describe.each(Object.entries(books))('letters of %s', (_, [english, german]) => {
  test('German has them all', () => expect(Object.keys(german)).toEqual(Object.keys(english)))
  test.each(Object.keys(english))('%s says the same things in both languages', (template) => {
    const says = (book: typeof english) => {
      const asked = new Set<string>()
      const variables = new Proxy<Record<string, unknown>>({}, { get: (__, name) => (asked.add(String(name)), `<${String(name)}>`) })
      const text = book[template]?.(variables, (at) => String(at))
      const words = JSON.stringify(text)
      return { asked: [...asked].toSorted(), shown: [...new Set(words.match(/<\w+>/g))].toSorted(), hasButton: text?.button !== undefined, words }
    }
    const [en, de] = [says(english), says(german)]
    expect({ ...de, words: '' }).toEqual({ ...en, words: '' })
    expect(de.words).not.toBe(en.words)
  })
})

test.each([
  [{ trialDays: 7, cycle: { count: 1, unit: 'MONTH' } }, '7 Tage kostenlos, danach 40.00 EUR jeden Monat'],
  [{ trialDays: 1, cycle: { count: 2, unit: 'WEEK' } }, '1 Tag kostenlos, danach 40.00 EUR alle 2 Wochen'],
  [{ trialDays: 0, cycle: { count: 1, unit: 'YEAR' } }, '40.00 EUR jedes Jahr'],
])('the price in German: %j', ({ trialDays, cycle }, sentence) => {
  const of = {
    model: { subscription: { cycleDuration: cycle, cycleCount: 0 } },
    spans: [{ duration: {}, price: { total: '40.00', currency: 'EUR' } }],
    trialDays,
  }
  expect(priceSentence(of as unknown as Parameters<typeof priceSentence>[0], (amount, currency) => `${amount} ${currency}`, 'de')).toBe(sentence)
})

describe('everybody gets letters in their language', () => {
  let world: World
  let site: TestSite
  beforeAll(async () => {
    world = await makeWorld()
    site = await world.site()
  }, 60_000)
  afterAll(async () => {
    expect(world.problems).toEqual([])
    await world.close()
  })
  const signUp = async (email: string, headers: Record<string, string>, profile: object = {}) => {
    await world.ok('POST', '/_api/iam/authentication/v2/register', {
      token: await world.visitor(site),
      headers,
      body: { loginId: { email }, password: 'a long and calm password', profile },
    })
    await world.ok('POST', '/_test/clock', { body: { advance: 'PT1S' } })
    const { messages } = await world.ok('GET', '/api/messages', { as: site, query: { to: email } })
    return (messages as { subject?: string }[])[0]?.subject
  }
  test('as their browser asks, as they say, else as the site speaks', async () => {
    expect(await signUp('anna@letters.example', { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' })).toMatch(/^Willkommen bei/)
    expect(await signUp('ann@letters.example', { 'accept-language': 'fr-FR' })).toMatch(/^Welcome to/)
    expect(await signUp('bea@letters.example', { 'accept-language': 'en-GB' }, { language: 'de' })).toMatch(/^Willkommen bei/)
    await world.ok('PATCH', '/api/site-settings', { as: site, body: { language: 'de' } })
    expect(await signUp('cid@letters.example', {})).toMatch(/^Willkommen bei/)
    expect(await signUp('dan@letters.example', { 'accept-language': 'en' })).toMatch(/^Welcome to/)
  })
})
