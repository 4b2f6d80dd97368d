/**
 * The sample studio: a yoga and movement studio with people, plans, classes and a past. It is created through the public
 * operations alone, as an owner with an API key would make it, so it cannot contain what the rules refuse.
 */
import { toSamplePhone } from '../rules/sample-region.ts'
import {
  createCategory,
  drawMedia,
  getToday,
  nextWeekday,
  toDay,
  toLocal,
  toMoment,
  type CallAsOwner,
  type Made,
  type SampleContext,
  type SampleLanguage,
} from './calls.ts'
import { makeStudioHistory, type MadeClass } from './studio-history.ts'
import { makeAppointmentBookings, makeClassBookings } from './studio-bookings.ts'
import { makeCommunity, makeMembers, makeOrders } from './studio-members.ts'
import { APPOINTMENTS, CLASSES, PLANS, STAFF } from './studio-data.ts'
import { studioDe } from './studio.de.ts'
import { studioEn } from './studio.en.ts'
import type { StudioWords } from './words.ts'

export const studioWords: Record<SampleLanguage, StudioWords> = { en: studioEn, de: studioDe }

/** When and where the studio is, and what it says. */
interface StudioContext extends SampleContext {
  words: StudioWords
}
interface MadeStaff extends Made {
  resourceId: string
}

/** Fills a fresh site; some hundred calls. */
export async function createStudio(call: CallAsOwner, sample: SampleContext): Promise<void> {
  const words = studioWords[sample.language]
  const when = { ...sample, words }
  await makePlace(call, when)
  await makeMenu(call)
  await makeBookingPolicy(call, when)
  const staff = await makeStaff(call, words)
  await makeRooms(call, words)
  const categories = {
    classes: await createCategory(call, words.categories.classes),
    appointments: await createCategory(call, words.categories.appointments),
    courses: await createCategory(call, words.categories.courses),
  }
  const classes = await makeClasses(call, when, staff, categories.classes)
  const course = await makeCourse(call, when, staff, categories.courses)
  const appointments = await makeAppointments(call, when, staff, categories.appointments)
  const classIds = classes.map(({ id }) => id)
  const plans = await makePlans(call, when, [...classIds, course])
  const members = await makeMembers(call, when)
  await makeCommunity(call, when, members)
  await makeOrders(call, when, members, plans)
  await makeStudioHistory(call, when, classes)
  await makeClassBookings(call, when, classIds)
  await makeAppointmentBookings(call, when, appointments, staff)
}

/** Address and hours. */
async function makePlace(call: CallAsOwner, { region, words }: StudioContext): Promise<void> {
  const { tagline, street, city, location } = words.place
  await call('PATCH', '/api/site-settings', {
    tagline,
    address: { line: street, city, postalCode: region.postalCode, country: region.country, phone: toSamplePhone(region, 42), email: 'hello@riverside.example' },
  })
  const { locations } = (await call('GET', '/api/locations')) as { locations: Made[] }
  if (locations[0])
    await call('PATCH', `/api/locations/${locations[0].id}`, { location: { name: location, address: `${street}, ${region.postalCode} ${city}` } })
  const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
  await call('PUT', '/api/business-hours', {
    periods: [...weekdays.map((day) => ({ day, start: '07:00', end: '21:00' })), { day: 'SATURDAY', start: '09:00', end: '14:00' }],
  })
}

/** The site as it came, with its team in the menu. */
async function makeMenu(call: CallAsOwner): Promise<void> {
  const { website, revision } = (await call('GET', '/api/website')) as { website: object; revision: string }
  const menu = (['services', 'schedule', 'plans', 'team', 'members'] as const).map((page) => ({ kind: 'BUILT_IN', page }))
  const saved = (await call('PUT', '/api/website', { website: { ...website, menu }, revision })) as { revision: string }
  await call('POST', '/api/website/publish', { revision: saved.revision })
}

/** The booking rules that every service follows. */
async function makeBookingPolicy(call: CallAsOwner, { words }: StudioContext): Promise<void> {
  const { bookingPolicy } = (await call('POST', '/v1/booking-policies', {
    bookingPolicy: {
      name: words.policy,
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
      reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 1440 },
      waitlistPolicy: { enabled: true, capacity: 5, reservationTimeInMinutes: 60 },
      participantsPolicy: { maxParticipantsPerBooking: 3 },
    },
  })) as { bookingPolicy: Made }
  await call('POST', `/v1/booking-policies/${bookingPolicy.id}:setDefault`, {})
}

async function makeStaff(call: CallAsOwner, { staff }: StudioWords): Promise<MadeStaff[]> {
  const made: MadeStaff[] = []
  for (const [at, person] of staff.entries()) {
    const staffMember = { ...person, email: `${STAFF[at]}@sample.example` }
    made.push(((await call('POST', '/v1/staff-members', { staffMember })) as { staffMember: MadeStaff }).staffMember)
  }
  return made
}

async function makeRooms(call: CallAsOwner, { roomType, rooms }: StudioWords): Promise<void> {
  const type = (await call('POST', '/v2/resources/resource-types', { resourceType: { name: roomType } })) as { resourceType: Made }
  for (const name of rooms)
    await call('POST', '/v2/resources', { resource: { name, typeId: type.resourceType.id, locationOptions: { availableInAllLocations: true } } })
}

const fixedPrice = (value: string) => ({ rateType: 'FIXED', fixed: { price: { value } }, options: { online: true, inPerson: true, pricingPlan: true } })

async function createWeeklySeries(
  call: CallAsOwner,
  when: SampleContext,
  session: { scheduleId: string; title: string; weekday: number; time: string; minutes: number; resourceId: string; weeks: number },
): Promise<void> {
  const start = toLocal(nextWeekday(getToday(when), session.weekday), session.time)
  await call('POST', '/calendar/v3/events', {
    event: {
      scheduleId: session.scheduleId,
      type: 'CLASS',
      title: session.title,
      start: toMoment(start),
      end: toMoment(start.add({ minutes: session.minutes })),
      resources: [{ id: session.resourceId }],
      recurrenceRule: {
        frequency: 'WEEKLY',
        interval: 1,
        days: [toDay(session.weekday)],
        until: toMoment(start.add({ weeks: session.weeks - 1 })),
      },
    },
  })
}

async function makeClasses(call: CallAsOwner, when: StudioContext, staff: MadeStaff[], categoryId: string): Promise<MadeClass[]> {
  const made: MadeClass[] = []
  for (const [at, kind] of CLASSES.entries()) {
    const text = when.words.classes[at] as StudioWords['classes'][number]
    const { service } = (await call('POST', '/v2/services', {
      service: {
        ...text,
        type: 'CLASS',
        media: await drawMedia(call, text.name),
        defaultCapacity: kind.capacity,
        level: kind.level,
        category: { id: categoryId },
        onlineBooking: { enabled: true },
        payment: fixedPrice(kind.price),
      },
    })) as { service: Made & { schedule: { id: string } } }
    const { resourceId } = staff[kind.staff] as MadeStaff
    for (const [weekday, time] of kind.at)
      await createWeeklySeries(call, when, {
        scheduleId: service.schedule.id,
        title: text.name,
        weekday,
        time,
        minutes: kind.minutes,
        resourceId,
        weeks: 6,
      })
    made.push({ id: service.id, scheduleId: service.schedule.id, resourceId })
  }
  return made
}

async function makeCourse(call: CallAsOwner, when: StudioContext, staff: MadeStaff[], categoryId: string): Promise<string> {
  const text = when.words.course
  const { service } = (await call('POST', '/v2/services', {
    service: {
      ...text,
      type: 'COURSE',
      media: await drawMedia(call, text.name),
      defaultCapacity: 8,
      category: { id: categoryId },
      onlineBooking: { enabled: true },
      payment: { ...fixedPrice('120.00'), options: { online: true, inPerson: true, pricingPlan: false } },
    },
  })) as { service: Made & { schedule: { id: string } } }
  const first = nextWeekday(getToday(when).add({ days: 7 }), 6)
  for (let week = 0; week < 6; week++) {
    const start = toLocal(first.add({ weeks: week }), '12:00')
    await call('POST', '/calendar/v3/events', {
      event: {
        scheduleId: service.schedule.id,
        type: 'COURSE',
        title: text.name,
        start: toMoment(start),
        end: toMoment(start.add({ minutes: 90 })),
        resources: [{ id: (staff[1] as MadeStaff).resourceId }],
      },
    })
  }
  return service.id
}

async function makeAppointments(call: CallAsOwner, { words }: StudioContext, staff: MadeStaff[], categoryId: string): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, kind] of APPOINTMENTS.entries()) {
    const text = words.appointments[index] as StudioWords['appointments'][number]
    const { service } = (await call('POST', '/v2/services', {
      service: {
        ...text,
        type: 'APPOINTMENT',
        media: await drawMedia(call, text.name),
        category: { id: categoryId },
        onlineBooking: { enabled: true },
        payment: { ...fixedPrice(kind.price), options: { online: true, inPerson: true, pricingPlan: false } },
        schedule: { availabilityConstraints: { sessionDurations: [kind.minutes], timeBetweenSessions: 15 } },
        staffMemberIds: kind.staff.map((at) => (staff[at] as MadeStaff).resourceId),
      },
    })) as { service: Made }
    made.push(service)
  }
  return made
}

async function makePlans(call: CallAsOwner, { now, words }: StudioContext, serviceIds: string[]): Promise<Made[]> {
  const made: Made[] = []
  for (const [at, { credits, primary, ...facts }] of PLANS.entries()) {
    const { perks, ...text } = words.plans[at] as StudioWords['plans'][number]
    const { plan } = (await call('POST', '/v2/plans', { plan: { ...text, ...facts, perks: { values: perks } } })) as { plan: Made }
    await call('PUT', `/api/plans/${plan.id}/benefit`, { benefit: { credits }, serviceIds })
    if (primary) await call('POST', `/v2/plans/${plan.id}/make-primary`, {})
    made.push(plan)
  }
  await call('POST', '/stores/v2/coupons', {
    specification: {
      ...words.coupon,
      percentOffRate: 15,
      limitPerCustomer: 1,
      appliesTo: 'BOTH',
      startTime: String(now.subtract({ hours: 24 * 60 }).epochMilliseconds),
      scope: { namespace: 'pricingPlans' },
    },
  })
  return made
}
