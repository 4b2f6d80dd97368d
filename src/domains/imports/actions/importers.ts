import type { ImportKind } from '../rules/fields.ts'
import { bookingsImporter } from './importers/bookings.ts'
import type { Importer } from './importers/importer.ts'
import { membersImporter } from './importers/members.ts'
import { ordersImporter } from './importers/orders.ts'
import { plansImporter } from './importers/plans.ts'
import { servicesImporter } from './importers/services.ts'

export const importers: Readonly<Record<ImportKind, Importer>> = {
  MEMBERS: membersImporter,
  SERVICES: servicesImporter,
  PLANS: plansImporter,
  ORDERS: ordersImporter,
  BOOKINGS: bookingsImporter,
}
