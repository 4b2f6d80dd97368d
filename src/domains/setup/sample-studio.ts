/**
 * The sample studio: a yoga and movement studio with people, plans, classes and a past. It is created through the public
 * operations alone, as an owner with an API key would make it, so it cannot contain what the rules refuse.
 */
import { Temporal } from 'temporal-polyfill'

/** Calls an operation as the owner; throws when it is refused. */
export type CallAsOwner = (method: string, path: string, body?: unknown) => Promise<unknown>

const FIRST = [
  'Ava',
  'Noah',
  'Mila',
  'Jonas',
  'Sofia',
  'Leo',
  'Nina',
  'Theo',
  'Ida',
  'Marek',
  'Lucia',
  'Owen',
  'Freya',
  'Hugo',
  'Amara',
  'Felix',
  'Yuki',
  'Elias',
  'Rosa',
  'Milan',
]
const LAST = ['Berg', 'Costa', 'Dahl', 'Evans', 'Fischer', 'Garcia', 'Haas', 'Ito', 'Jansen', 'Kaya']
const STAFF = [
  { name: 'Lena Brandt', email: 'lena@sample.example', description: 'Vinyasa and breath. Teaches slowly and laughs often.' },
  { name: 'Tomas Reyes', email: 'tomas@sample.example', description: 'Strength and mobility for people who sit all day.' },
  { name: 'Aiko Mori', email: 'aiko@sample.example', description: 'Yin, restorative and pre-natal yoga.' },
  { name: 'Samir Haddad', email: 'samir@sample.example', description: 'Physiotherapist; looks after backs, hips and knees.' },
]
const CLASSES = [
  {
    name: 'Morning Flow',
    tagLine: 'Wake up with an hour of easy movement',
    description: 'A gentle vinyasa class for all levels. Mats are there; bring a bottle of water.',
    capacity: 14,
    price: '16.00',
    staff: 0,
    at: [
      [1, '07:30'],
      [3, '07:30'],
      [5, '07:30'],
    ],
    minutes: 60,
  },
  {
    name: 'Strength & Mobility',
    tagLine: 'Build strength that lasts',
    description: 'Body weight, bands and kettlebells in a small group.',
    capacity: 10,
    price: '18.00',
    staff: 1,
    at: [
      [2, '18:00'],
      [4, '18:00'],
      [6, '10:00'],
    ],
    minutes: 60,
  },
  {
    name: 'Yin & Rest',
    tagLine: 'Long holds, deep rest',
    description: 'Quiet floor postures to end the day.',
    capacity: 12,
    price: '16.00',
    staff: 2,
    at: [
      [1, '19:30'],
      [4, '19:45'],
    ],
    minutes: 75,
  },
] as const
const APPOINTMENTS = [
  {
    name: 'Private Yoga Lesson',
    tagLine: 'One teacher, your pace',
    description: 'An hour with a teacher of your choice, shaped around what your body needs.',
    minutes: 60,
    price: '75.00',
    staff: [0, 2],
  },
  {
    name: 'Movement Check-up',
    tagLine: 'Know where you stand',
    description: 'Posture, mobility and strength in 45 minutes, with a plan to take home.',
    minutes: 45,
    price: '60.00',
    staff: [1, 3],
  },
  { name: 'Physiotherapy', tagLine: 'Hands that know', description: 'Treatment for backs, hips and knees.', minutes: 30, price: '55.00', staff: [3] },
]
const PLANS = [
  {
    name: 'Unlimited Monthly',
    description: 'Every class, every week.',
    perks: ['All classes', 'One guest a month', 'Cancel any time'],
    pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '89.00' }, freeTrialDays: 7 },
    buyerCanCancel: true,
    credits: null,
    primary: true,
  },
  {
    name: '10-Class Pass',
    description: 'Ten classes, valid half a year.',
    perks: ['Any class', 'Valid 6 months'],
    pricing: { singlePaymentForDuration: { count: 6, unit: 'MONTH' }, price: { value: '139.00' } },
    buyerCanCancel: false,
    credits: 10,
    primary: false,
  },
  {
    name: 'Single Month',
    description: 'A month without a contract.',
    perks: ['All classes for a month'],
    pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '105.00' } },
    buyerCanCancel: false,
    credits: null,
    primary: false,
  },
  {
    name: 'Free Intro',
    description: 'Come once, on us.',
    perks: ['One class', 'Tea afterwards'],
    pricing: { singlePaymentForDuration: { count: 2, unit: 'WEEK' }, price: { value: '0' } },
    buyerCanCancel: false,
    credits: 1,
    primary: false,
    maxPurchasesPerBuyer: 1,
  },
]

interface When {
  now: Temporal.Instant
  timeZone: string
}

/** Fills a fresh site; about two hundred calls. */
export async function createSampleData(call: CallAsOwner, when: When): Promise<void> {
  await makeBookingPolicy(call)
  const staff = await makeStaff(call)
  await makeRooms(call)
  const categories = { classes: await category(call, 'Classes'), appointments: await category(call, 'One to one'), courses: await category(call, 'Courses') }
  const classes = await makeClasses(call, when, staff, categories.classes)
  const course = await makeCourse(call, when, staff, categories.courses)
  const appointments = await makeAppointments(call, staff, categories.appointments)
  const plans = await makePlans(call, [...classes.map((made) => made.id), course])
  const members = await makeMembers(call)
  await makeOrders(call, when, members, plans)
  await makeBookings(call, when, members, classes, appointments, staff)
}

/** Address, hours and the booking rules that every service follows. */
async function makeBookingPolicy(call: CallAsOwner): Promise<void> {
  await call('PATCH', '/api/site-settings', {
    tagline: 'Slow mornings, strong afternoons, quiet evenings. Classes and one-to-one lessons by the river.',
    address: { line: 'Mill Lane 12', city: 'Riverside', postalCode: '10115', country: '', phone: '+49 30 555 0142', email: 'hello@riverside.example' },
  })
  const { locations } = (await call('GET', '/api/locations')) as { locations: Made[] }
  if (locations[0])
    await call('PATCH', `/api/locations/${locations[0].id}`, { location: { name: 'Mill Lane Studio', address: 'Mill Lane 12, 10115 Riverside' } })
  const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
  await call('PUT', '/api/business-hours', {
    periods: [...weekdays.map((day) => ({ day, start: '07:00', end: '21:00' })), { day: 'SATURDAY', start: '09:00', end: '14:00' }],
  })
  const { bookingPolicy } = (await call('POST', '/v1/booking-policies', {
    bookingPolicy: {
      name: 'House rules',
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
      reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 1440 },
      waitlistPolicy: { enabled: true, capacity: 5, reservationTimeInMinutes: 60 },
      participantsPolicy: { maxParticipantsPerBooking: 3 },
    },
  })) as { bookingPolicy: Made }
  await call('POST', `/v1/booking-policies/${bookingPolicy.id}:setDefault`, {})
}

interface Made {
  id: string
}
interface MadeStaff extends Made {
  resourceId: string
}

async function makeStaff(call: CallAsOwner): Promise<MadeStaff[]> {
  const made: MadeStaff[] = []
  for (const person of STAFF) made.push(((await call('POST', '/v1/staff-members', { staffMember: person })) as { staffMember: MadeStaff }).staffMember)
  return made
}

async function makeRooms(call: CallAsOwner): Promise<void> {
  const type = (await call('POST', '/v2/resources/resource-types', { resourceType: { name: 'Room' } })) as { resourceType: Made }
  for (const name of ['Garden Room', 'Loft'])
    await call('POST', '/v2/resources', { resource: { name, typeId: type.resourceType.id, locationOptions: { availableInAllLocations: true } } })
}

const category = async (call: CallAsOwner, name: string): Promise<string> =>
  ((await call('POST', '/v2/categories', { category: { name } })) as { category: Made }).category.id

/** A picture for each service. */
async function drawMedia(call: CallAsOwner, name: string): Promise<object> {
  const { image } = (await call('POST', '/api/media/drawn', { seed: name })) as { image: object }
  return { mainMedia: { image }, coverMedia: { image }, items: [{ image }] }
}

const fixedPrice = (value: string) => ({ rateType: 'FIXED', fixed: { price: { value } }, options: { online: true, inPerson: true, pricingPlan: true } })

/** The first date on or after `from` that falls on the ISO weekday. */
function nextWeekday(from: Temporal.PlainDate, weekday: number): Temporal.PlainDate {
  return from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
}

async function series(
  call: CallAsOwner,
  when: When,
  session: { scheduleId: string; title: string; weekday: number; time: string; minutes: number; resourceId: string; weeks: number },
): Promise<void> {
  const first = nextWeekday(when.now.toZonedDateTimeISO(when.timeZone).toPlainDate(), session.weekday)
  const start = first.toPlainDateTime(Temporal.PlainTime.from(session.time))
  const days = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
  await call('POST', '/calendar/v3/events', {
    event: {
      scheduleId: session.scheduleId,
      type: 'CLASS',
      title: session.title,
      start: { localDate: start.toString({ smallestUnit: 'second' }) },
      end: { localDate: start.add({ minutes: session.minutes }).toString({ smallestUnit: 'second' }) },
      resources: [{ id: session.resourceId }],
      recurrenceRule: {
        frequency: 'WEEKLY',
        interval: 1,
        days: [days[session.weekday]],
        until: { localDate: start.add({ weeks: session.weeks - 1 }).toString({ smallestUnit: 'second' }) },
      },
    },
  })
}

interface MadeClass extends Made {
  scheduleId: string
}

async function makeClasses(call: CallAsOwner, when: When, staff: MadeStaff[], categoryId: string): Promise<MadeClass[]> {
  const made: MadeClass[] = []
  for (const kind of CLASSES) {
    const { service } = (await call('POST', '/v2/services', {
      service: {
        type: 'CLASS',
        name: kind.name,
        media: await drawMedia(call, kind.name),
        tagLine: kind.tagLine,
        description: kind.description,
        defaultCapacity: kind.capacity,
        category: { id: categoryId },
        onlineBooking: { enabled: true },
        payment: fixedPrice(kind.price),
      },
    })) as { service: Made & { schedule: { id: string } } }
    for (const [weekday, time] of kind.at)
      await series(call, when, {
        scheduleId: service.schedule.id,
        title: kind.name,
        weekday,
        time,
        minutes: kind.minutes,
        resourceId: (staff[kind.staff] as MadeStaff).resourceId,
        weeks: 6,
      })
    made.push({ id: service.id, scheduleId: service.schedule.id })
  }
  return made
}

async function makeCourse(call: CallAsOwner, when: When, staff: MadeStaff[], categoryId: string): Promise<string> {
  const { service } = (await call('POST', '/v2/services', {
    service: {
      type: 'COURSE',
      name: 'Handstand Basics',
      media: await drawMedia(call, 'Handstand Basics'),
      tagLine: 'Six Saturdays upside down',
      description: 'From wall walks to the first free seconds. Six weeks, one small group.',
      defaultCapacity: 8,
      category: { id: categoryId },
      onlineBooking: { enabled: true },
      payment: { ...fixedPrice('120.00'), options: { online: true, inPerson: true, pricingPlan: false } },
    },
  })) as { service: Made & { schedule: { id: string } } }
  const first = nextWeekday(when.now.toZonedDateTimeISO(when.timeZone).toPlainDate().add({ days: 7 }), 6)
  for (let week = 0; week < 6; week++) {
    const start = first.add({ weeks: week }).toPlainDateTime(Temporal.PlainTime.from('12:00'))
    await call('POST', '/calendar/v3/events', {
      event: {
        scheduleId: service.schedule.id,
        type: 'COURSE',
        title: 'Handstand Basics',
        start: { localDate: start.toString({ smallestUnit: 'second' }) },
        end: { localDate: start.add({ minutes: 90 }).toString({ smallestUnit: 'second' }) },
        resources: [{ id: (staff[1] as MadeStaff).resourceId }],
      },
    })
  }
  return service.id
}

async function makeAppointments(call: CallAsOwner, staff: MadeStaff[], categoryId: string): Promise<Made[]> {
  const made: Made[] = []
  for (const kind of APPOINTMENTS) {
    const { service } = (await call('POST', '/v2/services', {
      service: {
        type: 'APPOINTMENT',
        name: kind.name,
        media: await drawMedia(call, kind.name),
        tagLine: kind.tagLine,
        description: kind.description,
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

async function makePlans(call: CallAsOwner, serviceIds: string[]): Promise<Made[]> {
  const made: Made[] = []
  for (const { credits, primary, perks, ...input } of PLANS) {
    const { plan } = (await call('POST', '/v2/plans', { plan: { ...input, perks: { values: perks } } })) as { plan: Made }
    await call('PUT', `/api/plans/${plan.id}/benefit`, { benefit: { credits }, serviceIds })
    if (primary) await call('POST', `/v2/plans/${plan.id}/make-primary`, {})
    made.push(plan)
  }
  return made
}

async function makeMembers(call: CallAsOwner): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < 40; at++) {
    const firstName = FIRST[at % FIRST.length] as string
    const lastName = LAST[(at * 7 + Math.floor(at / FIRST.length)) % LAST.length] as string
    const { member } = (await call('POST', '/v1/members', {
      member: {
        loginEmail: `${firstName}.${lastName}.${at + 1}@sample.example`.toLowerCase(),
        contact: { firstName, lastName, phones: [`+1 212 555 ${String(100 + at).padStart(4, '0')}`] },
        profile: { nickname: `${firstName} ${lastName}` },
      },
    })) as { member: Made }
    made.push(member)
  }
  for (const at of [36, 37]) await call('POST', `/v1/members/${(made[at] as Made).id}/block`, {})
  await call('POST', `/v1/members/${(made[38] as Made).id}/mute`, {})
  return made
}

async function makeOrders(call: CallAsOwner, { now }: When, members: Made[], plans: Made[]): Promise<void> {
  for (let at = 0; at < 20; at++) {
    const startDate = now.subtract({ hours: 24 * ((at * 5) % 50) + 1 }).toString()
    const plan = plans[[0, 0, 1, 2, 1][at % 5] as number] as Made
    const days = plan === plans[2] ? 20 : 50
    const { order } = (await call('POST', '/v2/checkout/orders/offline', {
      planId: plan.id,
      memberId: (members[at] as Made).id,
      startDate: (at * 5) % 50 < days ? startDate : now.subtract({ hours: 24 }).toString(),
      paid: at % 6 !== 5,
    })) as { order: Made }
    if (at === 4) await call('POST', `/v2/orders/${order.id}/pause`, {})
    if (at === 8 || at === 13) await call('POST', `/v2/orders/${order.id}/cancel`, { effectiveAt: 'IMMEDIATELY' })
  }
  await call('POST', '/v2/checkout/orders/offline', {
    planId: (plans[1] as Made).id,
    memberId: (members[21] as Made).id,
    startDate: now.add({ hours: 24 * 9 }).toString(),
    paid: true,
  })
}

async function makeBookings(call: CallAsOwner, when: When, members: Made[], classes: MadeClass[], appointments: Made[], staff: MadeStaff[]): Promise<void> {
  const from = when.now.toString()
  const { availabilityEntries = [] } = (await call('POST', '/v1/availability/query', {
    query: { filter: { serviceId: classes.map((made) => made.id), startDate: from, endDate: when.now.add({ hours: 24 * 12 }).toString() } },
  })) as { availabilityEntries?: { slot: Record<string, unknown>; openSpots: number }[] }
  let person = 0
  const contact = (member: number) => ({
    firstName: FIRST[member % FIRST.length] as string,
    lastName: LAST[(member * 7 + Math.floor(member / FIRST.length)) % LAST.length] as string,
    email: `${FIRST[member % FIRST.length]}.${LAST[(member * 7 + Math.floor(member / FIRST.length)) % LAST.length]}.${member + 1}@sample.example`.toLowerCase(),
  })
  for (const [place, { slot, openSpots }] of availabilityEntries.entries()) {
    const people = Math.min(openSpots, 2 + ((place * 5) % 7))
    for (let at = 0; at < people; at++)
      await call('POST', '/v2/bookings', {
        booking: {
          bookedEntity: { slot: { serviceId: slot.serviceId, eventId: slot.eventId } },
          contactDetails: contact(person++ % 36),
          totalParticipants: 1,
          status: 'CONFIRMED',
          selectedPaymentOption: 'OFFLINE',
        },
      })
  }
  const tomorrow = when.now.toZonedDateTimeISO(when.timeZone).toPlainDate().add({ days: 1 })
  for (let day = -6; day < 10; day++) {
    const service = appointments[Math.abs(day) % appointments.length] as Made
    const minutes = (APPOINTMENTS[Math.abs(day) % appointments.length] as (typeof APPOINTMENTS)[number]).minutes
    const who = staff[(APPOINTMENTS[Math.abs(day) % appointments.length] as (typeof APPOINTMENTS)[number]).staff[0] as number] as MadeStaff
    const start = tomorrow.add({ days: day }).toZonedDateTime({ timeZone: when.timeZone, plainTime: Temporal.PlainTime.from(`${11 + (Math.abs(day) % 5)}:00`) })
    await call('POST', '/v2/bookings', {
      booking: {
        bookedEntity: {
          slot: {
            serviceId: service.id,
            startDate: start.toInstant().toString(),
            endDate: start.add({ minutes }).toInstant().toString(),
            timezone: when.timeZone,
            resource: { id: who.resourceId },
            location: { locationType: 'OWNER_BUSINESS' },
          },
        },
        contactDetails: contact((day + 20) % 36),
        totalParticipants: 1,
        status: day % 4 === 3 ? 'CREATED' : 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
      flowControlSettings: { skipAvailabilityValidation: true },
    })
  }
}
