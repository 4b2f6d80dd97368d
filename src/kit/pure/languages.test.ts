import { expect, test } from 'vitest'
import { matchLanguage } from './languages.ts'

test.each([
  [['de'], 'de'],
  [['de-AT,de;q=0.9,en;q=0.8'], 'de'],
  [['fr-FR, en;q=0.5'], 'en'],
  [['DE'], 'de'],
  [[undefined, 'en'], 'en'],
  [['tlh', null, 'de'], 'de'],
  [['english'], undefined],
  [['fr', ''], undefined],
  [[], undefined],
  [['en;q=0.3, de;q=0.9'], 'de'],
  [['de;q=0'], undefined],
  [['*'], undefined],
  [['constructor'], undefined],
] as const)('%j is heard as %s', (asked, language) => expect(matchLanguage(...asked)).toBe(language))
