/** A time that is explained → its wire form. */
import { dayMs, formatLocal, formatWithOffset, minuteMs, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import type { ExplainedTime as Wire } from '../contract/explained-time.ts'
import { describeReason } from '../rules/reason-texts.ts'
import type { SlotChange } from '../rules/slot-changes.ts'
import type { SlotReason } from '../rules/slot-reasons.ts'
import type { ExplainedTime } from './explain-time.ts'

export function explainedTimeToWire({ service, time, timeZone, skipped, explanation, names }: ExplainedTime): Wire {
  const offsets = zoneOffsets(timeZone)
  const local = (ms: number) => formatLocal(offsets.toLocal(ms))
  const toWire = (reason: SlotReason): Wire['reasons'][number] => {
    const { code, change, resourceId, placeId, busy } = reason
    const described = describeReason(reason, {
      who: resourceId === undefined ? undefined : names.get(resourceId),
      place: names.get(placeId ?? ''),
      policy: service.policyName,
      timeZone,
      at: time.start,
      skipped,
    })
    return {
      code,
      ...described,
      ...(change && { change: changeToWire(change) }),
      ...(resourceId !== undefined && { resourceId }),
      ...(busy && {
        taken: {
          kind: busy.kind,
          ...(busy.kind !== 'OTHER_CALENDAR' && { id: busy.key }),
          localStartDate: local(busy.start),
          localEndDate: local(busy.endsAt),
        },
      }),
    }
  }
  return {
    // Of a time that does not exist both count on from what was asked.
    localStartDate: skipped ? formatLocal(skipped.local) : local(time.start),
    localEndDate: skipped ? formatLocal(skipped.local + time.end - time.start) : local(time.end),
    ...(skipped ? { nextLocalStartDate: formatLocal(skipped.next) } : describePasses(time.start, offsets)),
    timeZone,
    isOffered: explanation.isOffered,
    reasons: explanation.reasons.map(toWire),
    ways: explanation.ways,
  }
}

/** The start with its offset, and both instants at which the clock shows it where an hour is repeated. */
function describePasses(at: number, offsets: ZoneOffsets): { startDate: string; passes?: string[] } {
  const local = offsets.toLocal(at)
  const first = offsets.toInstant(local)
  const second = local - offsets.offset(first + dayMs)
  const startDate = formatWithOffset(at, offsets)
  return second > first && offsets.toLocal(second) === local ? { startDate, passes: [first, second].map((ms) => formatWithOffset(ms, offsets)) } : { startDate }
}

/** Days and minutes as people write them; ids only of what exists. */
function changeToWire(change: SlotChange): NonNullable<Wire['reasons'][number]['change']> {
  const clock = (minute: number) => formatLocal(minute * minuteMs).slice(11, 16)
  const locationId = 'placeId' in change ? change.placeId : 'locationId' in change ? change.locationId : null
  const resourceId = 'resourceId' in change && change.kind !== 'ADD_RESOURCE' ? change.resourceId : null
  return {
    kind: change.kind,
    ...(resourceId !== null && { resourceId }),
    ...(locationId !== null && { locationId }),
    ...('day' in change && {
      date: formatLocal(change.day * dayMs).slice(0, 10),
      from: clock(change.startMinute),
      to: change.endMinute === 1440 ? '24:00' : clock(change.endMinute),
    }),
    ...('minutes' in change && { minutes: change.minutes }),
    ...('capacity' in change && { capacity: change.capacity }),
  }
}
