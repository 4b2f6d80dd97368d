import { expect, test } from 'vitest'
import { readReply } from './replies.ts'

test.each([
  ['STOP', 'STOP'],
  [' Stop! ', 'STOP'],
  ['opt-out', 'STOP'],
  ['Abmelden', 'STOP'],
  ['Arrêt', 'STOP'],
  ['BAJA.', 'STOP'],
  ['Sí', 'START'],
  ['start', 'START'],
  ['Unstop.', 'START'],
  ['Please stop by later', 'OTHER'],
  ['', 'OTHER'],
  ['Thanks', 'OTHER'],
])('%s means %s', (body, meaning) => expect(readReply(body)).toBe(meaning))
