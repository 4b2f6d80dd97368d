import { expect, test } from 'vitest'
import { checkWebsite } from '#domains/website/rules/check-website.ts'
import { defaultWebsite } from '#domains/website/rules/website.ts'
import { findSlugProblem, nextSlug } from './slugs.ts'
import { newBlock, pageTemplates, withBlocks, withNewPage, withoutPage, withFocalPoint, withText } from './website-edits.ts'

test('a text is kept in its language, an empty one not at all', () => {
  expect(withText({ de: 'Hallo' }, 'en', 'Hello')).toEqual({ de: 'Hallo', en: 'Hello' })
  expect(withText({ de: 'Hallo', en: 'Hello' }, 'de', '')).toEqual({ en: 'Hello' })
})

test('a page finds an address that is free', () => {
  expect(nextSlug('about', [])).toBe('about')
  expect(nextSlug('about', ['about', 'about-2'])).toBe('about-3')
  expect(nextSlug('team', [])).toBe('team-2')
  expect(findSlugProblem('Über uns', [])).toBeDefined()
  expect(findSlugProblem('services', [])).toBeDefined()
  expect(findSlugProblem('about', ['about'])).toBeDefined()
  expect(findSlugProblem('about', [])).toBeUndefined()
})

test('every template, twice, and every block make a website that can be published', () => {
  let website = withBlocks(
    defaultWebsite,
    '',
    (['hero', 'text', 'classes', 'services', 'plans', 'team', 'location', 'gallery', 'reviews', 'questions', 'contact'] as const).map(newBlock),
  )
  for (const template of [...pageTemplates, ...pageTemplates]) website = withNewPage(website, template).website
  expect(checkWebsite(website)).toEqual([])
  expect(website.pages).toHaveLength(2 * pageTemplates.length)
  expect(website.footer.links).toHaveLength(6)
})

test('a page goes with the links to it', () => {
  const [template] = pageTemplates
  if (!template) throw new Error('There is no template.')
  const { website, pageId } = withNewPage(defaultWebsite, template)
  expect(withoutPage(website, pageId)).toEqual(defaultWebsite)
})

test('a picture keeps a focal point only where there is one', () => {
  const picture = { id: 'a', width: 4, height: 3, alt: { en: 'A room' } }
  const focused = withFocalPoint(picture, { x: 20, y: 90 })
  expect(focused).toEqual({ ...picture, focus: { x: 20, y: 90 } })
  expect(withFocalPoint(focused, undefined)).toEqual(picture)
})
