/** Categories, locations, policies and forms with the services that use them. Source: guide services-and-availability §6.8, §6.9. */
import type { ReadContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { defaultFormId, listForms } from '#domains/forms/public.ts'
import { listLocations } from '#domains/staff/public.ts'
import type { Service } from '../contract.ts'
import type { ServiceLocation } from '../rules/service.ts'
import { listCategories } from '../store/categories.ts'
import * as policyStore from '../store/policies.ts'
import * as store from '../store/services.ts'
import { categoryToWire, locationToWire, policyToWire } from '../wire.ts'
import { showServices } from './show-services.ts'

/** Accepts `{services, …}` as typed by the public packages, or a filter on services itself. */
function splitFilter(filter: unknown): { services: unknown; ids: (name: string) => string[] | undefined } {
  // The query engine refuses what is not a filter.
  if (typeof filter !== 'object') return { services: filter ?? {}, ids: () => undefined }
  const fields = (filter ?? {}) as Record<string, unknown>
  const wrapped = 'services' in fields || 'categoryIds' in fields || 'businessLocationIds' in fields
  return {
    services: wrapped ? (fields.services ?? {}) : fields,
    ids: (name) => (Array.isArray(fields[name]) && fields[name].length > 0 ? (fields[name] as string[]) : undefined),
  }
}

/** Categories of the services that match. */
export async function listCategoriesInUse(ctx: ReadContext, filter: unknown) {
  const { services, ids } = splitFilter(filter)
  const used = new Set(await store.listMatchingCategoryIds(ctx, services))
  const requested = ids('categoryIds')
  return (await listCategories(ctx)).filter((row) => used.has(row.id) && (!requested || requested.includes(row.id))).map(categoryToWire)
}

/** Locations of the services that match, each once. */
export async function listLocationsInUse(ctx: ReadContext, filter: unknown) {
  const { services, ids } = splitFilter(filter)
  const found = (await store.listMatchingLocations(ctx, services)) as ServiceLocation[]
  const known = await listLocations(ctx)
  const requested = ids('businessLocationIds')
  const business = new Set(found.flatMap((location) => (location.type === 'BUSINESS' && location.business?.id ? [location.business.id] : [])))
  const locations = known
    .filter((businessLocation) => business.has(businessLocation.id) && (!requested || requested.includes(businessLocation.id)))
    .map((businessLocation) => locationToWire({ type: 'BUSINESS', business: { id: businessLocation.id } }, known))
  return {
    businessLocations: { exists: locations.length > 0, locations },
    customLocations: { exists: found.some((location) => location.type === 'CUSTOM') },
    customerLocations: { exists: found.some((location) => location.type === 'CUSTOMER') },
  }
}

/** A page of policies, each with a few of its services and how many there are. */
export async function queryPoliciesWithServices(ctx: ReadContext, wire: WireQuery | null | undefined) {
  const { rows, meta } = await policyStore.queryPolicies(ctx, wire, 100)
  const used = await store.servicesOfPolicies(
    ctx,
    rows.map((row) => row.id),
  )
  const shown = await showServices(
    ctx,
    await store.servicesByIds(
      ctx,
      used.flatMap((one) => one.ids),
    ),
  )
  const bookingPolicies = rows.map((row) => {
    const one = used.find((known) => known.policyId === row.id)
    const connectedServices = (one?.ids ?? []).flatMap((id) => shown.find((service) => service.id === id) ?? []) as Service[]
    return { bookingPolicy: policyToWire(row), connectedServices, totalServiceCount: one?.total ?? 0 }
  })
  return { bookingPolicies, pagingMetadata: meta }
}

const toCursor = (offset: number) => Buffer.from(String(offset)).toString('base64url')
/** Where a page of forms begins; undefined for a cursor that is not ours. */
function readCursor(cursor: string | null | undefined): number | undefined {
  const text = cursor ? Buffer.from(cursor, 'base64url').toString() : '0'
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

/** A page of booking forms, the default form first, each with a few of its services and how many there are. Visitors see the default form and those of visible services. */
export async function queryFormsWithServices(ctx: ReadContext, wire: WireQuery | null | undefined, conditionalFields: unknown) {
  const limit = wire?.cursorPaging?.limit ?? wire?.paging?.limit ?? 100
  const offset = readCursor(wire?.cursorPaging?.cursor)
  assertNoViolations([
    ...(limit < 0 || limit > 100
      ? [
          {
            field: 'query.cursorPaging.limit',
            description: 'must be from 0 to 100',
            violatedRule: limit < 0 ? ('MIN' as const) : ('MAX' as const),
            data: { threshold: limit < 0 ? 0 : 100 },
          },
        ]
      : []),
    ...(offset === undefined ? [{ field: 'query.cursorPaging.cursor', description: 'is no cursor of this query', violatedRule: 'FORMAT' as const }] : []),
  ])
  const from = offset ?? 0
  const used = await store.servicesOfForms(ctx)
  const forms = (await listForms(ctx))
    .filter(({ kind, archivedAt }) => kind === 'BOOKING' && archivedAt === null)
    .map(({ id, name, revision }) => {
      const use = used.find(({ formId }) => formId === id)
      return { formDetails: { formId: id, name, revision: String(revision) }, connectedServices: use?.services ?? [], totalServiceCount: use?.total ?? 0 }
    })
    .filter(({ formDetails, totalServiceCount }) => ctx.caller.role === 'owner' || totalServiceCount > 0 || formDetails.formId === defaultFormId)
  const bookingForms = forms.slice(from, from + limit)
  const next = from + limit
  const hasNext = limit > 0 && next < forms.length
  return {
    bookingForms,
    ...([conditionalFields].flat().includes('DEFAULT_BOOKING_FORM') ? { defaultBookingForm: forms[0] } : {}),
    pagingMetadata: { count: bookingForms.length, cursors: hasNext ? { next: toCursor(next) } : {}, hasNext },
  }
}
