/**
 * The dashboard's editors never change a field that the user did not change: for any person, plan, policy, location, closing day and field that can be made
 * through HTTP, opening and saving sends nothing, and saving one field changes that field alone.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPolicyChange, toPolicyForm, type PolicyForm } from '#web/dashboard/services/forms/policy-form.ts'
import { newStaffForm, toStaffChange, toStaffForm, type StaffForm } from '#web/dashboard/services/forms/staff-form.ts'
import { toBenefitChange, toPlanChange, toPlanForm, type PlanForm } from '#web/dashboard/plans/plan-form.ts'
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
import { amount, lines, words, type SiteParts } from './editor-forms.ts'
import { createEditorSite, listDifferences, type EditorSite } from './factories/editor-site.ts'

let server: EditorSite['server']
let owner: EditorSite['owner']
let services: EditorSite['services']
let people: SiteParts['people']
let places: SiteParts['places']
beforeAll(async () => {
  const made = await createEditorSite()
  ;({ server, owner, services } = made)
  ;({ people, places } = made.parts)
})
afterAll(() => server.close())

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
      expect(listDifferences(before, saved).filter((one) => one !== key && one !== 'resource')).toEqual([])
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
      expect(listDifferences(plan, saved).filter((key) => !follows.includes(key))).toEqual([])
      // Another number of sessions leaves what is carried over as it was.
      const more = await owner('PUT', `/api/plans/${plan.id}/benefit`, toBenefitChange(benefit, form, { ...form, sessions: 8 }))
      expect(more).toMatchObject({ benefit: { credits: 8, rollover: filled.rollover }, serviceIds: expect.arrayContaining(services) })
    }),
    { numRuns: 25 },
  )
})

test('opening and saving any booking rules changes nothing, and saving one rule changes one rule', async () => {
  const minutes = fc.integer({ min: 1, max: 50_000 })
  const { form: intake } = await owner('POST', '/api/forms', {
    kind: 'INTAKE',
    name: 'First visit',
    fields: [{ target: 'goals', type: 'SHORT_TEXT', label: { en: 'Your goals', de: 'Deine Ziele' }, required: false }],
  })
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
    intakeFormPolicy: fc.constantFrom({ enabled: false }, { enabled: true, formId: intake.id, timing: 'AFTER_BOOKING' }),
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
    [(form) => ({ staffOrder: form.staffOrder === 'LOWEST_FIRST' ? 'ANYONE' : 'LOWEST_FIRST' }), 'staffSortingPolicy'],
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
      expect(listDifferences(bookingPolicy, saved)).toEqual([follows])
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
      expect(listDifferences(field, saved)).toEqual(['name'])
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
      expect(listDifferences(location, saved)).toEqual([follows])
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
      expect(listDifferences(specialDay, saved)).toEqual([follows])
    }),
    { numRuns: 30 },
  )
})
