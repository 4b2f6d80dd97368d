/** Every call of the dashboard in one place: what is asked of the server and the part of the reply that the screens show. */
import type {
  ApiKey,
  Booking,
  BusinessHours,
  CalendarItem,
  ClientApp,
  ExtendedBooking,
  Letter,
  Member,
  MemberCounts,
  Order,
  OwnerReply,
  Place,
  Plan,
  Policy,
  Resource,
  Service,
  SignOnPolicy,
  Site,
  StaffMember,
  Today,
  WeekHours,
  Category,
} from './wire.ts'

export interface Call<R> {
  line: string
  /** Carries the reply type only. */
  reply?: R
}
const call = <R>(line: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`): Call<R> => ({ line })

export interface Paged {
  pagingMetadata?: { total?: number; count?: number }
  metadata?: { total?: number; count?: number }
}

export const owner = {
  me: call<OwnerReply>('GET /api/owner/me'),
  signIn: call<OwnerReply>('POST /api/owner/sign-in'),
  signOut: call<unknown>('POST /api/owner/sign-out'),
}

export const house = {
  today: call<Today>('GET /api/dashboard/today'),
  site: call<Site>('GET /api/site-settings'),
  changeSite: call<Site>('PATCH /api/site-settings'),
  messages: call<{ messages: Letter[]; total: number }>('GET /api/messages'),
  message: call<{ message: Letter; html: string; text: string }>('GET /api/messages/{id}'),
}

export const members = {
  query: call<{ members: Member[] } & Paged>('POST /v1/members/query'),
  counts: call<MemberCounts>('GET /api/members/counts'),
  get: call<{ member: Member }>('GET /v1/members/{id}'),
  approve: call<unknown>('POST /v1/members/{id}/approve'),
  block: call<unknown>('POST /v1/members/{id}/block'),
  create: call<{ member: Member }>('POST /v1/members'),
}

export const plans = {
  list: call<{ plans: Plan[] } & Paged>('GET /v2/plans'),
  create: call<{ plan: Plan }>('POST /v2/plans'),
  update: call<{ plan: Plan }>('PATCH /v2/plans/{plan.id}'),
  archive: call<unknown>('POST /v2/plans/{id}/archive'),
  makePrimary: call<unknown>('POST /v2/plans/{id}/make-primary'),
  clearPrimary: call<unknown>('POST /v2/plans/clear-primary'),
  setVisibility: call<unknown>('PUT /v2/plans/{id}/visibility'),
}

export const orders = {
  list: call<{ orders: Order[] } & Paged>('GET /v2/orders'),
  markPaid: call<unknown>('POST /v2/orders/{id}/mark-as-paid'),
  cancel: call<unknown>('POST /v2/orders/{id}/cancel'),
  pause: call<unknown>('POST /v2/orders/{id}/pause'),
  resume: call<unknown>('POST /v2/orders/{id}/resume'),
  createOffline: call<{ order: Order }>('POST /v2/checkout/orders/offline'),
}

export const bookings = {
  calendar: call<{ items: CalendarItem[] }>('POST /api/bookings/calendar'),
  query: call<{ extendedBookings: ExtendedBooking[] } & Paged>('POST /v2/extended-booking/query'),
  count: call<{ count: number }>('POST /v2/extended-bookings/count'),
  confirm: call<{ booking: Booking }>('POST /v2/bookings/{bookingId}/confirm'),
  decline: call<{ booking: Booking }>('POST /v2/bookings/{bookingId}/decline'),
  cancel: call<{ booking: Booking }>('POST /v2/bookings/{bookingId}/cancel'),
  reschedule: call<{ booking: Booking }>('POST /v2/bookings/{bookingId}/reschedule'),
  markPaid: call<unknown>('POST /api/bookings/{id}/mark-paid'),
  attend: call<unknown>('POST /v2/attendance/set'),
}

export const services = {
  query: call<{ services: Service[] } & Paged>('POST /v2/services/query'),
  create: call<{ service: Service }>('POST /v2/services'),
  update: call<{ service: Service }>('PATCH /v2/services/{service.id}'),
  remove: call<unknown>('DELETE /v2/services/{serviceId}'),
  categories: call<{ categories: Category[] }>('GET /v2/categories/query'),
  policies: call<{ bookingPolicies: Policy[] }>('POST /v1/booking-policies/query'),
  addPlans: call<unknown>('POST /v2/services/{serviceId}/pricing-plans/add'),
  removePlans: call<unknown>('POST /v2/services/{serviceId}/pricing-plans/remove'),
  createSessions: call<unknown>('POST /calendar/v3/events'),
}

export const staff = {
  query: call<{ staffMembers: StaffMember[] } & Paged>('POST /v1/staff-members/query'),
  create: call<{ staffMember: StaffMember }>('POST /v1/staff-members'),
  update: call<{ staffMember: StaffMember }>('PATCH /v1/staff-members/{staffMember.id}'),
  remove: call<unknown>('DELETE /v1/staff-members/{staffMemberId}'),
  hours: call<WeekHours>('GET /api/staff/{id}/hours'),
  changeHours: call<WeekHours>('PUT /api/staff/{id}/hours'),
  rooms: call<{ resources: Resource[] } & Paged>('POST /v2/resources/query'),
  createRoom: call<{ resource: Resource }>('POST /v2/resources'),
  removeRoom: call<unknown>('DELETE /v2/resources/{resourceId}'),
  places: call<{ locations: Place[] }>('GET /api/locations'),
  createPlace: call<{ location: Place }>('POST /api/locations'),
  roomTypes: call<{ resourceTypes: { id: string; name: string }[] }>('POST /v2/resources/resource-types/query'),
  createRoomType: call<{ resourceType: { id: string; name: string } }>('POST /v2/resources/resource-types'),
  businessHours: call<BusinessHours>('GET /api/business-hours'),
  changeBusinessHours: call<BusinessHours>('PUT /api/business-hours'),
}

export const identity = {
  policy: call<{ signOnPolicy: SignOnPolicy }>('GET /v1/sign-on-policies'),
  changePolicy: call<{ signOnPolicy: SignOnPolicy }>('PATCH /v1/sign-on-policies'),
  clients: call<{ oAuthApps: ClientApp[] }>('GET /api/oauth-apps'),
  changeClient: call<{ oAuthApp: ClientApp }>('PATCH /api/oauth-apps/{id}'),
  createClient: call<{ oAuthApp: ClientApp; secret: string }>('POST /api/oauth-apps'),
  keys: call<{ apiKeys: ApiKey[] }>('GET /api/api-keys'),
  createKey: call<{ apiKey: ApiKey; key: string }>('POST /api/api-keys'),
  removeKey: call<unknown>('DELETE /api/api-keys/{id}'),
}
