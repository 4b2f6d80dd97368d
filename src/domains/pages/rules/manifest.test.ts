import { expect, test } from 'vitest'
import { buildManifest, drawIcon } from './manifest.ts'

const site = { name: 'Studio Linden', description: 'Yoga by the river', accent: '#2f6d4f', language: 'en' }

test('the manifest names the site, its colours and icons for every mask', () => {
  expect(buildManifest(site)).toMatchObject({ name: 'Studio Linden', start_url: '/', display: 'standalone', theme_color: '#2f6d4f', lang: 'en' })
  expect(buildManifest(site).icons.map(({ src, purpose }) => `${src} ${purpose}`)).toEqual([
    '/icon-192.png any',
    '/icon-192.png maskable',
    '/icon-512.png any',
    '/icon-512.png maskable',
  ])
})
test.each([
  ['Linden', 'Linden'],
  ['Studio Linden', 'Studio'],
  ['Yoga am Fluss Berlin', 'Yoga am'],
  ['Gesundheitszentrum', 'Gesundheitsz'],
])('below an icon %s is %s', (name, short) => expect(buildManifest({ ...site, name }).short_name).toBe(short))
test('the icon can be seen on its ground, also on a light accent', () => {
  expect(drawIcon('#2f6d4f')).toMatch(/fill="#2f6d4f"[^]*fill="#ffffff"/)
  expect(drawIcon('#ffe680')).toMatch(/fill="#ffe680"[^]*fill="#1f1a16"/)
})
