import { describe, expect, test } from 'vitest'
import type { PageData, ServiceData, SessionData, SiteData } from './page-data.ts'
import { describeContent, describeGuide, toMarkdownPath } from './page-content.ts'
import { renderHtml, renderMarkdown } from './render-content.ts'

const site: SiteData = {
  origin: 'https://studio.example',
  name: 'Studio Linden',
  tagline: 'Yoga by the river',
  language: 'en',
  sharePicture: 'https://studio.example/share-picture.png?v=1',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  address: { line: 'Lindenweg 3', city: 'Berlin', postalCode: '10115', country: 'DE', phone: '', email: 'hallo@studio.example' },
  openingHours: [
    { day: 0, from: '10:00', to: '14:00' },
    { day: 1, from: '09:00', to: '12:00' },
    { day: 1, from: '15:00', to: '18:00' },
  ],
}
const yoga: ServiceData = {
  id: 'yoga',
  name: 'Slow yoga',
  tagline: 'An hour to arrive',
  description: 'First part.\n\nSecond\npart.',
  slug: 'slow yoga',
  type: 'CLASS',
  price: '18',
  isFree: false,
}
const session: SessionData = {
  serviceId: 'yoga',
  title: 'Slow yoga',
  start: '2026-06-01T16:00:00Z',
  end: '2026-06-01T17:00:00Z',
  openSpots: 3,
  location: { name: 'Hall', address: 'Lindenweg 3' },
}
const markdown = (page: PageData, language: 'en' | 'de' = 'en') => renderMarkdown(describeContent(page, site, language) ?? { title: '', blocks: [] })

describe('pages as Markdown', () => {
  test('home: services, hours and place', () => {
    expect(markdown({ kind: 'HOME', lead: '', written: [], services: [yoga] })).toBe(`# Studio Linden

Yoga by the river

## Services

- [Slow yoga](<https://studio.example/service/slow%20yoga>): An hour to arrive · €18.00

## Opening hours

- Monday: 09:00–12:00 · 15:00–18:00
- Sunday: 10:00–14:00

## Find us

Lindenweg 3, 10115 Berlin, hallo@studio.example
`)
  })
  test('a service: its words, price and next dates in the zone of the site', () => {
    expect(markdown({ kind: 'SERVICE', service: yoga, sessions: [session, { ...session, openSpots: 0, location: {} }] }, 'de')).toBe(`# Slow yoga

An hour to arrive

First part.

Second part.

18,00\u00A0€

## Nächste Termine

- Mo., 1. Juni um 18:00: Slow yoga: Noch 3 Plätze · Hall · Lindenweg 3
- Mo., 1. Juni um 18:00: Slow yoga: Ausgebucht

## So findest du uns

Lindenweg 3, 10115 Berlin, hallo@studio.example
`)
  })
  test.each([
    ['59', { unit: 'MONTH', count: 1 }, '€59.00 a month'],
    ['150', { unit: 'MONTH', count: 3 }, '€150.00 every 3 months'],
    ['90', undefined, '€90.00'],
    ['0', undefined, 'Free'],
  ] as const)('a plan of %s for %j', (price, cycle, text) => {
    const plan = { name: 'Flat', description: '', slug: 'flat', price, currency: 'EUR', perks: ['All classes'], ...(cycle && { cycle }) }
    expect(markdown({ kind: 'PLANS', plans: [plan] })).toBe(`# Plans\n\n- Flat: ${text} · All classes\n`)
  })
  test.each<PageData>([{ kind: 'PRIVATE' }, { kind: 'MEMBERS' }, { kind: 'MEMBER', name: 'Ana', isPublic: true }])('nothing of $kind', (page) => {
    expect(describeContent(page, site, 'en')).toBeUndefined()
  })
  test('the guide names every page by its Markdown', () => {
    const guide = renderMarkdown(describeGuide([yoga], site, 'en'))
    expect(guide).toMatch(/^# Studio Linden\n\nYoga by the river\n\n## Pages\n\n- \[Studio Linden\]\(<https:\/\/studio\.example\/index\.md>\)/)
    expect(guide).toContain('[Slow yoga](<https://studio.example/service/slow%20yoga.md>)')
    expect(guide).toContain('https://studio.example/docs')
  })
})

test('texts of owners never become markup', () => {
  const service = { ...yoga, name: '<script>alert(1)</script> [x](y) # *z*', tagline: '"&' }
  const content = describeContent({ kind: 'SERVICES', services: [service] }, site, 'en')
  if (!content) throw new Error('no content')
  expect(renderHtml(content, [{ title: 'A & B', url: 'https://studio.example/?a=1&b' }])).toBe(
    '<nav class="page"><a href="https://studio.example/?a=1&amp;b">A &amp; B</a></nav><main class="page"><h1>Services</h1><ul>' +
      '<li><a href="https://studio.example/service/slow%20yoga">&lt;script&gt;alert(1)&lt;/script&gt; [x](y) # *z*</a><br>&quot;&amp;<br>€18.00</li></ul></main>',
  )
  expect(renderMarkdown(content)).toContain('- [\\<script\\>alert(1)\\</script\\> \\[x\\](y) \\# \\*z\\*](<')
})

test.each([
  ['/', '/index.md'],
  ['/plans', '/plans.md'],
  ['/service/slow-yoga', '/service/slow-yoga.md'],
  ['/service/slow-yoga/', '/service/slow-yoga.md'],
])('the Markdown of %s is at %s', (path, expected) => expect(toMarkdownPath(path)).toBe(expected))
