/** Which registry stands behind which name. Types only: the addresses come from the slim table of the build. */
import type { availabilityApi } from '#domains/availability/contract.ts'
import type {
  anonymousBookingsApi,
  attendanceApi,
  bookingMoneyApi,
  bookingPagesApi,
  bookingsApi,
  ecomApi,
  extendedBookingsApi,
  managedBookingsApi,
  waitlistApi,
} from '#domains/bookings/contract.ts'
import type { badgesApi, memberAboutApi, memberFollowersApi, memberReportsApi } from '#domains/community/contract.ts'
import type { setupApi } from '#domains/setup/contract.ts'
import type { identityApi } from '#domains/identity/contract.ts'
import type { emailPreferencesApi } from '#domains/notifications/contract.ts'
import type { mediaApi } from '#domains/media/contract.ts'
import type { contactsApi, customFieldsApi, memberBlocksApi, memberJobsApi, memberNotesApi, memberRolesApi, membersApi } from '#domains/members/contract.ts'
import type { anonymousMultiBookingsApi, multiBookingsApi } from '#domains/multi-bookings/contract.ts'
import type { checkoutApi, checksApi, couponsApi, insightsApi, moneyApi, moneyListsApi, ordersApi, simulationsApi } from '#domains/orders/contract.ts'
import type { plansApi } from '#domains/plans/contract.ts'
import type { redirectsApi } from '#domains/redirects/contract.ts'
import type { servicesApi } from '#domains/services/contract.ts'
import type { staffApi } from '#domains/staff/contract.ts'
import type { Input, Operation, Reply } from '#kit/api/contract.ts'

export interface Operations {
  availability: typeof availabilityApi
  bookings: typeof bookingsApi &
    typeof extendedBookingsApi &
    typeof attendanceApi &
    typeof bookingPagesApi &
    typeof bookingMoneyApi &
    typeof anonymousBookingsApi &
    typeof managedBookingsApi &
    typeof waitlistApi &
    typeof ecomApi
  community: typeof badgesApi & typeof memberAboutApi & typeof memberFollowersApi & typeof memberReportsApi
  house: typeof setupApi
  identity: typeof identityApi
  letters: typeof emailPreferencesApi
  media: typeof mediaApi
  members: typeof membersApi &
    typeof contactsApi &
    typeof customFieldsApi &
    typeof memberBlocksApi &
    typeof memberJobsApi &
    typeof memberNotesApi &
    typeof memberRolesApi
  multiBookings: typeof multiBookingsApi & typeof anonymousMultiBookingsApi
  orders: typeof ordersApi &
    typeof checkoutApi &
    typeof couponsApi &
    typeof moneyApi &
    typeof moneyListsApi &
    typeof simulationsApi &
    typeof checksApi &
    typeof insightsApi
  plans: typeof plansApi
  redirects: typeof redirectsApi
  services: typeof servicesApi
  staff: typeof staffApi
}

type Values<T> = T[keyof T]
type NamesOf = { [D in keyof Operations & string]: `${D}.${keyof Operations[D] & string}` }
export type OperationName = Values<NamesOf>
/** The record behind a name such as 'plans.listPublicPlans'. */
export type OperationOf<N> = N extends `${infer D}.${infer K}`
  ? D extends keyof Operations
    ? K extends keyof Operations[D]
      ? Operations[D][K] extends Operation
        ? Operations[D][K]
        : never
      : never
    : never
  : never

type ProvidedInput<O extends Operation> = { [K in keyof Input<O> as Input<O>[K] extends undefined ? never : K]: Input<O>[K] }
export type InputOf<N extends OperationName> = ProvidedInput<OperationOf<N>>
export type ReplyOf<N extends OperationName> = Reply<OperationOf<N>>
