import { expect, test } from 'vitest'
import { applyEventMask } from './event-mask.ts'

const event = { revision: '3', title: 'Flow', start: { localDate: '2027-05-10T09:00:00' }, notes: undefined, location: { type: 'CUSTOM' } }

test.each([
  ['no mask: what is present', undefined, event],
  ['a field by itself', ['title'], { revision: '3', title: 'Flow' }],
  ['a path within a field', ['start.localDate'], { revision: '3', start: event.start }],
  ['what is absent is cleared, if it can be', ['notes', 'totalCapacity', 'end'], { revision: '3', notes: null, totalCapacity: null }],
  ['nothing that it knows', ['color'], { revision: '3' }],
])('%s', (_, mask, expected) => expect(applyEventMask(event, mask)).toEqual(expected))
