/** The domains in their order: each may import from those before it, and handles hooks of those before it. */
import { site } from '#domains/site/index.ts'
import { media } from '#domains/media/index.ts'
import { notifications } from '#domains/notifications/index.ts'
import { texts } from '#domains/texts/index.ts'
import { website } from '#domains/website/index.ts'
import { members } from '#domains/members/index.ts'
import { identity } from '#domains/identity/index.ts'
import { collaborators } from '#domains/collaborators/index.ts'
import { community } from '#domains/community/index.ts'
import { payments } from '#domains/payments/index.ts'
import { plans } from '#domains/plans/index.ts'
import { apps } from '#domains/apps/index.ts'
import { orders } from '#domains/orders/index.ts'
import { staff } from '#domains/staff/index.ts'
import { forms } from '#domains/forms/index.ts'
import { services } from '#domains/services/index.ts'
import { benefitPrograms } from '#domains/benefit-programs/index.ts'
import { availability } from '#domains/availability/index.ts'
import { bookings } from '#domains/bookings/index.ts'
import { waitlist } from '#domains/waitlist/index.ts'
import { checkout } from '#domains/checkout/index.ts'
import { multiBookings } from '#domains/multi-bookings/index.ts'
import { connectedCalendars } from '#domains/connected-calendars/index.ts'
import { redirects } from '#domains/redirects/index.ts'
import { webhooks } from '#domains/webhooks/index.ts'
import { heldChanges } from '#domains/held-changes/index.ts'
import { reports } from '#domains/reports/index.ts'
import { pages } from '#domains/pages/index.ts'
import { setup } from '#domains/setup/index.ts'
import { imports } from '#domains/imports/index.ts'
import { archive } from '#domains/archive/index.ts'
import { configureHeldChanges } from '#domains/held-changes/public.ts'
import type { SetupServer } from '#domains/setup/public.ts'
import { collectJobs, type Domain } from '#kit/api/domain.ts'
import { collectArchiveTables, type TableList } from '#kit/db/archive/rules.ts'
import { collectPlacements } from '#kit/db/cluster/placement.ts'
import * as kitTables from '#kit/tables.ts'

export const domains: readonly Domain<SetupServer>[] = [
  site,
  media,
  notifications,
  texts,
  website,
  members,
  identity,
  collaborators,
  community,
  payments,
  plans,
  apps,
  orders,
  staff,
  forms,
  services,
  benefitPrograms,
  availability,
  bookings,
  waitlist,
  checkout,
  multiBookings,
  connectedCalendars,
  redirects,
  webhooks,
  heldChanges,
  reports,
  pages,
  setup,
  imports,
  archive,
]

for (const domain of domains) for (const registration of domain.hooks ?? []) registration.register()

export const operationGroups = domains.flatMap((domain) => domain.operations ?? [])
configureHeldChanges(operationGroups)
export const jobs = collectJobs(domains)
export const dryRunReporters = domains.flatMap(({ dryRun }) => dryRun ?? [])
export const schedules = domains.flatMap((domain) => domain.schedules ?? [])
export const localTasks = domains.flatMap((domain) => domain.localTasks ?? [])
const tableLists: readonly TableList[] = [kitTables, ...domains.flatMap(({ tables }) => tables ?? [])]
export const archiveTables = collectArchiveTables(tableLists)
/** What the tables hold sealed with the key of the server. */
export const sealedValues = tableLists.flatMap(({ sealed }) => sealed ?? [])
export const placements = collectPlacements(tableLists)
