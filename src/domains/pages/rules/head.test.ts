import { describe, expect, test } from 'vitest'
import { cardSizes, pageHeroSizes, serviceHeroSizes } from '#kit/pure/picture-sizes.ts'
import { buildHead, shorten } from './head.ts'
import type { PageData, ServiceData, SiteData } from './page-data.ts'
import { renderRobots, renderSitemap } from './sitemap.ts'

const site: SiteData = {
  origin: 'https://studio.example',
  name: 'Studio Linden',
  tagline: 'Yoga by the river',
  language: 'en',
  sharePicture: 'https://studio.example/share-picture.png?v=1',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  address: { line: 'Lindenweg 3', city: 'Berlin', postalCode: '10115', country: 'DE', phone: '+49 30 1', email: 'hallo@studio.example' },
  openingHours: [
    { day: 1, from: '09:00', to: '18:00' },
    { day: 3, from: '09:00', to: '18:00' },
    { day: 6, from: '10:00', to: '14:00' },
  ],
}
const yoga: ServiceData = {
  id: 'yoga',
  name: 'Slow yoga',
  tagline: 'An hour to arrive',
  description: 'Long text',
  slug: 'slow-yoga',
  type: 'CLASS',
  price: '18',
  isFree: false,
  image: 'https://studio.example/media/a.webp',
}
const session = { serviceId: 'yoga', title: 'Slow yoga', start: '2026-03-02T17:00:00Z', end: '2026-03-02T18:00:00Z', openSpots: 0, location: { name: 'Hall' } }
const head = (page: PageData, path: string, requested?: 'de' | 'en') =>
  buildHead(page, site, { path, language: requested ?? 'en', requested, languages: ['en', 'de'] })

describe('head of a page', () => {
  test.each<[string, PageData, string, string]>([
    ['home', { kind: 'HOME', lead: '', written: [], services: [] }, 'Studio Linden · Yoga by the river', 'Yoga by the river'],
    ['services', { kind: 'SERVICES', services: [yoga] }, 'Services · Studio Linden', 'Everything you can book at Studio Linden: find a time and book online.'],
    ['service', { kind: 'SERVICE', service: yoga, sessions: [] }, 'Slow yoga · Studio Linden', 'An hour to arrive'],
    [
      'service in the words of its owner',
      { kind: 'SERVICE', service: { ...yoga, seoTitle: 'Yoga in Berlin', seoDescription: 'Found.' }, sessions: [] },
      'Yoga in Berlin · Studio Linden',
      'Found.',
    ],
    ['member', { kind: 'MEMBER', name: 'Ana', isPublic: true }, 'Ana · Studio Linden', 'Ana is a member of Studio Linden.'],
    ['sign-in', { kind: 'PRIVATE' }, 'Studio Linden', 'Yoga by the river'],
  ])('%s', (_name, page, title, description) => {
    expect(head(page, '/x')).toMatchObject({ title, description })
  })

  test('title and description are in the language of the page: what the owner wrote in it, else a sentence of ours', () => {
    const home = (lead: string): PageData => ({ kind: 'HOME', lead, written: [], services: [] })
    expect(head(home(''), '/', 'de')).toMatchObject({
      title: 'Studio Linden · Berlin',
      description: 'Kurse und Termine bei Studio Linden buchen, Mitglied werden und alles online verwalten.',
      language: 'de',
    })
    expect(head(home('Yoga am Fluss'), '/', 'de').description).toBe('Yoga am Fluss')
    expect(head({ kind: 'PRIVATE' }, '/account', 'de').description).toMatch(/^Kurse und Termine bei Studio Linden/)
  })

  test('a page without a picture of its own shares that of the site', () => {
    expect(head({ kind: 'PLANS', plans: [] }, '/plans').image).toBe(site.sharePicture)
    expect(head({ kind: 'SERVICE', service: yoga, sessions: [] }, '/x').image).toBe(yoga.image)
  })

  test('the picture at the top is loaded early in the sizes that the app asks for; those of others are not', () => {
    const own = `/media/${'a'.repeat(32)}_${'b'.repeat(32)}`
    const service = (hero: string): PageData => ({ kind: 'SERVICE', service: { ...yoga, hero }, sessions: [] })
    expect(head(service(`https://studio.example${own}.webp`), '/x').preload).toEqual({
      srcset: [360, 720, 1080, 1600].map((width) => `${own}/v1/fit/w_${width},h_3000/picture.webp ${width}w`).join(', '),
      sizes: serviceHeroSizes,
    })
    expect(head({ kind: 'HOME', lead: '', written: [], services: [], hero: own }, '/').preload?.sizes).toBe(pageHeroSizes)
    expect(head({ kind: 'SERVICES', services: [{ ...yoga, hero: own }, yoga] }, '/services').preload?.sizes).toBe(cardSizes)
    for (const page of [service('https://cdn.example/a.jpg'), { kind: 'HOME', lead: '', written: [], services: [] } satisfies PageData])
      expect(head(page, '/x').preload).toBeUndefined()
  })

  test('every language has its address, and the plain one is for everyone else', () => {
    const plain = head({ kind: 'PLANS', plans: [] }, '/plans')
    expect(plain.canonical).toBe('https://studio.example/plans')
    expect(plain.alternates).toEqual([
      { language: 'en', url: 'https://studio.example/plans?lang=en' },
      { language: 'de', url: 'https://studio.example/plans?lang=de' },
      { language: 'x-default', url: 'https://studio.example/plans' },
    ])
    const german = head({ kind: 'PLANS', plans: [] }, '/plans', 'de')
    expect([german.canonical, german.language, german.title]).toEqual(['https://studio.example/plans?lang=de', 'de', 'Tarife · Studio Linden'])
  })

  test.each<[string, PageData]>([
    ['pages of a person', { kind: 'PRIVATE' }],
    ['services that the owner keeps to themselves', { kind: 'SERVICE', service: { ...yoga, noIndex: true }, sessions: [] }],
    ['the list of members', { kind: 'MEMBERS' }],
    ['members that only members see', { kind: 'MEMBER', name: 'Ana', isPublic: false }],
  ])('%s are not indexed', (_name, page) => {
    expect(head(page, '/x')).toMatchObject({ alternates: [], structuredData: [] })
    expect(head(page, '/x').canonical).toBeUndefined()
  })
})

describe('structured data', () => {
  test('the business with its address, and days of the same hours in one line', () => {
    const [business] = head({ kind: 'HOME', lead: '', written: [], services: [] }, '/').structuredData
    expect(business).toMatchObject({
      '@type': 'LocalBusiness',
      '@id': 'https://studio.example/#business',
      address: { streetAddress: 'Lindenweg 3', addressLocality: 'Berlin', postalCode: '10115', addressCountry: 'DE' },
      openingHoursSpecification: [
        { dayOfWeek: ['Monday', 'Wednesday'], opens: '09:00', closes: '18:00' },
        { dayOfWeek: ['Saturday'], opens: '10:00', closes: '14:00' },
      ],
    })
  })
  test('a class with its sessions; a full one is sold out', () => {
    const [service, event] = head({ kind: 'SERVICE', service: yoga, sessions: [session] }, '/service/slow-yoga').structuredData
    expect(service).toMatchObject({ '@type': 'Service', offers: { price: '18', priceCurrency: 'EUR' } })
    expect(event).toMatchObject({
      '@type': 'Event',
      startDate: '2026-03-02T17:00:00Z',
      location: { '@type': 'Place', name: 'Hall' },
      offers: { availability: 'https://schema.org/SoldOut' },
    })
  })
  test('a course with its first and last date, and no events', () => {
    const later = { ...session, start: '2026-03-30T17:00:00Z', end: '2026-03-30T18:00:00Z' }
    const data = head({ kind: 'SERVICE', service: { ...yoga, type: 'COURSE' }, sessions: [session, later] }, '/service/x').structuredData
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ '@type': 'Course', hasCourseInstance: { startDate: '2026-03-02T17:00:00Z', endDate: '2026-03-30T18:00:00Z' } })
  })
  test('empty fields are left out', () => {
    const bare = { ...site, tagline: '', address: null, openingHours: [] }
    const [business] = buildHead({ kind: 'HOME', lead: '', written: [], services: [] }, bare, {
      path: '/',
      language: 'en',
      requested: undefined,
      languages: ['en'],
    }).structuredData
    expect(Object.keys(business ?? {})).toEqual(['@context', '@type', '@id', 'name', 'url', 'currenciesAccepted'])
  })
})

test.each([
  ['short', 'short'],
  ['  two\n lines ', 'two lines'],
  [`${'word '.repeat(40)}`, `${'word '.repeat(31).trim()}…`],
  ['x'.repeat(200), `${'x'.repeat(80)}…`],
])('descriptions are cut at a word: %s', (text, expected) => expect(shorten(text)).toBe(expected))

test('the sitemap names pages with their languages, and escapes what an address may hold', () => {
  const xml = renderSitemap('https://studio.example', [{ path: '/service/a&b', changed: '2026-01-01T00:00:00Z' }], ['en', 'de'])
  expect(xml).toContain('<loc>https://studio.example/service/a&amp;b</loc><lastmod>2026-01-01T00:00:00Z</lastmod>')
  expect(xml).toContain('hreflang="de" href="https://studio.example/service/a&amp;b?lang=de"')
  expect(renderRobots('https://studio.example')).toMatch(/Disallow: \/account\n[^]*Sitemap: https:\/\/studio\.example\/sitemap\.xml\n$/)
})
