import { expect, test } from 'vitest'
import { toHomeTitle } from './home-title.ts'

const site = { name: 'Studio Linden', tagline: 'Yoga by the river.', language: 'en', city: 'Berlin' }
test.each([
  ['a short tagline', {}, 'en', 'Studio Linden · Yoga by the river'],
  ['in another language the town', {}, 'de', 'Studio Linden · Berlin'],
  ['of two sentences the town', { tagline: 'Slow mornings. Quiet evenings.' }, 'en', 'Studio Linden · Berlin'],
  ['of a long one the town', { tagline: 'Yoga, breathing and quiet evenings by the river' }, 'en', 'Studio Linden · Berlin'],
  ['without both the name', { tagline: ' ', city: '' }, 'en', 'Studio Linden'],
  ['the town once', { name: 'Yoga Berlin', tagline: '' }, 'en', 'Yoga Berlin'],
  ['the name once', { tagline: 'Studio Linden' }, 'en', 'Studio Linden'],
])('%s', (_what, change, language, title) => expect(toHomeTitle({ ...site, ...change }, language)).toBe(title))
