import { expect, test } from 'vitest'
import { joinLabel, matchLanguage } from './languages.ts'

test.each([
  [['de'], 'de'],
  [['de-AT,de;q=0.9,en;q=0.8'], 'de'],
  [['it-IT, en;q=0.5'], 'en'],
  [['DE'], 'de'],
  [[undefined, 'en'], 'en'],
  [['tlh', null, 'de'], 'de'],
  [['english'], undefined],
  [['it', ''], undefined],
  [['fr-CA, en;q=0.8'], 'fr'],
  [['es-419'], 'es'],
  [[], undefined],
  [['en;q=0.3, de;q=0.9'], 'de'],
  [['de;q=0'], undefined],
  [['*'], undefined],
  [['constructor'], undefined],
] as const)('%j is heard as %s', (asked, language) => expect(matchLanguage(...asked)).toBe(language))

test.each([
  ['en', 'Where: Main street 1'],
  ['de', 'Where: Main street 1'],
  ['fr', 'Where\u00a0: Main street 1'],
  ['es', 'Where: Main street 1'],
] as const)('a label in %s', (language, line) => expect(joinLabel('Where', 'Main street 1', language)).toBe(line))
