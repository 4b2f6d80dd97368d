import { expect, test } from 'vitest'
import { formatDuration } from './duration-text.ts'

test.each([
  [1440, '1 day', 'einen Tag', '1 jour', '1 día'],
  [4320, '3 days', '3 Tage', '3 jours', '3 días'],
  [60, '1 hour', 'eine Stunde', '1 heure', '1 hora'],
  [2160, '36 hours', '36 Stunden', '36 heures', '36 horas'],
  [1, '1 minute', 'eine Minute', '1 minute', '1 minuto'],
  [90, '90 minutes', '90 Minuten', '90 minutes', '90 minutos'],
])('%i minutes: %s, %s, %s, %s', (minutes, ...texts) => {
  expect((['en', 'de', 'fr', 'es'] as const).map((language) => formatDuration(minutes, language))).toEqual(texts)
})
