/**
 * The dashboard's editors never change what nobody changed: for any service, person, plan, policy and field that can be made
 * through HTTP, opening and saving sends nothing, and saving one field changes that field alone.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPolicyChange, toPolicyForm, type PolicyForm } from '#web/dashboard/services/forms/policy-form.ts'
import { toNewService, toServiceChange } from '#web/dashboard/services/forms/service-change.ts'
import { newServiceForm, toServiceForm, withPriceKind, type PriceKind, type ServiceForm } from '#web/dashboard/services/forms/service-form.ts'
import { serviceProblems } from '#web/dashboard/services/forms/service-problems.ts'
import { newStaffForm, toStaffChange, toStaffForm, type StaffForm } from '#web/dashboard/services/forms/staff-form.ts'
import { toBenefitChange, toPlanChange, toPlanForm, type PlanForm } from '#web/dashboard/plans/plan-form.ts'
import { toEventChange, toSessionChange, toSessionForm, type SessionForm } from '#web/dashboard/calendar/session-change.ts'
import { newLocationForm, toLocationChange, toLocationForm, type LocationForm } from '#web/dashboard/services/forms/location-form.ts'
import {
  findSpecialDayProblems,
  hasProblems,
  toPeriods,
  toSpecialDayChange,
  toSpecialDayForm,
  type SpecialDayForm,
} from '#web/dashboard/parts/special-day-form.ts'
import { toFieldChange, toFieldForm } from '#web/dashboard/settings/field-form.ts'
import { amount, createServiceForms, createServiceMutations, lines, words, type SiteParts } from './editor-forms.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

let server: TestServer
let site: TestSite
let people: { id: string; resourceId: string }[]
let categories: string[]
let places: string[]
let policies: string[]
let plans: string[]
let rooms: { typeId: string; ids: string[] }
let services: string[]
const owner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  people = []
  for (const name of ['Ana', 'Ben', 'Cleo']) people.push((await owner('POST', '/v1/staff-members', { staffMember: { name } })).staffMember)
  categories = []
  for (const name of ['Body', 'Mind']) categories.push((await owner('POST', '/v2/categories', { category: { name } })).category.id)
  places = [(await owner('GET', '/api/locations')).locations[0].id]
  places.push((await owner('POST', '/api/locations', { location: { name: 'Garden', address: 'Lane 3' } })).location.id)
  policies = [(await owner('POST', '/v1/booking-policies/query', { query: {} })).bookingPolicies[0].id]
  policies.push((await owner('POST', '/v1/booking-policies', { bookingPolicy: { name: 'Strict' } })).bookingPolicy.id)
  plans = []
  for (const name of ['Ten', 'Month'])
    plans.push(
      (await owner('POST', '/v2/plans', { plan: { name, pricing: { price: { value: '90', currency: 'USD' }, singlePaymentUnlimited: true } } })).plan.id,
    )
  const { resourceType } = await owner('POST', '/v2/resources/resource-types', { resourceType: { name: 'Rooms' } })
  rooms = { typeId: resourceType.id, ids: [] }
  for (const name of ['Blue', 'Red']) rooms.ids.push((await owner('POST', '/v2/resources', { resource: { name, typeId: resourceType.id } })).resource.id)
  services = []
  for (const name of ['One', 'Two'])
    services.push(
      (
        await owner('POST', '/v2/services', {
          service: { type: 'CLASS', name, defaultCapacity: 5, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } },
        })
      ).service.id,
    )
})
afterAll(() => server.close())

/** What differs between two entities, as top-level names; what every save changes is left out. */
const differing = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => key !== 'revision' && key !== 'updatedDate' && JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  )

const parts = (): SiteParts => ({ people, categories, places, policies, plans, rooms })
const serviceForms = createServiceForms(parts)
const mutations = createServiceMutations(parts)

test('opening and saving any service changes nothing, and saving one field changes one field', async () => {
  await fc.assert(
    fc.asyncProperty(serviceForms, fc.nat(), async (filled, pick) => {
      expect(serviceProblems(filled)).toEqual({})
      const created = await owner('POST', '/api/services', toNewService(filled, people))
      // What the form does not show: set through the API, and never touched by the editor.
      const stored = await owner('PATCH', `/api/services/${created.service.id}`, {
        service: {
          revision: created.service.revision,
          sortOrder: 7,
          hidden: true,
          extendedFields: { namespaces: { '@own/app': { color: 'teal' } } },
          seoData: { settings: { keywords: [{ term: 'calm' }] } },
          media: { items: [{ image: { id: 'a', url: 'https://pictures.example/a.jpg' } }] },
        },
      })
      const form = toServiceForm(stored)
      expect(toServiceChange(stored, form, form, { people })).toBeUndefined()

      const usable = mutations.flatMap(([field, change, follows]) => {
        const part = change(form)
        return part ? [{ field, follows, after: { ...form, ...part } }] : []
      })
      const { field, follows, after } = usable[pick % usable.length] as (typeof usable)[number]
      const saved = await owner('PATCH', `/api/services/${stored.service.id}`, toServiceChange(stored, form, after, { people }))
      expect(differing(stored.service, saved.service).filter((key) => !follows.includes(key))).toEqual([])
      const [shown, wanted] = [toServiceForm(saved), after]
      if (field === 'price') expect(Number(shown.price)).toBe(Number(wanted.price))
      const comparable = (one: ServiceForm) => ({ ...one, price: '', personPrices: {}, planIds: one.planIds.toSorted() })
      expect(comparable(shown)).toEqual(comparable(wanted))
      expect(saved.options?.variants).toEqual(stored.options?.variants)
    }),
    { numRuns: 60 },
  )
})

test('each kind of price becomes each other kind, and what went with the old one is gone', async () => {
  const kinds: PriceKind[] = ['FIXED', 'LENGTH', 'PERSON', 'CHOICE', 'WORDS', 'FREE']
  const filled: ServiceForm = {
    ...newServiceForm,
    name: 'Everything',
    lengths: [30, 60],
    staffIds: people.slice(0, 2).map(({ resourceId }) => resourceId),
    price: '50.00',
    priceWords: 'Ask us',
    lengthPrices: { 30: '35.00', 60: '60.00' },
    personPrices: Object.fromEntries(people.map(({ resourceId }, at) => [resourceId, `${40 + at}.00`])),
    choiceName: 'Oil',
    choices: [{ name: 'Rose', price: '55.00' }],
    policyId: policies[0] ?? null,
    placeIds: places.slice(0, 1),
  }
  for (const from of kinds)
    for (const to of kinds) {
      const before = await owner('POST', '/api/services', toNewService(withPriceKind(filled, from), people))
      const form = toServiceForm(before)
      const after = withPriceKind(
        {
          ...filled,
          ...form,
          price: form.price || filled.price,
          priceKind: form.priceKind,
          lengthPrices: filled.lengthPrices,
          personPrices: filled.personPrices,
          choices: filled.choices,
          choiceName: filled.choiceName,
          priceWords: filled.priceWords,
        },
        to,
      )
      const change = toServiceChange(before, form, after, { people })
      const saved = change ? await owner('PATCH', `/api/services/${before.service.id}`, change) : before
      expect(toServiceForm(saved).priceKind, `${from} to ${to}`).toBe(to)
      expect(saved.options === null, `${from} to ${to}`).toBe(!['LENGTH', 'PERSON', 'CHOICE'].includes(to))
    }
})

test('opening and saving any person changes nothing; a number can be taken away and lines of a text stay', async () => {
  const forms: fc.Arbitrary<StaffForm> = fc.record({
    name: words(40),
    email: fc.constantFrom('', 'ana@example.org'),
    phone: fc.constantFrom('', '+49 30 1234'),
    description: lines,
    picture: fc.constantFrom(undefined, { url: 'https://pictures.example/a.jpg' }),
  })
  const keys = ['name', 'email', 'phone', 'description'] as const
  await fc.assert(
    fc.asyncProperty(forms, fc.nat({ max: 3 }), async (filled, at) => {
      const { staffMember } = await owner('POST', '/v1/staff-members', { staffMember: toStaffChange(undefined, newStaffForm, filled) })
      const form = toStaffForm(staffMember)
      expect(form).toEqual(filled)
      expect(toStaffChange(staffMember, form, form)).toBeUndefined()
      const key = keys[at] as (typeof keys)[number]
      const after = { ...form, [key]: key === 'name' ? `${form.name.slice(0, 30)} B` : form[key] ? '' : key === 'email' ? 'ben@example.org' : 'Two\nlines' }
      const change = toStaffChange(staffMember, form, after)
      const { staffMember: saved } = await owner('PATCH', `/v1/staff-members/${staffMember.id}`, { staffMember: change })
      const { staffMember: before } = { staffMember }
      expect(toStaffForm(saved)).toEqual(after)
      expect(differing(before, saved).filter((one) => one !== key && one !== 'resource')).toEqual([])
    }),
    { numRuns: 25 },
  )
})

test('opening and saving any plan changes nothing, and saving one field changes one field', async () => {
  const forms = fc.record({
    name: words(40),
    description: lines,
    perks: fc.array(words(20), { maxLength: 4 }),
    price: amount,
    model: fc.constantFrom(
      { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, freeTrialDays: 7 },
      { subscription: { cycleDuration: { count: 2, unit: 'WEEK' }, cycleCount: 6 } },
      { singlePaymentForDuration: { count: 3, unit: 'MONTH' } },
      { singlePaymentUnlimited: true },
    ),
    fees: fc.constantFrom([], [{ fee: { name: 'Joining', amount: '10.00' }, appliedAt: 'FIRST_PAYMENT' }]),
    limit: fc.nat({ max: 1 }),
    flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    terms: lines,
    credits: fc.constantFrom(null, 4),
    rollover: fc.constantFrom({ enabled: false }, { enabled: true, cap: 9 }),
  })
  const changes: [Partial<PlanForm> | ((form: PlanForm) => Partial<PlanForm>), string[]][] = [
    [{ name: 'Renamed' }, ['name', 'slug']],
    [{ description: 'Other words' }, ['description']],
    [{ perks: 'One\nTwo' }, ['perks']],
    [{ price: '77.70' }, ['pricing']],
    [{ fees: [{ name: 'Card', amount: '5.00' }] }, ['pricing']],
    [(form) => ({ limit: 1 - form.limit }), ['maxPurchasesPerBuyer']],
    [{ terms: 'Be kind.' }, ['termsAndConditions']],
  ]
  await fc.assert(
    fc.asyncProperty(forms, fc.nat(), async (filled, pick) => {
      const { plan } = await owner('POST', '/v2/plans', {
        plan: {
          name: filled.name,
          description: filled.description,
          perks: { values: filled.perks },
          pricing: { price: { value: filled.price, currency: 'USD' }, feeConfigs: filled.fees, ...filled.model },
          maxPurchasesPerBuyer: filled.limit,
          public: filled.flags[0],
          buyerCanCancel: filled.flags[1],
          allowFutureStartDate: filled.flags[2],
          termsAndConditions: filled.terms,
          clientData: { own: 'kept' },
        },
      })
      const benefit = await owner('PUT', `/api/plans/${plan.id}/benefit`, {
        benefit: { credits: filled.credits, rollover: filled.rollover },
        serviceIds: services,
      })
      const form = toPlanForm(plan, benefit)
      expect([toPlanChange(plan, form, form), toBenefitChange(benefit, form, form)]).toEqual([undefined, undefined])
      const [part, follows] = changes[pick % changes.length] as (typeof changes)[number]
      const after = { ...form, ...(typeof part === 'function' ? part(form) : part) }
      const { plan: saved } = await owner('PATCH', `/v2/plans/${plan.id}`, { plan: toPlanChange(plan, form, after) })
      expect(toPlanForm(saved, benefit)).toEqual(after)
      expect(differing(plan, saved).filter((key) => !follows.includes(key))).toEqual([])
      // Another number of sessions leaves what is carried over as it was.
      const more = await owner('PUT', `/api/plans/${plan.id}/benefit`, toBenefitChange(benefit, form, { ...form, sessions: 8 }))
      expect(more).toMatchObject({ benefit: { credits: 8, rollover: filled.rollover }, serviceIds: expect.arrayContaining(services) })
    }),
    { numRuns: 25 },
  )
})

test('opening and saving any booking rules changes nothing, and saving one rule changes one rule', async () => {
  const minutes = fc.integer({ min: 1, max: 50_000 })
  const forms = fc.record({
    limitEarlyBookingPolicy: fc.record({ enabled: fc.boolean(), earliestBookingInMinutes: fc.integer({ min: 60_000, max: 90_000 }) }),
    limitLateBookingPolicy: fc.record({ enabled: fc.constant(false), latestBookingInMinutes: minutes }),
    bookAfterStartPolicy: fc.record({ enabled: fc.boolean() }),
    cancellationPolicy: fc.record({
      enabled: fc.boolean(),
      limitLatestCancellation: fc.boolean(),
      latestCancellationInMinutes: minutes,
      allowAnonymous: fc.constantFrom(true, false, null),
    }),
    reschedulePolicy: fc.record({ enabled: fc.boolean(), limitLatestReschedule: fc.boolean(), latestRescheduleInMinutes: minutes }),
    waitlistPolicy: fc.record({ enabled: fc.boolean(), capacity: minutes, reservationTimeInMinutes: minutes }),
    participantsPolicy: fc.record({ maxParticipantsPerBooking: fc.integer({ min: 1, max: 50 }) }),
    customPolicyDescription: fc.record({ enabled: fc.constant(true), description: words(80) }),
    saveCreditCardPolicy: fc.constant({ enabled: true }),
    cancellationFeePolicy: fc.constantFrom(
      { enabled: false, cancellationWindows: [], autoCollectFeeEnabled: false },
      {
        enabled: true,
        cancellationWindows: [{ percentage: '50', startInMinutes: 1440 }, { amount: { value: '20', currency: 'USD' } }],
        autoCollectFeeEnabled: true,
      },
    ),
    staffSortingPolicy: fc.constantFrom({ sortingMethodType: 'RANDOM' }, { sortingMethodType: 'RANKING', rankingOptions: { order: 'HIGHEST_TO_LOWEST' } }),
    intakeFormPolicy: fc.constantFrom({ enabled: false }, { enabled: true, formId: randomUUID(), timing: 'AFTER_BOOKING' }),
  })
  const changes: [(form: PolicyForm) => Partial<PolicyForm>, string][] = [
    [(form) => ({ name: `${form.name} anew` }), 'name'],
    [(form) => ({ early: { ...form.early, on: !form.early.on } }), 'limitEarlyBookingPolicy'],
    [(form) => ({ afterStart: !form.afterStart }), 'bookAfterStartPolicy'],
    [(form) => ({ cancel: { ...form.cancel, minutes: form.cancel.minutes + 60 } }), 'cancellationPolicy'],
    [(form) => ({ move: { ...form.move, allowed: !form.move.allowed } }), 'reschedulePolicy'],
    [(form) => ({ waiting: { ...form.waiting, on: !form.waiting.on } }), 'waitlistPolicy'],
    [(form) => ({ people: form.people + 1 }), 'participantsPolicy'],
    [(form) => ({ text: { ...form.text, words: `${form.text.words} Thank you.` } }), 'customPolicyDescription'],
    [(form) => ({ fee: { ...form.fee, byItself: !form.fee.byItself } }), 'cancellationFeePolicy'],
  ]
  await fc.assert(
    fc.asyncProperty(forms, fc.nat(), async (rules, pick) => {
      const { bookingPolicy } = await owner('POST', '/v1/booking-policies', {
        bookingPolicy: { ...rules, name: 'Any', extendedFields: { namespaces: { own: { a: 1 } } } },
      })
      const form = toPolicyForm(bookingPolicy)
      expect(toPolicyChange(bookingPolicy, form, form)).toBeUndefined()
      const [change, follows] = changes[pick % changes.length] as (typeof changes)[number]
      const after = { ...form, ...change(form) }
      const { bookingPolicy: saved } = await owner('PATCH', `/v1/booking-policies/${bookingPolicy.id}`, {
        bookingPolicy: toPolicyChange(bookingPolicy, form, after),
      })
      expect(toPolicyForm(saved)).toEqual(after)
      expect(differing(bookingPolicy, saved)).toEqual([follows])
    }),
    { numRuns: 40 },
  )
})

test('opening and saving any field of the members changes nothing', async () => {
  for (const fieldType of ['TEXT', 'SOCIAL'])
    for (const defaultPrivacy of ['PUBLIC', 'PRIVATE']) {
      const { field } = await owner('POST', '/v1/custom-fields', {
        field: { name: `${fieldType} ${defaultPrivacy}`, fieldType, defaultPrivacy, ...(fieldType === 'SOCIAL' ? { socialType: 'TIKTOK' } : {}) },
      })
      const form = toFieldForm(field)
      expect(toFieldChange(field, form, form)).toBeUndefined()
      const { field: saved } = await owner('PATCH', `/v1/custom-fields/${field.id}`, {
        field: toFieldChange(field, form, { ...form, name: `${form.name} anew` }),
      })
      expect(differing(field, saved)).toEqual(['name'])
    }
})

test('opening and saving any location changes nothing, and saving one field changes one field', async () => {
  const forms: fc.Arbitrary<LocationForm> = fc.record({
    name: words(40),
    address: lines,
    phone: fc.constantFrom('', '+49 30 1234'),
    email: fc.constantFrom('', 'garden@example.org'),
    isDefault: fc.constant(false),
  })
  const changes: [Partial<LocationForm>, string][] = [
    [{ name: 'Renamed' }, 'name'],
    [{ address: 'Lane 4' }, 'address'],
    [{ phone: '+49 30 99' }, 'phone'],
    [{ email: 'other@example.org' }, 'email'],
  ]
  await fc.assert(
    fc.asyncProperty(forms, fc.nat(), async (filled, pick) => {
      const { location } = await owner('POST', '/api/locations', { location: toLocationChange(newLocationForm, filled) })
      const form = toLocationForm(location)
      expect([form, toLocationChange(form, form)]).toEqual([{ ...filled, address: filled.address.trim() }, undefined])
      const [part, follows] = changes[pick % changes.length] as (typeof changes)[number]
      const { location: saved } = await owner('PATCH', `/api/locations/${location.id}`, { location: toLocationChange(form, { ...form, ...part }) })
      expect(toLocationForm(saved)).toEqual({ ...form, ...part })
      expect(differing(location, saved)).toEqual([follows])
    }),
    { numRuns: 20 },
  )
})

test('opening and saving any closing day or special hours changes nothing, and saving one field changes one field', async () => {
  const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const periods = fc
    .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 8 })
    .map((times) => times.toSorted((a, b) => a - b).slice(0, times.length - (times.length % 2)))
    .map((times) => times.flatMap((start, at) => (at % 2 === 0 ? [{ start: clock(start), end: clock(times[at + 1] as number) }] : [])))
  const days = fc.record({
    title: fc.option(words(40), { nil: '' }),
    length: fc.nat({ max: 20 }),
    periods: fc.option(periods, { nil: [] }),
    whose: fc.nat({ max: 2 }),
  })
  const changes: [(form: SpecialDayForm) => Partial<SpecialDayForm>, string][] = [
    [(form) => ({ title: `${form.title} anew` }), 'title'],
    [(form) => ({ until: `${form.until.slice(0, 8)}28` }), 'until'],
    [(form) => ({ from: `${form.from.slice(0, 8)}01` }), 'from'],
    [(form) => ({ kind: form.kind === 'closed' ? 'hours' : 'closed' }), 'periods'],
    [() => ({ kind: 'hours', periods: [{ start: '06:05', end: '00:00' }] }), 'periods'],
  ]
  let month = 0
  await fc.assert(
    fc.asyncProperty(days, fc.nat(), async ({ title, length, periods: open, whose }, pick) => {
      // A month of its own for each, so that none meets another.
      month += 1
      const first = `${2030 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
      const ids = [{}, { resourceId: people[0]?.resourceId }, { locationId: places[0] }][whose]
      const { specialDay } = await owner('POST', '/api/special-days', {
        specialDay: { ...ids, title, from: `${first}-02`, until: `${first}-${String(2 + length).padStart(2, '0')}`, periods: open },
      })
      const form = toSpecialDayForm(specialDay)
      expect([toPeriods(form), toSpecialDayChange(form, form), hasProblems(findSpecialDayProblems(form))]).toEqual([specialDay.periods, undefined, false])
      const [part, follows] = changes[pick % changes.length] as (typeof changes)[number]
      const after = { ...form, ...part(form) }
      const { specialDay: saved } = await owner('PATCH', `/api/special-days/${specialDay.id}`, { specialDay: toSpecialDayChange(form, after) })
      expect(toPeriods(toSpecialDayForm(saved))).toEqual(toPeriods(after))
      expect(differing(specialDay, saved)).toEqual([follows])
    }),
    { numRuns: 30 },
  )
})

test('opening and saving any session changes nothing, and saving one field changes one field', async () => {
  const timeZone = 'Europe/Berlin'
  const own = await server.createSite({ timeZone })
  const ask = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: own, ...(body === undefined ? {} : { body }) })
  const team: { id: string; name: string; resourceId: string }[] = []
  for (const name of ['Ana', 'Ben', 'Cleo']) team.push((await ask('POST', '/v1/staff-members', { staffMember: { name } })).staffMember)
  const { resourceType } = await ask('POST', '/v2/resources/resource-types', { resourceType: { name: 'Rooms' } })
  const { resource: room } = await ask('POST', '/v2/resources', { resource: { name: 'Blue', typeId: resourceType.id } })
  const { location: garden } = await ask('POST', '/api/locations', { location: { name: 'Garden', address: 'Lane 3' } })
  const { service } = await ask('POST', '/v2/services', {
    service: { type: 'CLASS', name: 'Flow', defaultCapacity: 8, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } },
  })
  const sessions = fc.record({
    // Summer, winter, and days on which or near which the clock changes.
    day: fc.constantFrom('07-14', '12-24', '03-30', '10-26'),
    minute: fc.integer({ min: 0, max: 1435 }),
    length: fc.integer({ min: 5, max: 400 }),
    capacity: fc.integer({ min: 1, max: 50 }),
    withRoom: fc.boolean(),
    leaders: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }),
  })
  const changes: [(form: SessionForm) => Partial<SessionForm>, string[]][] = [
    [({ date }) => ({ date: `${date.slice(0, 4)}-09-01` }), ['start', 'end', 'adjustedStart', 'adjustedEnd']],
    [
      (form) => ({
        resourceIds: [
          ...form.resourceIds.filter((id) => id === room.id),
          ...(form.resourceIds.length > 1 ? [] : team.map((one) => one.resourceId)),
          team[0]?.resourceId ?? '',
        ].filter((id, at, all) => all.indexOf(id) === at),
      }),
      ['resources'],
    ],
    [() => ({ placeId: garden.id }), ['location']],
  ]
  let year = new Date().getUTCFullYear() + 4
  await fc.assert(
    fc.asyncProperty(sessions, fc.nat(), async ({ day, minute, length, capacity, withRoom, leaders }, pick) => {
      year += 1
      const date = `${year}-${day}`
      const wall = (minutes: number) => `${new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000).toISOString().slice(0, 19)}`
      const resources = [...leaders.map((at) => ({ id: team[at]?.resourceId })), ...(withRoom ? [{ id: room.id }] : [])]
      const { event } = await ask('POST', '/calendar/v3/events', {
        event: {
          scheduleId: service.schedule.id,
          type: 'CLASS',
          title: 'Flow',
          start: { localDate: wall(minute) },
          end: { localDate: wall(minute + length) },
          resources,
          totalCapacity: capacity,
        },
      })
      const { items } = await ask('POST', '/api/bookings/calendar', { from: `${year}-01-01T00:00:00Z`, to: `${year + 1}-01-01T00:00:00Z` })
      const [item] = items.filter((one: { id: string }) => one.id === event.id)
      const choices = { people: team, places: [garden] }
      const form = toSessionForm(item, timeZone)
      expect(toSessionChange(item, form, choices, timeZone)).toBeUndefined()
      const [part, follows] = changes[pick % changes.length] as (typeof changes)[number]
      const change = toSessionChange(item, { ...form, ...part(form) }, choices, timeZone)
      if (!change) return
      const { event: saved } = await ask('PATCH', `/calendar/v3/events/${event.id}`, { event: toEventChange(change, timeZone) })
      expect(differing(event, saved).filter((key) => !follows.includes(key))).toEqual([])
    }),
    { numRuns: 40 },
  )
})
