/** Every operation of the server by name, read from the contracts: `coupons.createCoupon`. Server, web, docs and tests take the names from here. */
import { appsContract } from '#domains/apps/contract.ts'
import { archiveContract } from '#domains/archive/contract.ts'
import { availabilityContract } from '#domains/availability/contract.ts'
import { benefitProgramsContract } from '#domains/benefit-programs/contract.ts'
import { bookingsContract } from '#domains/bookings/contract.ts'
import { communityContract } from '#domains/community/contract.ts'
import { collaboratorsContract } from '#domains/collaborators/contract.ts'
import { formsContract } from '#domains/forms/contract.ts'
import { connectedCalendarsContract } from '#domains/connected-calendars/contract.ts'
import { heldChangesContract } from '#domains/held-changes/contract.ts'
import { identityContract } from '#domains/identity/contract.ts'
import { importsContract } from '#domains/imports/contract.ts'
import { mediaContract } from '#domains/media/contract.ts'
import { membersContract } from '#domains/members/contract.ts'
import { multiBookingsContract } from '#domains/multi-bookings/contract.ts'
import { notificationsContract } from '#domains/notifications/contract.ts'
import { ordersContract } from '#domains/orders/contract.ts'
import { pagesContract } from '#domains/pages/contract.ts'
import { paymentsContract } from '#domains/payments/contract.ts'
import { plansContract } from '#domains/plans/contract.ts'
import { redirectsContract } from '#domains/redirects/contract.ts'
import { reportsContract } from '#domains/reports/contract.ts'
import { servicesContract } from '#domains/services/contract.ts'
import { setupContract } from '#domains/setup/contract.ts'
import { staffContract } from '#domains/staff/contract.ts'
import { textsContract } from '#domains/texts/contract.ts'
import { webhooksContract } from '#domains/webhooks/contract.ts'
import { websiteContract } from '#domains/website/contract.ts'

export const contracts = {
  ...mediaContract,
  ...membersContract,
  ...identityContract,
  ...collaboratorsContract,
  ...notificationsContract,
  ...textsContract,
  ...websiteContract,
  ...communityContract,
  ...paymentsContract,
  ...plansContract,
  ...appsContract,
  ...ordersContract,
  ...staffContract,
  ...formsContract,
  ...servicesContract,
  ...benefitProgramsContract,
  ...availabilityContract,
  ...bookingsContract,
  ...multiBookingsContract,
  ...connectedCalendarsContract,
  ...redirectsContract,
  ...webhooksContract,
  ...heldChangesContract,
  ...reportsContract,
  ...pagesContract,
  ...setupContract,
  ...importsContract,
  ...archiveContract,
}
export type Contracts = typeof contracts
