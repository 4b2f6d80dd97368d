/** The services of the business in their order, as the screen and what stands beside it ask for them. */
import type { InputOf } from '#web/operations.ts'

export const allServicesQuery: InputOf<'services.queryServices'> = {
  body: { query: { filter: {}, sort: [{ fieldName: 'sortOrder', order: 'ASC' }], paging: { limit: 100, offset: 0 } } },
}

/** The add-ons of the business. */
export const allAddOnsQuery: InputOf<'addOns.queryAddOnsByPost'> = { body: { query: { cursorPaging: { limit: 100 } } } }
