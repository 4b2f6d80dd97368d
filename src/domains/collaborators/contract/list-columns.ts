/** Columns of lists that a dashboard user chose for themselves. Own operations of this product. Source: guide identity §9.9. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const list = {
  path: '/api/list-columns/{screen}',
  access: { owner: 'any' },
  needsNoPermission: true,
  internal: true,
  params: Type.Object({ screen: Type.Enum(['bookings', 'members', 'payments', 'services', 'subscriptions']) }),
} as const
/** Names in the order in which they are shown. */
const Columns = Type.Array(Type.String({ pattern: '^[a-zA-Z]{1,30}$' }), { maxItems: 30, uniqueItems: true })

export const listColumnsApi = operations({
  getListColumns: {
    ...list,
    method: 'GET',
    summary: 'Get the columns that the caller chose for a list; absent: those of everyone',
    work: 'read',
    reply: Type.Object({ columns: Type.Optional(Columns) }),
    refuses: [],
  },
  saveListColumns: {
    ...list,
    method: 'PUT',
    summary: 'Choose the columns of a list and their order',
    body: Type.Object({ columns: Columns }),
    reply: Type.Object({ columns: Columns }),
    refuses: ['NOT_FOUND'],
  },
  resetListColumns: {
    ...list,
    method: 'DELETE',
    summary: 'Show the columns that everyone sees again',
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
})
