/**
 * The dashboard's editors never change a field that the user did not change: for any service and session that can be made
 * through HTTP, opening and saving sends nothing, and saving one field changes that field alone.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toNewService, toServiceChange } from '#web/dashboard/services/forms/service-change.ts'
import { newServiceForm, toServiceForm, withPriceKind, type PriceKind, type ServiceForm } from '#web/dashboard/services/forms/service-form.ts'
import { serviceProblems } from '#web/dashboard/services/forms/service-problems.ts'
import { toEventChange, toSessionChange, toSessionForm, type SessionForm } from '#web/dashboard/calendar/session-change.ts'
import { createServiceForms, createServiceMutations, type SiteParts } from './editor-forms.ts'
import { createEditorSite, listDifferences, type EditorSite } from './factories/editor-site.ts'

let server: EditorSite['server']
let owner: EditorSite['owner']
let parts: SiteParts
let people: SiteParts['people']
let places: SiteParts['places']
let policies: SiteParts['policies']
beforeAll(async () => {
  const made = await createEditorSite()
  ;({ server, owner, parts } = made)
  ;({ people, places, policies } = made.parts)
})
afterAll(() => server.close())

const serviceForms = createServiceForms(() => parts)
const mutations = createServiceMutations(() => parts)

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
          media: { items: [{ image: { id: 'a', url: 'https://pictures.example/a.jpg', altText: 'A mat', focalPoint: { x: 20, y: 80 } } }] },
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
      expect(listDifferences(stored.service, saved.service).filter((key) => !follows.includes(key))).toEqual([])
      const [shown, wanted] = [toServiceForm(saved), after]
      if (field === 'price') expect(Number(shown.price)).toBe(Number(wanted.price))
      const comparable = ({ picture, ...one }: ServiceForm) => ({
        ...one,
        price: '',
        personPrices: {},
        planIds: one.planIds.toSorted(),
        picture: picture?.url,
        // The address follows a new name as long as it is not one of the owner's.
        slug: field === 'name' ? '' : one.slug,
      })
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
    [({ minutes }) => ({ minutes: minutes + 5 }), ['end', 'adjustedEnd']],
    [
      ({ resourceIds }) => ({ resourceIds: resourceIds.includes(room.id) ? resourceIds.filter((id) => id !== room.id) : [...resourceIds, room.id] }),
      ['resources'],
    ],
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
      const choices = { people: team, rooms: [room], places: [garden] }
      const form = toSessionForm(item, timeZone)
      expect(toSessionChange(item, form, choices, timeZone)).toBeUndefined()
      const [part, follows] = changes[pick % changes.length] as (typeof changes)[number]
      const change = toSessionChange(item, { ...form, ...part(form) }, choices, timeZone)
      if (!change) return
      const { event: saved } = await ask('PATCH', `/calendar/v3/events/${event.id}`, { event: toEventChange(change, timeZone) })
      expect(listDifferences(event, saved).filter((key) => !follows.includes(key) && key !== 'inheritedFields')).toEqual([])
      // What the session has of its own from now on, it no longer takes from its schedule.
      expect(saved.inheritedFields).toEqual(event.inheritedFields.filter((field: string) => !follows.includes(field)))
    }),
    { numRuns: 40 },
  )
})
