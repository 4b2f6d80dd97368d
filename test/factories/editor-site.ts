/** A site with something of everything that the dashboard's editors choose from. */
import type { SiteParts } from '../editor-forms.ts'
import { startTestServer } from '../test-server.ts'

export type EditorSite = Awaited<ReturnType<typeof createEditorSite>>

/** Starts a server with the site. The caller closes the server. */
export async function createEditorSite() {
  const server = await startTestServer()
  const site = await server.createSite()
  const owner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })
  const people: { id: string; resourceId: string }[] = []
  for (const name of ['Ana', 'Ben', 'Cleo']) people.push((await owner('POST', '/v1/staff-members', { staffMember: { name } })).staffMember)
  const categories: string[] = []
  for (const name of ['Body', 'Mind']) categories.push((await owner('POST', '/v2/categories', { category: { name } })).category.id)
  const places: string[] = [(await owner('GET', '/api/locations')).locations[0].id]
  places.push((await owner('POST', '/api/locations', { location: { name: 'Garden', address: 'Lane 3' } })).location.id)
  const policies: string[] = [(await owner('POST', '/v1/booking-policies/query', { query: {} })).bookingPolicies[0].id]
  policies.push((await owner('POST', '/v1/booking-policies', { bookingPolicy: { name: 'Strict' } })).bookingPolicy.id)
  const plans: string[] = []
  for (const name of ['Ten', 'Month'])
    plans.push(
      (await owner('POST', '/v2/plans', { plan: { name, pricing: { price: { value: '90', currency: 'USD' }, singlePaymentUnlimited: true } } })).plan.id,
    )
  const { resourceType } = await owner('POST', '/v2/resources/resource-types', { resourceType: { name: 'Rooms' } })
  const rooms: SiteParts['rooms'] = { typeId: resourceType.id, ids: [] }
  for (const name of ['Blue', 'Red']) rooms.ids.push((await owner('POST', '/v2/resources', { resource: { name, typeId: resourceType.id } })).resource.id)
  const services: string[] = []
  for (const name of ['One', 'Two'])
    services.push(
      (
        await owner('POST', '/v2/services', {
          service: { type: 'CLASS', name, defaultCapacity: 5, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } },
        })
      ).service.id,
    )
  const addOns: string[] = []
  for (const name of ['Towel', 'Tea', 'Oil'])
    addOns.push((await owner('POST', '/v1/add-ons', { addOn: { name, price: { value: '2.50' }, maxQuantity: 2 } })).addOn.id)
  const parts: SiteParts = { people, categories, places, policies, plans, rooms, addOns }
  return { server, site, owner, parts, services }
}

/** What differs between two entities, as top-level names; what every save changes is left out. */
export const listDifferences = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => key !== 'revision' && key !== 'updatedDate' && JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  )
