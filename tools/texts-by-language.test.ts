/** The build keeps the texts of one language in each file, and names the files of that language. */
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import type { Language } from '../src/kit/pure/languages.ts'
import { keepLanguage, nameFiles, writeLinks } from './texts-by-language.ts'

const keep = (code: string, language: Language) => keepLanguage(code, parseSync('file.js', code).program, language)

test('texts of the others are left out, whatever stands around and within them', () => {
  const code =
    "const a=__TEXTS__({t:`Plans`,n:(c)=>c===1?'one plan':f(c)},{de:{t:`Tarife`,n:(c)=>g(c)},fr:{t:`Formules`,n:(c)=>h(c)}}),b=__TEXTS__('Close',{de:'Schließen',fr:'Fermer'});u(a.t,b)"
  expect(keep(code, 'en')).toBe("const a=({en:{t:`Plans`,n:(c)=>c===1?'one plan':f(c)}}),b=({en:'Close'});u(a.t,b)")
  expect(keep(code, 'de')).toBe("const a=({de:{t:`Tarife`,n:(c)=>g(c)}}),b=({de:'Schließen'});u(a.t,b)")
  expect(keep(code, 'fr')).toBe("const a=({fr:{t:`Formules`,n:(c)=>h(c)}}),b=({fr:'Fermer'});u(a.t,b)")
})
test.each([
  ['__TEXTS__(a, b)', 'in place'],
  ['__TEXTS__({ t: 1 }, { ...others })', 'is a name'],
  ['__TEXTS__({ t: 1 }, { fr: { t: 2 } })', 'lacks de'],
])('%s is no build: it %s', (code, words) => {
  expect(() => keep(code, 'de')).toThrow(words)
})

test('a file leads to those of its language, and to those that say nothing', () => {
  const named = new Set(['site-Ab.js', 'shared~a~b-C_d.js'])
  expect(nameFiles('import"./site-Ab.js";import("./vendor-E.js");m=["assets/shared~a~b-C_d.js","assets/x.css"]', named, 'de')).toBe(
    'import"./site-Ab.de.js";import("./vendor-E.js");m=["assets/shared~a~b-C_d.de.js","assets/x.css"]',
  )
})

const html =
  '<head><script type="module" crossorigin src="/assets/vendor-E.js"></script><script type="module" crossorigin src="/assets/site-Ab.js"></script></head>'
test('a page preloads the files of a language that is filled in when it is sent', () => {
  expect(writeLinks(html, new Set(['assets/site-Ab.js']))).toBe(
    '<head><link rel="modulepreload" crossorigin href="/assets/vendor-E.js"><link rel="modulepreload" crossorigin href="/assets/site-Ab.%language%.js"></head>',
  )
})
