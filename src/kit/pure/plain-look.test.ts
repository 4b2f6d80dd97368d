import { defaultWebsite } from '#domains/website/rules/website.ts'
import { expect, test } from 'vitest'
import { isPlainLook } from './plain-look.ts'

test('a site begins with the plain look, and every choice of its owner leaves it', () => {
  expect(isPlainLook(defaultWebsite.design)).toBe(true)
  expect(isPlainLook({ ...defaultWebsite.design, accent: '#112233' } as never)).toBe(true)
  for (const change of [{ tone: 'cool' }, { font: 'modern' }, { corners: 'soft' }, { scheme: 'dark' }, { icon: { id: 'a' } }])
    expect(isPlainLook({ ...defaultWebsite.design, ...change })).toBe(false)
})
