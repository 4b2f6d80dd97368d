/** The site itself: name, time zone, currency, look, addresses and settings. */
import type { Domain } from '#kit/api/domain.ts'
import * as tables from './tables.ts'

export const site: Domain = {
  name: 'site',
  tables,
}
