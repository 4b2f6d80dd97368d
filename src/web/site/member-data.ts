/** What a signed-in member has: their record, orders, bookings and plan credits, as far as the site reads them, and the queries that load them. */
import { useQuery } from '@tanstack/react-query'
import { type ApiError, call, useIsMember } from '../api.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'
import type { BookedLocation, Service } from './catalog.ts'

const spendingMessages = defineMessages(
  { withPlan: (plan: string) => `with ${plan}`, usesOne: (left: string) => `uses 1 of ${left}` },
  {
    de: { withPlan: (plan) => `mit ${plan}`, usesOne: (left) => `1 von ${left} wird verbraucht` },
    fr: { withPlan: (plan) => `avec ${plan}`, usesOne: (left) => `1 séance sur ${left}` },
    es: { withPlan: (plan) => `con ${plan}`, usesOne: (left) => `1 sesión de ${left}` },
  },
)
export interface MemberOrder {
  id: string
  planId: string
  planName: string
  planDescription?: string
  status: string
  /** ONLINE, OFFLINE or EXTERNAL: how it is paid. */
  type?: string
  startDate?: string
  endDate?: string
  pricing?: { prices?: { price?: { total?: string; currency?: string } }[]; subscription?: unknown }
  wixPayOrderId?: string
  cycles?: { index: number; startedDate: string; endedDate?: string }[]
  planPrice?: string
  lastPaymentStatus?: string
  autoRenewCanceled?: boolean
  currentCycle?: { index: number; startedDate: string; endedDate?: string }
  pausePeriods?: { status: string; pauseDate: string }[]
  buyerCanCancel?: boolean
  cancellation?: { requestedDate: string; cause?: string; effectiveAt?: string }
  freeTrialDays?: number
}
export interface Booking {
  id: string
  revision: string
  status: string
  paymentStatus?: string
  selectedPaymentOption?: string
  startDate: string
  endDate?: string
  totalParticipants?: number
  multiServiceBookingInfo?: { id?: string; type?: string }
  bookedAddOns?: readonly unknown[]
  bookedEntity: {
    title?: string
    slot?: {
      serviceId?: string
      scheduleId?: string
      eventId?: string
      timezone?: string
      resource?: { id?: string; name?: string }
      location?: BookedLocation
    }
    schedule?: { serviceId?: string; location?: BookedLocation }
  }
}
export interface ExtendedBooking {
  booking: Booking
  allowedActions?: { cancel?: boolean; reschedule?: boolean }
}
export interface Member {
  id: string
  loginEmail?: string
  privacyStatus?: string
  contact?: {
    firstName?: string
    lastName?: string
    phones?: string[]
    birthdate?: string
    company?: string
    customFields?: Record<string, { value?: unknown }>
  }
  profile?: { nickname?: string; slug?: string; title?: string; photo?: { url?: string }; cover?: { url?: string } }
}
export const useMyOrders = () => {
  const enabled = useIsMember()
  return useQuery<{ orders: MemberOrder[] }, ApiError>({
    queryKey: ['order', 'mine', enabled],
    queryFn: async () => (await call('orders.memberListOrders', { query: { limit: 50 } })) as { orders: MemberOrder[] },
    enabled,
  })
}
export const useCurrentMember = () => {
  const enabled = useIsMember()
  return useQuery<{ member?: Member }, ApiError>({
    queryKey: ['member', 'me', enabled],
    queryFn: async () => (await call('members.getCurrentMember', { query: { fieldsets: ['FULL'] } })) as { member?: Member },
    enabled,
  })
}
export const useMyBookings = () => {
  const enabled = useIsMember()
  const body = {
    query: { sort: [{ fieldName: 'startDate', order: 'DESC' as const }], paging: { limit: 100, offset: 0 } },
    withBookingAllowedActions: true,
  }
  return useQuery<{ extendedBookings: ExtendedBooking[] }, ApiError>({
    queryKey: ['booking', 'mine', enabled],
    queryFn: async () => (await call('extendedBookings.queryExtendedBookings', { body })) as { extendedBookings: ExtendedBooking[] },
    enabled,
  })
}

export interface Balance {
  orderId: string
  planId: string
  planName: string
  status: string
  unlimited: boolean
  balance?: string | undefined
  total?: string | undefined
  expires?: string | undefined
}
/** Remaining credits of the member's plans. */
export const useMyBalances = () => {
  const enabled = useIsMember()
  return useQuery<{ balances: Balance[] }, ApiError>({
    queryKey: ['order', 'balances', enabled],
    queryFn: () => call('checkout.getMyBalances'),
    enabled,
  })
}
/** The member's plan that can pay for one session; unlimited plans before those with credits. */
export function findCoveringPlan(service: Service, balances: readonly Balance[] | undefined): Balance | undefined {
  if (!service.payment?.options?.pricingPlan) return undefined
  const usable = (balances ?? []).filter(
    (one) => one.status === 'ACTIVE' && service.payment?.pricingPlanIds?.includes(one.planId) && (one.unlimited || Number(one.balance ?? 0) > 0),
  )
  return usable.find((one) => one.unlimited) ?? usable[0]
}
/** "uses 1 of 4", or the name of an unlimited plan. */
export const describeSpending = (plan: Balance): string =>
  plan.unlimited ? currentMessages(spendingMessages).withPlan(plan.planName) : currentMessages(spendingMessages).usesOne(plan.balance ?? '0')
