/** Every operation of the server by name, read from the contracts: `coupons.createCoupon`. Server, web, docs and tests take the names from here. */
import { appsContract } from '#domains/apps/contract.ts'
import { archiveContract } from '#domains/archive/contract.ts'
import { availabilityContract } from '#domains/availability/contract.ts'
import { benefitProgramsContract } from '#domains/benefit-programs/contract.ts'
import { bookingsContract } from '#domains/bookings/contract.ts'
import { checkoutContract } from '#domains/checkout/contract.ts'
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
import { waitlistContract } from '#domains/waitlist/contract.ts'
import { webhooksContract } from '#domains/webhooks/contract.ts'
import { websiteContract } from '#domains/website/contract.ts'

type Merged<T> = { [Name in keyof T]: T[Name] }
/** One object of all. Named part by part, for it is longer than what a declaration may hold. */
export type Contracts = Merged<
  typeof mediaContract &
    typeof membersContract &
    typeof identityContract &
    typeof collaboratorsContract &
    typeof notificationsContract &
    typeof textsContract &
    typeof websiteContract &
    typeof communityContract &
    typeof paymentsContract &
    typeof plansContract &
    typeof appsContract &
    typeof ordersContract &
    typeof staffContract &
    typeof formsContract &
    typeof servicesContract &
    typeof benefitProgramsContract &
    typeof availabilityContract &
    typeof bookingsContract &
    typeof waitlistContract &
    typeof checkoutContract &
    typeof multiBookingsContract &
    typeof connectedCalendarsContract &
    typeof redirectsContract &
    typeof webhooksContract &
    typeof heldChangesContract &
    typeof reportsContract &
    typeof pagesContract &
    typeof setupContract &
    typeof importsContract &
    typeof archiveContract
>

export const contracts: Contracts = {
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
  ...waitlistContract,
  ...checkoutContract,
  // The pages on which customers book: of bookings what they show, of checkout what they pay.
  bookingPages: { ...bookingsContract.bookingPages, ...checkoutContract.bookingPages },
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
