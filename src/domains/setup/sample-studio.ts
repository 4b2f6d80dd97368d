/**
 * The sample studio: a yoga and movement studio with people, plans, classes and a past. It is created through the public
 * operations alone, as an owner with an API key would make it, so it cannot contain what the rules refuse.
 */
import { Temporal } from 'temporal-polyfill'
import { APPOINTMENTS, CLASSES, getSamplePerson, PLANS, STAFF, type CallAsOwner, type Made, type MadeClass, type MadeStaff, type When } from './sample-data.ts'
import { makeAppointmentBookings, makeClassBookings } from './sample-bookings.ts'

/** Fills a fresh site; about two hundred calls. */
export async function createSampleData(call: CallAsOwner, when: When): Promise<void> {
  await makeBookingPolicy(call)
  const staff = await makeStaff(call)
  await makeRooms(call)
  const categories = {
    classes: await createCategory(call, 'Classes'),
    appointments: await createCategory(call, 'One to one'),
    courses: await createCategory(call, 'Courses'),
  }
  const classes = await makeClasses(call, when, staff, categories.classes)
  const course = await makeCourse(call, when, staff, categories.courses)
  const appointments = await makeAppointments(call, staff, categories.appointments)
  const plans = await makePlans(call, [...classes.map((made) => made.id), course])
  const members = await makeMembers(call)
  await makeOrders(call, when, members, plans)
  await makeClassBookings(call, when, classes)
  await makeAppointmentBookings(call, when, appointments, staff)
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

const createCategory = async (call: CallAsOwner, name: string): Promise<string> =>
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

async function createWeeklySeries(
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
      await createWeeklySeries(call, when, {
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
    const { firstName, lastName, email } = getSamplePerson(at)
    const { member } = (await call('POST', '/v1/members', {
      member: {
        loginEmail: email,
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
