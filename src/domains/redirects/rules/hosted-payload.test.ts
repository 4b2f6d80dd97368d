import { expect, test } from 'vitest'
import { toHostedPayload } from './hosted-payload.ts'

test.each([
  [{}, {}],
  [
    { planId: 'p', checkoutData: '' },
    { planId: 'p', checkoutData: '' },
  ],
  [{ planId: 7, timezone: null }, {}],
  [{ slotAvailability: { slot: 'x' } }, {}],
  [
    {
      slotAvailability: { slot: { serviceId: 's', startDate: 5, resource: { id: 'r', name: null }, location: { id: 'l', more: 1 } } },
      timezone: 'Europe/Berlin',
    },
    { slotAvailability: { slot: { serviceId: 's', resource: { id: 'r' }, location: { id: 'l', more: 1 } } }, timezone: 'Europe/Berlin' },
  ],
])('%j is read as %j', (payload, read) => expect(toHostedPayload(payload)).toEqual(read))
