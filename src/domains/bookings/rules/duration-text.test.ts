import { expect, test } from 'vitest'
import { formatDuration } from './duration-text.ts'

test.each([
  [1440, '1 day', 'einen Tag'],
  [4320, '3 days', '3 Tage'],
  [60, '1 hour', 'eine Stunde'],
  [2160, '36 hours', '36 Stunden'],
  [1, '1 minute', 'eine Minute'],
  [90, '90 minutes', '90 Minuten'],
])('%i minutes: %s, %s', (minutes, english, german) => {
  expect([formatDuration(minutes, 'en'), formatDuration(minutes, 'de')]).toEqual([english, german])
})
