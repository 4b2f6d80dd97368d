import { expect, test } from 'vitest'
import { readSeo, toServiceTitle } from './seo-tags.ts'

const title = (children: string) => ({ tags: [{ type: 'title', children }] })

test.each([
  ['the written title', title('Hot stone massage'), 'Hot stone massage'],
  ['without spaces around it', title(' Hot stone massage '), 'Hot stone massage'],
  ['the name where it is empty', title(' '), 'Massage'],
  ['the name without tags', {}, 'Massage'],
  ['the name without anything', undefined, 'Massage'],
  ['the name where tags are none', { tags: 'title' }, 'Massage'],
  ['the name where the title is no text', { tags: [null, { type: 'title', children: 3 }] }, 'Massage'],
])('the title of a service is %s', (_what, seoData, expected) => expect(toServiceTitle({ name: 'Massage', seoData })).toBe(expected))

test('description and robots are read from their tags', () => {
  const meta = (name: string, content: unknown) => ({ type: 'meta', props: { name, content } })
  expect(readSeo({ tags: [meta('description', 'Found.'), meta('robots', 'NoIndex, nofollow')] })).toEqual({
    seoTitle: '',
    seoDescription: 'Found.',
    noIndex: true,
  })
  expect(readSeo({ tags: [meta('description', 3), meta('robots', 'noindexes')] })).toEqual({ seoTitle: '', seoDescription: '', noIndex: false })
})
