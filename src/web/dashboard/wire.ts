/** The parts of the wire entities that the dashboard shows. */

export interface Money {
  value: string
  currency: string
}
export interface Site {
  siteId: string
  name: string
  tagline: string
  accent: string
  timeZone: string
  currency: string
  language: string
  weekStartsOn: number
  clientId: string
}
export interface Me {
  id: string
  email: string
  name: string
}
export interface OwnerReply {
  user: Me | null
  sites: { id: string; name: string; role: string }[]
  csrfToken: string
}
export interface Today {
  nextSessions: { id: string; title: string; start: string; end: string; people: number; capacity: number; staffName?: string }[]
  waiting: { approvals: number; requests: number; unpaid: number; failedMails: number }
  numbers: { label: string; value: number; previous: number; money?: boolean }[]
  checklist: { label: string; done: boolean; href: string }[]
}
export interface Letter {
  id: string
  to: string
  template: string
  subject: string
  state: string
  createdDate: string
  error?: string
}

export interface Member {
  id: string
  loginEmail?: string
  loginEmailVerified?: boolean
  status?: string
  contactId?: string
  createdDate?: string
  lastLoginDate?: string
  privacyStatus?: string
  activityStatus?: string
  contact?: { firstName?: string; lastName?: string; phones?: string[]; emails?: string[]; company?: string }
  profile?: { nickname?: string; slug?: string; title?: string; photo?: { url?: string } }
}
export interface MemberCounts {
  PENDING: number
  APPROVED: number
  BLOCKED: number
  OFFLINE: number
}

export interface Duration {
  unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
  count: number
}
export interface Pricing {
  subscription?: { cycleDuration: Duration; cycleCount: number }
  singlePaymentForDuration?: Duration
  singlePaymentUnlimited?: boolean
  price?: Money
  freeTrialDays?: number
}
export interface Plan {
  id: string
  name: string
  description?: string
  perks?: { values?: string[] }
  pricing?: Pricing
  public?: boolean
  archived?: boolean
  primary?: boolean
  hasOrders?: boolean
  slug?: string
  maxPurchasesPerBuyer?: number
  allowFutureStartDate?: boolean
  buyerCanCancel?: boolean
  termsAndConditions?: string
}
export interface Order {
  id: string
  planId: string
  planName?: string
  planPrice?: string
  buyer?: { memberId?: string; contactId?: string }
  status: string
  type?: string
  lastPaymentStatus?: string
  startDate?: string
  endDate?: string
  earliestEndDate?: string
  autoRenewCanceled?: boolean
  createdDate?: string
  priceDetails?: { total?: string; currency?: string; subscription?: { cycleDuration: Duration; cycleCount: number } }
  currentCycle?: { index: number; startedDate?: string; endedDate?: string }
  pausePeriods?: { status: string; pauseDate?: string; resumeDate?: string }[]
}

export interface Slot {
  serviceId?: string
  scheduleId?: string
  sessionId?: string
  eventId?: string
  startDate?: string
  endDate?: string
  timezone?: string
  resource?: { id?: string; name?: string }
  location?: { locationType?: string; name?: string; formattedAddress?: string }
}
export interface Booking {
  id: string
  revision?: string
  status: string
  paymentStatus?: string
  selectedPaymentOption?: string
  startDate?: string
  endDate?: string
  createdDate?: string
  totalParticipants?: number
  numberOfParticipants?: number
  bookedEntity?: {
    title?: string
    slot?: Slot
    schedule?: { scheduleId?: string; serviceId?: string; timezone?: string; firstSessionStart?: string; lastSessionEnd?: string }
  }
  contactDetails?: { contactId?: string; firstName?: string; lastName?: string; email?: string; phone?: string }
}
export interface ExtendedBooking {
  booking: Booking
  allowedActions?: { cancel?: boolean; reschedule?: boolean }
  attendance?: { id?: string; status?: string; numberOfAttendees?: number }
}
export interface CalendarItem {
  kind: 'APPOINTMENT' | 'SESSION'
  id: string
  serviceId: string
  title: string
  startDate: string
  endDate: string
  status: string
  resourceIds: string[]
  participants: number
  capacity?: number
  bookings: {
    id: string
    revision: string
    status: string
    paymentStatus: string
    name: string
    email?: string
    phone?: string
    participants: number
    attendance?: string
  }[]
}

export interface Category {
  id: string
  name: string
  sortOrder?: number
}
export interface Policy {
  id: string
  name?: string
  default?: boolean
  cancellationPolicy?: { enabled?: boolean; limitLatestCancellation?: boolean; latestCancellationInMinutes?: number }
}
export interface ServiceLocation {
  type: 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'
  business?: { id?: string; name?: string }
  calculatedAddress?: { formattedAddress?: string }
}
export interface Service {
  id: string
  revision?: string
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  name?: string
  description?: string
  tagLine?: string
  hidden?: boolean
  defaultCapacity?: number
  category?: { id: string; name?: string }
  staffMemberIds?: string[]
  bookingPolicy?: Policy
  locations?: ServiceLocation[]
  onlineBooking?: { enabled?: boolean; requireManualApproval?: boolean }
  payment?: {
    rateType: 'FIXED' | 'CUSTOM' | 'VARIED' | 'NO_FEE'
    fixed?: { price?: Money }
    varied?: { defaultPrice?: Money }
    custom?: { description?: string }
    options?: { online?: boolean; inPerson?: boolean; deposit?: boolean; pricingPlan?: boolean }
    pricingPlanIds?: string[]
  }
  schedule?: {
    id?: string
    firstSessionStart?: string
    lastSessionEnd?: string
    availabilityConstraints?: { sessionDurations?: number[]; timeBetweenSessions?: number }
  }
  mainSlug?: { name?: string }
}
export interface StaffMember {
  id: string
  revision?: string
  name?: string
  email?: string
  phone?: string
  description?: string
  resourceId?: string
  default?: boolean
  resource?: { id?: string; usesDefaultWorkingHours?: boolean }
}
export interface Resource {
  id: string
  revision?: string
  name?: string
  type?: string
  typeId?: string
}

export interface Period {
  id?: string
  day: string
  start: string
  end: string
  from?: string | null
  until?: string | null
}
export interface WeekHours {
  usesDefaultWorkingHours: boolean
  periods: Period[]
}
export interface BusinessHours {
  timeZone: string
  periods: Period[]
}
export interface Place {
  id: string
  name: string
  default: boolean
  address: { addressLine: string; formattedAddress: string }
}

export interface SignOnPolicy {
  id?: string
  revision?: string
  requireOwnerApproval?: boolean
  requireEmailVerification?: boolean
}
export interface ClientApp {
  id: string
  name: string
  description: string
  allowedRedirectUris: string[]
  allowedRedirectDomains: string[]
  allowLocalhost: boolean
  createdDate: string
}
export interface ApiKey {
  id: string
  name: string
  hint: string
  createdDate: string
  lastUsedDate?: string | null
  expiresDate?: string | null
}
