/** Types of the entities that the dashboard shows, derived from the replies of the operations. */
import type { ReplyOf } from '#web/operations.ts'

type ElementOf<T> = T extends readonly (infer I)[] ? I : never

export type Site = ReplyOf<'setup.getSiteSettings'>
export type Me = NonNullable<ReplyOf<'collaborators.getOwner'>['user']>
export type Today = ReplyOf<'reports.getToday'>
export type Member = ReplyOf<'members.getMember'>['member']
export type Plan = ReplyOf<'plans.getPlan'>['plan']
export type Pricing = Plan['pricing']
export type Order = ReplyOf<'orders.managementGetOrder'>['order']
export type Booking = ReplyOf<'bookings.confirmBooking'>['booking']
export type ExtendedBooking = ElementOf<ReplyOf<'extendedBookings.queryExtendedBookings'>['extendedBookings']>
export type CalendarItem = ElementOf<ReplyOf<'bookingPages.calendar'>['items']>
/** How many appointments and sessions begin within an hour of a day. */
export type CalendarCount = ElementOf<NonNullable<ReplyOf<'bookingPages.calendar'>['counts']>>
export type CalendarGuest = ElementOf<CalendarItem['bookings']>
export type Roster = ReplyOf<'rosters.getRoster'>
export type RosterPerson = ElementOf<Roster['people']>
export type CalendarEvent = ReplyOf<'availability.getEvent'>['event']
export type Service = ReplyOf<'services.getService'>['service']
export type AddOn = ReplyOf<'addOns.getAddOn'>['addOn']
export type LibraryPicture = ElementOf<ReplyOf<'media.listPictures'>['pictures']>
/** A service with its prices by choice. */
export type CompleteService = ReplyOf<'services.getCompleteService'>
export type BookingPolicy = ReplyOf<'services.getBookingPolicy'>['bookingPolicy']
export type Category = ReplyOf<'services.getCategoryV2'>['category']
export type Location = ElementOf<ReplyOf<'staff.listLocations'>['locations']>
export type StaffMember = ReplyOf<'staff.getStaffMember'>['staffMember']
export type Resource = ReplyOf<'staff.getResource'>['resource']
export type Period = ElementOf<ReplyOf<'staff.getBusinessHours'>['periods']>
export type ClientApp = ElementOf<ReplyOf<'identity.listOAuthApps'>['oAuthApps']>

/** A length as plans and orders write it: "2 MONTH". */
export interface Duration {
  count: number
  unit: string
}
