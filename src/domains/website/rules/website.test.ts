import { describe, expect, test } from 'vitest'
import { checkWebsite, isReservedSlug, isSafeHref } from './check-website.ts'
import { defaultWebsite, linesIn, listPictureIds, textIn, type Block, type Website } from './website.ts'

const picture = (id: string) => ({ id, width: 10, height: 10 })
const page = (slug: string, blocks: Block[] = [], id = slug) => ({ id, slug, title: { en: slug }, blocks })
const withPages = (...pages: Website['pages'][number][]): Website => ({ ...defaultWebsite, pages })

describe('a text for a reader', () => {
  test.each([
    ['in their language', { en: 'Hello', de: 'Hallo' }, 'de', 'en', 'Hallo'],
    ['in the language of the site', { en: 'Hello', de: 'Hallo' }, 'en', 'de', 'Hello'],
    ['of the site when theirs is not written', { de: 'Hallo' }, 'en', 'de', 'Hallo'],
    ['in any when neither is', { de: 'Hallo' }, 'en', 'en', 'Hallo'],
    ['of the site when theirs is blank', { en: ' ', de: 'Hallo' }, 'en', 'de', 'Hallo'],
    ['empty when there is none', {}, 'en', 'en', ''],
  ] as const)('is %s', (_name, texts, language, siteLanguage, expected) => expect(textIn(texts, language, siteLanguage)).toBe(expected))

  test('is rich in the same way', () => {
    const line = (text: string) => [{ type: 'paragraph' as const, runs: [{ text }] }]
    expect(linesIn({ en: line('Hello'), de: line('') }, 'de', 'en')).toEqual(line('Hello'))
    expect(linesIn({}, 'de', 'en')).toEqual([])
  })
})

describe('a link', () => {
  test.each(['https://studio.example/a?b=c', 'http://a.example', 'mailto:hello@studio.example', 'tel:+49 30 123', '/about', '#hours'])(
    'may lead to %s',
    (href) => expect(isSafeHref(href)).toBe(true),
  )
  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'vbscript:x',
    'https://',
    'about',
    'https://a.example/"><script>',
    '',
  ])('may not lead to %j', (href) => expect(isSafeHref(href)).toBe(false))
})

describe('a website', () => {
  test('of a new business is in order', () => expect(checkWebsite(defaultWebsite)).toEqual([]))
  test.each(['services', 'dashboard', 'v2', '_api', 'hosted', 'robots'])('has no page at /%s', (slug) => {
    expect(isReservedSlug(slug)).toBe(true)
    expect(checkWebsite(withPages(page(slug)))).toEqual([{ field: 'pages[0].slug', problem: 'RESERVED' }])
  })
  test('has one page at an address, one page and one block of an id', () => {
    const block: Block = { id: 'a', type: 'location' }
    expect(checkWebsite(withPages(page('about'), page('about', [block, block], 'other'), page('team-and-us', [], 'other')))).toEqual([
      { field: 'pages[1].slug', problem: 'TAKEN' },
      { field: 'pages[1].blocks[1].id', problem: 'DUPLICATE_ID' },
      { field: 'pages[2].id', problem: 'DUPLICATE_ID' },
    ])
  })
  test('leads nowhere by a script', () => {
    const href = 'javascript:alert(1)'
    const website: Website = {
      ...withPages(page('about', [{ id: 'a', type: 'text', body: { de: [{ type: 'bullet', runs: [{ text: 'x', href }] }] } }])),
      menu: [{ kind: 'URL', url: href, label: { en: 'x' } }],
      footer: { links: [{ kind: 'URL', url: href, label: { en: 'x' } }], social: [{ network: 'x', url: 'http://x.example/a' }] },
    }
    expect(checkWebsite(website)).toEqual([
      { field: 'menu[0].url', problem: 'UNSAFE_LINK' },
      { field: 'footer.links[0].url', problem: 'UNSAFE_LINK' },
      { field: 'footer.social[0].url', problem: 'UNSAFE_LINK' },
      { field: 'pages[0].blocks[0].body', problem: 'UNSAFE_LINK' },
    ])
  })
  test('names each of its pictures once', () => {
    const website: Website = {
      ...withPages(page('about', [{ id: 'a', type: 'gallery', pictures: [picture('1'), picture('2')] }])),
      design: { ...defaultWebsite.design, logo: picture('3') },
      home: [{ id: 'a', type: 'hero', look: 'picture', picture: picture('1') }],
    }
    expect(listPictureIds(website)).toEqual(['1', '2', '3'])
  })
})
