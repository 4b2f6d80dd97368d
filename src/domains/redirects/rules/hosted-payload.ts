/** What a hosted page reads of the payload that a storefront sent: fields of another type are left out. Source: guide identity §8. */
import type { Payload } from './intent.ts'

const toRecord = (value: unknown): Payload => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {})
const pickTexts = <K extends string>(record: Payload, keys: readonly K[]): Partial<Record<K, string>> =>
  Object.fromEntries(keys.flatMap((key) => (typeof record[key] === 'string' ? [[key, record[key]]] : []))) as Partial<Record<K, string>>

const slotTexts = ['serviceId', 'scheduleId', 'sessionId', 'eventId', 'startDate', 'endDate', 'timezone'] as const

/** Times are instants as ISO texts; ids are texts as they were sent. */
export function toHostedPayload(payload: Payload) {
  const slot = toRecord(toRecord(payload.slotAvailability).slot)
  return {
    ...pickTexts(payload, ['planId', 'timezone', 'checkoutId', 'checkoutData', 'resourceId']),
    ...(Object.keys(slot).length > 0 && {
      slotAvailability: {
        slot: {
          ...pickTexts(slot, slotTexts),
          ...(slot.resource !== undefined && { resource: pickTexts(toRecord(slot.resource), ['id', 'name']) }),
          ...(slot.location !== undefined && { location: toRecord(slot.location) }),
        },
      },
    }),
  }
}
