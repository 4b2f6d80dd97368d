import { expect, test } from 'vitest'
import { findScreenFiles, preloadFiles } from './screen-files.ts'

const screens = {
  look: ['look.js'],
  '/plans': ['plans.js'],
  '/service/$slug': ['service.js', 'calendar.js'],
  '/$slug': ['own-page.js'],
  '/booking/$token/form': ['intake.js'],
}
test.each([
  ['/plans?lang=de', ['plans.js']],
  ['/plans/', ['plans.js']],
  ['/service/morning-flow', ['service.js', 'calendar.js']],
  ['/about', ['own-page.js']],
  ['/booking/abc/form', ['intake.js']],
  ['/', []],
  ['/look', ['own-page.js']],
  ['/service/morning-flow/more', []],
])('the screen at %s brings %j', (url, files) => {
  expect(findScreenFiles(screens, url, false)).toEqual(files)
  expect(findScreenFiles(screens, url, true)).toEqual(['look.js', ...files])
})

test('files are preloaded at the end of the head', () => {
  expect(preloadFiles('<head>\n  </head>', ['a.js'])).toContain('<link rel="modulepreload" crossorigin href="/a.js">\n  </head>')
  expect(preloadFiles('<head>\n  </head>', ['a.css'])).toContain('<link rel="preload" as="style" crossorigin href="/a.css">\n  </head>')
  expect(preloadFiles('<head></head>', [])).toBe('<head></head>')
})
