/** Services that can be booked in a window. Source: guide services-and-availability §16.10. */
import { Type, type Static } from 'typebox'
import { Service } from '#domains/services/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { CursorMetaWire, QueryWire } from '#kit/query/wire.ts'

const Text = Maybe(Type.String({ maxLength: 100 }))
const ServiceFilters = Type.Object({
  localStartDate: Text,
  localEndDate: Text,
  timeZone: Text,
  exactMatch: Maybe(Type.Boolean()),
  locationIds: Maybe(Type.Array(Guid, { maxItems: 100 })),
  attributes: Maybe(Type.Array(Type.Unknown(), { maxItems: 10 })),
  resourceTypes: Maybe(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  includeUnavailable: Maybe(Type.Boolean()),
})
export type ServiceFilters = Static<typeof ServiceFilters>

export const catalogSearchApi = operations({
  queryServicesByFilters: {
    method: 'POST',
    path: '/v1/catalog/search/services/query',
    summary: 'Services that match a filter and can be booked in a window',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'bookings:catalog_search:v1:catalog_search:query_services_by_filters',
    work: 'read',
    body: Type.Object({ query: Maybe(QueryWire), serviceFilters: Maybe(ServiceFilters) }),
    reply: Type.Object({
      results: Type.Array(Type.Object({ service: Service, available: Type.Boolean() })),
      pagingMetadata: CursorMetaWire,
    }),
    refuses: [],
  },
})
