/** The owner asks why customers are not offered a time: the reply agrees with the lists of times, and its actions open it. The rules have their own properties. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let ana: { id: string; resourceId: string }
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  ana = (await owner('POST', '/v1/staff-members', { staffMember: { name: 'Ana' } })).staffMember
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})
const owner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })
const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: false } } }
const createAppointment = async (more: object = {}) =>
  (
    await owner('POST', '/v2/services', {
      service: {
        ...base,
        type: 'APPOINTMENT',
        name: 'Talk',
        schedule: { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions: 0 } },
        staffMemberIds: [ana.resourceId],
        ...more,
      },
    })
  ).service
const explain = (serviceId: string, localStartDate: string, more = '') => owner('GET', `/api/bookability/${serviceId}?localStartDate=${localStartDate}${more}`)
const codes = async (serviceId: string, at: string) => (await explain(serviceId, at)).reasons.map(({ code }: { code: string }) => code)
const isListed = async (serviceId: string, at: string) => {
  const { timeSlots } = await server.ok('POST', '/service-availability/v2/time-slots', {
    token: await server.visitorToken(site),
    body: { serviceId, fromLocalDate: at, toLocalDate: `${at.slice(0, 17)}59` },
  })
  return timeSlots.length === 1
}
const updateService = async (id: string, change: object) => {
  const { service } = await owner('GET', `/v2/services/${id}`)
  return owner('PATCH', `/v2/services/${id}`, { service: { ...change, id, revision: service.revision } })
}

test('each reason in words of every language, until the time is listed', async () => {
  const service = await createAppointment({ hidden: true, onlineBooking: { enabled: false } })
  const at = '2027-05-03T19:00:00'
  expect(await explain(service.id, at)).toEqual({
    localStartDate: at,
    localEndDate: '2027-05-03T20:00:00',
    startDate: '2027-05-03T19:00:00.000+02:00',
    timeZone: 'Europe/Berlin',
    isOffered: false,
    reasons: [
      {
        code: 'HIDDEN',
        text: {
          en: 'The service is hidden from your site.',
          de: 'Das Angebot ist auf deiner Website ausgeblendet.',
          fr: 'La prestation est masquée sur votre site.',
          es: 'El servicio está oculto en tu sitio.',
        },
        action: { en: 'Show the service', de: 'Angebot einblenden', fr: 'Afficher la prestation', es: 'Mostrar el servicio' },
        change: { kind: 'SHOW_SERVICE' },
      },
      expect.objectContaining({ code: 'ONLINE_BOOKING_OFF', change: { kind: 'TURN_ON_ONLINE_BOOKING' } }),
      {
        code: 'OUTSIDE_HOURS',
        text: {
          en: 'It’s outside the working hours of the business.',
          de: 'Außerhalb der Arbeitszeiten: das Unternehmen.',
          fr: 'En dehors des heures de travail : l’entreprise.',
          es: 'Fuera del horario de trabajo: el negocio.',
        },
        action: { en: 'Change working hours', de: 'Arbeitszeiten ändern', fr: 'Modifier les heures de travail', es: 'Cambiar el horario de trabajo' },
        change: { kind: 'ADD_HOURS', date: '2027-05-03', from: '19:00', to: '20:00' },
      },
    ],
    ways: [[0, 1, 2]],
  })
  await updateService(service.id, { hidden: false, onlineBooking: { enabled: true } })
  expect(await codes(service.id, at)).toEqual(['OUTSIDE_HOURS'])
  expect(await isListed(service.id, at)).toBe(false)
  const { periods } = await owner('GET', '/api/business-hours')
  await owner('PUT', '/api/business-hours', { periods: [...periods, { day: 'MONDAY', start: '18:00', end: '20:00' }] })
  expect(await explain(service.id, at)).toMatchObject({ isOffered: true, reasons: [], ways: [] })
  expect(await isListed(service.id, at)).toBe(true)
})

test('a booking, its buffer, a class and blocked time', async () => {
  const service = await createAppointment()
  const quick = await createAppointment({ schedule: { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions: 30 } } })
  await server.ok('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(site),
    body: {
      contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
      slot: {
        serviceId: quick.id,
        scheduleId: quick.schedule.id,
        startDate: '2027-05-04T10:00:00+02:00',
        endDate: '2027-05-04T11:00:00+02:00',
        timezone: 'Europe/Berlin',
        resource: { id: ana.resourceId },
        location: { locationType: 'OWNER_BUSINESS' },
      },
    },
  })
  const booked = await explain(service.id, '2027-05-04T10:00:00')
  expect(booked.reasons).toMatchObject([
    { code: 'BOOKED', resourceId: ana.resourceId, taken: { kind: 'BOOKING', localEndDate: '2027-05-04T11:00:00' }, change: { kind: 'FREE_TIME' } },
  ])
  expect(booked.reasons[0].text.en).toBe('Ana is booked from 10:00 to 11:00.')
  expect(await codes(service.id, '2027-05-04T11:00:00')).toEqual(['BUFFER'])
  expect(await codes(service.id, '2027-05-04T11:30:00')).toEqual([])
  const { staffMember } = await owner('GET', `/v1/staff-members/${ana.id}?fields=RESOURCE_DETAILS`)
  await owner('POST', '/calendar/v3/events', {
    event: {
      scheduleId: staffMember.resource.eventsSchedule.id,
      type: 'EVENT',
      title: 'Dentist',
      start: { localDate: '2027-05-04T14:00:00' },
      end: { localDate: '2027-05-04T15:00:00' },
      resources: [{ id: ana.resourceId }],
    },
  })
  expect(await codes(service.id, '2027-05-04T14:30:00')).toEqual(['BLOCKED'])
  expect(await codes(quick.id, '2027-05-04T13:00:00')).toEqual(['BUFFER'])
  expect((await explain(quick.id, '2027-05-04T13:00:00')).reasons[0].change).toEqual({ kind: 'SET_BUFFER', minutes: 0 })
})

test('a closing day, a start between the steps, and someone who does not offer it', async () => {
  const service = await createAppointment()
  await owner('POST', '/api/special-days', { specialDay: { from: '2027-05-06', until: '2027-05-07', title: 'Holiday', periods: [] } })
  expect(await codes(service.id, '2027-05-06T12:00:00')).toEqual(['CLOSED'])
  expect((await explain(service.id, '2027-05-05T12:10:00')).reasons).toMatchObject([{ code: 'OFF_GRID', change: { kind: 'SET_SPACING', minutes: 26 } }])
  const ben = (await owner('POST', '/v1/staff-members', { staffMember: { name: 'Ben' } })).staffMember
  const { reasons } = await explain(service.id, '2027-05-05T12:00:00', `&resourceId=${ben.resourceId}`)
  expect(reasons).toMatchObject([{ code: 'NOT_ASSIGNED', text: { en: 'Ben doesn’t offer this service.', de: 'Ben bietet das nicht an.' } }])
})

test('a class: no session, full, cancelled; a course that has begun', async () => {
  const { service: yoga } = await owner('POST', '/v2/services', { service: { ...base, type: 'CLASS', name: 'Yoga', defaultCapacity: 1 } })
  const at = '2027-05-05T17:00:00'
  expect(await codes(yoga.id, at)).toEqual(['NO_SESSION'])
  const event = {
    scheduleId: yoga.schedule.id,
    type: 'CLASS',
    title: 'Yoga',
    start: { localDate: at },
    end: { localDate: '2027-05-05T18:00:00' },
    resources: [{ id: ana.resourceId }],
  }
  const { event: session } = await owner('POST', '/calendar/v3/events', { event })
  expect(await explain(yoga.id, at)).toMatchObject({ isOffered: true, localEndDate: '2027-05-05T18:00:00' })
  await server.ok('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(site),
    body: { contactDetails: { firstName: 'Mo', email: 'mo@example.org' }, slot: { serviceId: yoga.id, eventId: session.id } },
  })
  expect((await explain(yoga.id, at)).reasons).toMatchObject([{ code: 'FULL', change: { kind: 'SET_CAPACITY', capacity: 2 } }])
  await owner('POST', `/calendar/v3/events/${session.id}/cancel`, {})
  expect(await codes(yoga.id, at)).toEqual(['SESSION_CANCELLED'])

  const { service: course } = await owner('POST', '/v2/services', { service: { ...base, type: 'COURSE', name: 'Course', defaultCapacity: 5 } })
  const ofCourse = { ...event, scheduleId: course.schedule.id, type: 'COURSE', title: 'Course' }
  await owner('POST', '/calendar/v3/events', { event: ofCourse })
  expect(await codes(course.id, at)).toEqual([])
  await owner('POST', '/calendar/v3/events', { event: { ...ofCourse, start: { localDate: '2027-04-30T17:00:00' }, end: { localDate: '2027-04-30T18:00:00' } } })
  expect((await explain(course.id, at)).reasons).toMatchObject([{ code: 'POLICY_TOO_LATE', change: { kind: 'ALLOW_BOOKING_AFTER_START' } }])
})

test('a time that the clock skips does not exist, and the next one is named', async () => {
  const service = await createAppointment()
  const found = await explain(service.id, '2028-03-26T02:30:00')
  expect(found).toEqual({
    localStartDate: '2028-03-26T02:30:00',
    localEndDate: '2028-03-26T03:30:00',
    nextLocalStartDate: '2028-03-26T03:00:00',
    timeZone: 'Europe/Berlin',
    isOffered: false,
    reasons: [{ code: 'SKIPPED_TIME', text: expect.anything(), action: expect.anything() }],
    ways: [[0]],
  })
  expect(found.reasons[0].text).toEqual({
    en: '02:30 doesn’t exist on Sunday 26 March in Europe/Berlin: the clock is put forward. The next time is Sunday 26 March at 03:00.',
    de: '02:30 Uhr gibt es am Sonntag, 26. März in Europe/Berlin nicht: Die Uhr wird vorgestellt. Die nächste Zeit: Sonntag, 26. März um 03:00.',
    fr: '02:30 n’existe pas le dimanche 26 mars (Europe/Berlin) : l’heure est avancée. L’horaire suivant : dimanche 26 mars à 03:00.',
    es: 'Las 02:30 no existen el domingo, 26 de marzo (Europe/Berlin): el reloj se adelanta. La hora siguiente: domingo, 26 de marzo, 03:00.',
  })
  const { service: yoga } = await owner('POST', '/v2/services', { service: { ...base, type: 'CLASS', name: 'Night', defaultCapacity: 1 } })
  expect(await codes(yoga.id, '2028-03-26T02:30:00')).toEqual(['SKIPPED_TIME'])
  // In another zone the same clock time exists.
  expect((await explain(service.id, '2028-03-26T02:30:00', '&timeZone=UTC')).reasons[0].code).not.toBe('SKIPPED_TIME')
  expect((await explain(service.id, '2028-03-26T03:00:00')).nextLocalStartDate).toBeUndefined()
})

test('the second pass of a repeated hour is asked about by its offset or as an instant', async () => {
  const { staffMember: night } = await owner('POST', '/v1/staff-members', { staffMember: { name: 'Nora' }, fields: ['RESOURCE_DETAILS'] })
  const scheduleId = night.resource.eventsSchedule.id
  await owner('POST', `/v1/staff-members/${night.id}/assign-working-hours-schedule`, { scheduleId })
  const hours = { start: { localDate: '2027-10-31T00:00:00' }, end: { localDate: '2027-10-31T06:00:00' } }
  await owner('POST', '/calendar/v3/events', { event: { scheduleId, type: 'WORKING_HOURS', ...hours } })
  const service = await createAppointment({ staffMemberIds: [night.resourceId] })
  const ask = (startDate: string, more = '') => owner('GET', `/api/bookability/${service.id}?startDate=${encodeURIComponent(startDate)}${more}`)
  const passes = ['2027-10-31T02:30:00.000+02:00', '2027-10-31T02:30:00.000+01:00']
  const first = await explain(service.id, '2027-10-31T02:30:00')
  expect(first).toMatchObject({ isOffered: true, startDate: passes[0], passes })
  expect(await ask('2027-10-31T02:30:00+02:00')).toEqual(first)
  const second = await ask('2027-10-31T02:30:00+01:00')
  expect(await ask('2027-10-31T01:30:00Z')).toEqual(second)
  expect(second).toMatchObject({ localStartDate: '2027-10-31T02:30:00', startDate: passes[1], passes, isOffered: false, ways: [[0]] })
  const en = '02:30 comes twice on Sunday 31 October in Europe/Berlin: the clock is put back. Lists of times show only the first.'
  expect(second.reasons).toMatchObject([{ code: 'REPEATED_TIME', text: { en } }])
  // A zone that can write it lists it.
  const { timeSlots } = await server.ok('POST', '/service-availability/v2/time-slots', {
    token: await server.visitorToken(site),
    body: { serviceId: service.id, fromLocalDate: '2027-10-31T01:30:00', toLocalDate: '2027-10-31T01:30:59', timeZone: 'UTC' },
  })
  expect([timeSlots.length, (await ask('2027-10-31T01:30:00Z', '&timeZone=UTC')).isOffered]).toEqual([1, true])
  // What else is in the way is said with it.
  await updateService(service.id, { hidden: true })
  expect((await ask('2027-10-31T01:30:00Z')).reasons.map(({ code }: { code: string }) => code)).toEqual(['REPEATED_TIME', 'HIDDEN'])
})

test('what cannot be asked, and who may not ask', async () => {
  const service = await createAppointment()
  const ask = (query: string, id = service.id) => server.call('GET', `/api/bookability/${id}?${query}`, { as: site })
  for (const query of ['', 'localStartDate=2027-05-03', 'localStartDate=2027-05-03T10:00:00Z', 'localStartDate=2027-05-03T10:00:30'])
    expect((await ask(query)).status, query).toBe(400)
  const at = 'localStartDate=2027-05-03T10:00:00'
  for (const query of [
    'timeZone=Mars/One',
    'durationInMinutes=17',
    'resourceId=11111111-1111-4111-8111-111111111111',
    'locationId=11111111-1111-4111-8111-111111111111',
  ])
    expect((await ask(`${at}&${query}`)).status, query).toBe(400)
  const instant = 'startDate=2027-05-03T08:00:00Z'
  for (const query of [`${at}&${instant}`, 'startDate=2027-05-03T10:00:00', 'startDate=2027-05-03T08:00:30Z', 'startDate=2027-05-03'])
    expect((await ask(query)).status, query).toBe(400)
  // What else is wrong with the question is said of a time that the clock skips as well.
  expect((await ask('localStartDate=2028-03-26T02:30:00&durationInMinutes=17')).status).toBe(400)
  expect(await ask(at)).toMatchObject({ status: 200, body: (await ask(instant)).body })
  expect((await ask(at, '11111111-1111-4111-8111-111111111111')).status).toBe(404)
  const collaborator = await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ'])
  expect((await server.call('GET', `/api/bookability/${service.id}?${at}`, collaborator)).status).toBe(403)
  expect((await server.call('GET', `/api/bookability/${service.id}?${at}`, { token: await server.visitorToken(site) })).status).toBe(403)
})
