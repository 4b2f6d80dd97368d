/** Filters of lists that a dashboard user saves for themselves. Own operations of this product. Source: guide identity §9.9. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const Screen = Type.Enum(['bookings', 'members'])
/** Search params of the screen, text by name. */
const Search = Type.Record(Type.String({ pattern: '^[a-zA-Z]{1,20}$' }), Type.String({ minLength: 1, maxLength: 200 }), { minProperties: 1, maxProperties: 12 })
const SavedFilter = Type.Object({ id: Type.String(), name: Type.String(), search: Search })
export type SavedFilter = Static<typeof SavedFilter>

export const savedFiltersApi = operations({
  listSavedFilters: {
    method: 'GET',
    path: '/api/saved-filters/{screen}',
    summary: 'List the filters that the caller saved for a screen',
    access: owner,
    needsNoPermission: true,
    internal: true,
    work: 'read',
    params: Type.Object({ screen: Screen }),
    reply: Type.Object({ filters: Type.Array(SavedFilter) }),
    refuses: [],
  },
  saveFilter: {
    method: 'PUT',
    path: '/api/saved-filters/{screen}',
    summary: 'Save a filter of a screen under a name; one of the same name is replaced',
    access: owner,
    needsNoPermission: true,
    internal: true,
    params: Type.Object({ screen: Screen }),
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }), search: Search }),
    reply: Type.Object({ filter: SavedFilter }),
    refuses: ['TOO_MANY_SAVED_FILTERS', 'NOT_FOUND'],
  },
  deleteSavedFilter: {
    method: 'DELETE',
    path: '/api/saved-filters/{screen}/{id}',
    summary: 'Delete a saved filter of the caller',
    access: owner,
    needsNoPermission: true,
    internal: true,
    params: Type.Object({ screen: Screen, id: Guid }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
})
