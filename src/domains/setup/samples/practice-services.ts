/** The services of the practice with their prices, rooms, add-ons and sessions. */
import type { Temporal } from 'temporal-polyfill'
import { createCategory, drawMedia, getToday, nextWeekday, toDay, toLocal, toMoment, type CallAsOwner, type Made, type SampleContext } from './calls.ts'
import { addOns, COURSE_WEEKS, services, type AddOnKey, type ServiceFacts, type ServiceKey } from './practice-facts.ts'
import type { Team } from './practice-team.ts'
import type { PracticeWords } from './words.ts'

export interface MadeService extends Made {
  facts: ServiceFacts
  scheduleId: string
  /** The option that prices depend on. */
  optionId?: string | undefined
}
export type MadeServices = Record<ServiceKey, MadeService>

const WEEKS_AHEAD = 8
/** Sessions of classes began so many weeks ago: a year, less what one query of the calendar spans. */
export const WEEKS_OF_HISTORY = 51

const price = (value: string) => ({ price: { value } })

/** The practice opened a week before its first session. */
export const getFounding = (when: SampleContext): Temporal.Instant => when.now.subtract({ hours: 24 * 7 * (WEEKS_OF_HISTORY + 1) })

/** The option and its variants; undefined for one price for all. */
function toOptions({ prices }: ServiceFacts, team: Team, words: PracticeWords): object | undefined {
  if (!prices) return undefined
  const of = (option: object, variants: readonly (readonly [choice: object, price: string])[]) => ({
    options: { values: [option] },
    variants: { values: variants.map(([choice, value]) => ({ choices: [choice], ...price(value) })) },
  })
  if ('lengths' in prices)
    return of(
      { type: 'DURATION', durationData: {} },
      Object.entries(prices.lengths).map(([minutes, value]) => [{ duration: { minutes: Number(minutes) } }, value]),
    )
  if ('staff' in prices)
    return of(
      { type: 'STAFF_MEMBER' },
      Object.entries(prices.staff).map(([key, value]) => [{ staffMemberId: team.staff[key as keyof Team['staff']] }, value]),
    )
  const { option, choices } = words.facial
  return of(
    { type: 'CUSTOM', customData: { name: option, choices } },
    choices.map((custom, at) => [{ custom }, prices.choices[at] ?? '0']),
  )
}

function toPayment(facts: ServiceFacts): object {
  const { deposit, prices, isStrict, isPaidOnSite } = facts
  const options = { online: !isPaidOnSite, inPerson: !deposit && !isStrict, deposit: deposit !== undefined, pricingPlan: facts.plan !== undefined }
  if (prices) return { rateType: 'VARIED', varied: { defaultPrice: { value: facts.price } }, options }
  return { rateType: 'FIXED', fixed: { ...price(facts.price), ...(deposit && { deposit: { value: deposit } }) }, options }
}

async function makeService(
  call: CallAsOwner,
  key: ServiceKey,
  { team, words, categories }: { team: Team; words: PracticeWords; categories: Record<ServiceFacts['category'], string> },
): Promise<MadeService> {
  const facts: ServiceFacts = services[key]
  const isAppointment = facts.type === 'APPOINTMENT'
  const input = {
    ...words.services[key],
    type: facts.type,
    media: await drawMedia(call, `${key} ${words.services[key].name}`),
    category: { id: categories[facts.category] },
    onlineBooking: { enabled: true, requireManualApproval: facts.isStrict === true },
    payment: toPayment(facts),
    ...(facts.isStrict && { bookingPolicy: { id: team.strict }, form: { id: team.questions } }),
    ...(isAppointment
      ? {
          schedule: { availabilityConstraints: { sessionDurations: facts.minutes, timeBetweenSessions: facts.buffer ?? 0 } },
          staffMemberIds: facts.staff.map((one) => team.staff[one]),
          serviceResources: [{ resourceType: { id: team.roomType }, resourceIds: { values: facts.rooms.map((room) => team.rooms[room]) } }],
        }
      : { defaultCapacity: facts.capacity }),
  }
  const options = toOptions(facts, team, words)
  const made = (await call('POST', '/api/services', { service: input, ...(options && { options }) })) as {
    service: Made & { schedule: Made }
    options: { options: { values: Made[] } } | null
  }
  return { id: made.service.id, scheduleId: made.service.schedule.id, facts, optionId: made.options?.options.values[0]?.id }
}

/** Sessions of classes from the past into the coming weeks; the course begins in two weeks. */
async function makeSessions(call: CallAsOwner, when: SampleContext, title: string, { facts, scheduleId, team }: MadeService & { team: Team }): Promise<void> {
  const isCourse = facts.type === 'COURSE'
  const from = getToday(when).add({ weeks: isCourse ? 1 : -WEEKS_OF_HISTORY })
  const weeks = isCourse ? COURSE_WEEKS : WEEKS_OF_HISTORY + WEEKS_AHEAD
  const resources = [...facts.staff.map((one) => team.staff[one]), ...facts.rooms.map((room) => team.rooms[room])].map((id) => ({ id }))
  for (const [weekday, time] of facts.weekly ?? []) {
    const start = toLocal(nextWeekday(from, weekday), time)
    await call('POST', '/calendar/v3/events', {
      event: {
        scheduleId,
        type: facts.type,
        title,
        start: toMoment(start),
        end: toMoment(start.add({ minutes: facts.minutes[0] ?? 60 })),
        resources,
        recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [toDay(weekday)], until: toMoment(start.add({ weeks: weeks - 1 })) },
      },
    })
  }
}

async function makeAddOns(call: CallAsOwner, words: PracticeWords, serviceId: string): Promise<void> {
  const ids: string[] = []
  for (const key of Object.keys(addOns) as AddOnKey[]) {
    const { price: value, ...more } = { ...addOns[key] }
    ids.push(
      (
        (await call('POST', '/v1/add-ons', {
          addOn: { ...(Object.hasOwn(more, 'durationInMinutes') ? {} : { maxQuantity: 1 }), ...more, name: words.addOns[key], ...price(value) },
        })) as { addOn: Made }
      ).addOn.id,
    )
  }
  await call('POST', '/v2/services/add-on-groups/create', { serviceId, addOnGroup: { ...words.addOnGroup, maxNumberOfAddOns: 2, addOnIds: ids } })
}

export async function makeServices(call: CallAsOwner, when: SampleContext, words: PracticeWords, team: Team): Promise<MadeServices> {
  const categories: Partial<Record<ServiceFacts['category'], string>> = {}
  for (const key of Object.keys(words.categories) as ServiceFacts['category'][]) categories[key] = await createCategory(call, words.categories[key])
  const made: Partial<MadeServices> = {}
  for (const key of Object.keys(services) as ServiceKey[]) {
    const service = await makeService(call, key, { team, words, categories: categories as Record<ServiceFacts['category'], string> })
    await makeSessions(call, when, words.services[key].name, { ...service, team })
    if (service.facts.hasAddOns) await makeAddOns(call, words, service.id)
    made[key] = service
  }
  return made as MadeServices
}
