/** Table of contents: operations, handlers, reactions, jobs, sweeps and mails of each domain. Nothing is found by itself; all is listed. */
import { availabilityApi, slotConfigApi, timeSlotsApi } from '#domains/availability/contract.ts'
import { availabilityHandlers, slotConfigHandlers, timeSlotsHandlers } from '#domains/availability/handlers.ts'
import { copyRunningSeries, followServiceEnd as endSessionsOfService, leavePlaces } from '#domains/availability/public.ts'
import { followSession } from '#domains/availability/asks.ts'
import {
  anonymousBookingsApi,
  attendanceApi,
  bookingFeesApi,
  bookingMoneyApi,
  bookingPagesApi,
  bookingsApi,
  ecomApi,
  extendedBookingsApi,
  managedBookingsApi,
  policySnapshotsApi,
  waitlistApi,
} from '#domains/bookings/contract.ts'
import { attendanceHandlers } from '#domains/bookings/handlers/attendance.ts'
import { bookingsHandlers } from '#domains/bookings/handlers/bookings.ts'
import { ecomHandlers } from '#domains/bookings/handlers/ecom.ts'
import { bookingFeesHandlers, policySnapshotsHandlers } from '#domains/bookings/handlers/fees.ts'
import { anonymousBookingsHandlers } from '#domains/bookings/handlers/links.ts'
import { managedBookingsHandlers } from '#domains/bookings/handlers/manage.ts'
import { bookingMoneyHandlers } from '#domains/bookings/handlers/money.ts'
import { bookingPagesHandlers } from '#domains/bookings/handlers/pages.ts'
import { extendedBookingsHandlers } from '#domains/bookings/handlers/reading.ts'
import { waitlistHandlers } from '#domains/bookings/handlers/waitlist.ts'
import { bookingsMails as bookingsMailsDe } from '#domains/bookings/mails/de.ts'
import { bookingsMails } from '#domains/bookings/mails/en.ts'
import {
  bookingsForPerson,
  closeMember,
  endWithPlan,
  closeService,
  addressesOfBookings,
  contactsOfBookings,
  eraseFromBookings,
  followBookedPlaces,
  followBookedSession,
  followCapacity as offerNewPlaces,
  followCourse,
  followMoney,
  moveBookings,
  settleEvent,
} from '#domains/bookings/public.ts'
import { bookingsJobs } from '#domains/bookings/reactions.ts'
import { bookingsSweeps } from '#domains/bookings/sweeps.ts'
import { badgeAssignmentsApi, badgesApi, memberAboutApi, memberFollowersApi, memberReportsApi } from '#domains/community/contract.ts'
import { memberAboutHandlers } from '#domains/community/handlers/abouts.ts'
import { badgeAssignmentsHandlers, badgesHandlers } from '#domains/community/handlers/badges.ts'
import { memberFollowersHandlers } from '#domains/community/handlers/followers.ts'
import { memberReportsHandlers } from '#domains/community/handlers/reports.ts'
import { communityMails as communityMailsDe } from '#domains/community/mails/de.ts'
import { communityMails } from '#domains/community/mails/en.ts'
import { badgesOfMembers, communityForPerson, dropRole, endFollows, followReports } from '#domains/community/public.ts'
import { communitySweeps } from '#domains/community/sweeps.ts'
import { lettersApi } from '#domains/letters/contract.ts'
import { lettersHandlers } from '#domains/letters/handlers.ts'
import { forgetReaders, lettersForPerson } from '#domains/letters/public.ts'
import { bookingsLetterKinds } from '#domains/bookings/mails/kinds.ts'
import { followPayable, followPlanEnd, settlePayable } from '#domains/orders/asks.ts'
import { ordersLetterKinds } from '#domains/orders/mails/kinds.ts'
import { houseApi } from '#domains/house/contract.ts'
import { houseHandlersWith } from '#domains/house/handlers.ts'
import { letterJob, webhookJob } from '#domains/house/reactions.ts'
import { buildTestHooks, type HookParts } from '#domains/house/test-hooks.ts'
import { identityApi } from '#domains/identity/contract.ts'
import { identityHandlers } from '#domains/identity/handlers.ts'
import { identityMails as identityMailsDe } from '#domains/identity/mails/de.ts'
import { identityMails } from '#domains/identity/mails/en.ts'
import { followMember, identityForMember, languageOf, proofAtDesk, proofBeforeLeaving, signInForPerson } from '#domains/identity/public.ts'
import { identityJobs } from '#domains/identity/reactions.ts'
import { identitySweeps } from '#domains/identity/sweeps.ts'
import {
  contactsApi,
  customFieldsApi,
  memberBlocksApi,
  memberJobsApi,
  memberNotesApi,
  memberRolesApi,
  membersApi,
  userMembersApi,
} from '#domains/members/contract.ts'
import { mediaApi } from '#domains/media/contract.ts'
import { mediaHandlers } from '#domains/media/handlers.ts'
import { erasePicturesOf } from '#domains/media/public.ts'
import {
  belongings,
  followContact,
  followRoleEnd,
  followStanding,
  makeIdentity,
  mayBlock,
  mayDelete,
  mayDeleteMany,
  mayLeave,
  partWays,
  readsIn,
  recordsOf,
  typedAddresses,
  typedContacts,
} from '#domains/members/asks.ts'
import { memberNotesHandlers } from '#domains/members/handlers/notes.ts'
import { memberBlocksHandlers, memberJobsHandlers, memberRolesHandlers, userMembersHandlers } from '#domains/members/handlers/moderation.ts'
import { contactsHandlers } from '#domains/members/handlers/contacts.ts'
import { customFieldsHandlers } from '#domains/members/handlers/custom-fields.ts'
import { membersHandlers } from '#domains/members/handlers/members.ts'
import { membersMails as membersMailsDe } from '#domains/members/mails/de.ts'
import { membersMails } from '#domains/members/mails/en.ts'
import { membersJobs } from '#domains/members/reactions.ts'
import { membersSweeps } from '#domains/members/sweeps.ts'
import { checkoutApi, checksApi, couponsApi, insightsApi, moneyApi, moneyListsApi, ordersApi, planCatalogApi, rehearsalsApi } from '#domains/orders/contract.ts'
import { planCatalogHandlers } from '#domains/orders/handlers/catalog.ts'
import { checkoutHandlers } from '#domains/orders/handlers/checkout.ts'
import { couponsHandlers } from '#domains/orders/handlers/coupons.ts'
import { moneyHandlers } from '#domains/orders/handlers/money.ts'
import { checksHandlers } from '#domains/orders/handlers/checks.ts'
import { ordersHandlers } from '#domains/orders/handlers/orders.ts'
import { rehearsalsHandlers } from '#domains/orders/handlers/rehearsals.ts'
import { insightsHandlers } from '#domains/orders/handlers/insights.ts'
import { moneyListsHandlers } from '#domains/orders/handlers/money-lists.ts'
import { ordersMails as ordersMailsDe } from '#domains/orders/mails/de.ts'
import { ordersMails } from '#domains/orders/mails/en.ts'
import { endOrdersOf, moveOrders, objectionToBlock, ordersForPerson, plansOfMembers, stopRenewalsOf } from '#domains/orders/public.ts'
import { ordersJobs } from '#domains/orders/reactions.ts'
import { ordersSweeps } from '#domains/orders/sweeps.ts'
import { plansApi, plansV3Api } from '#domains/plans/contract.ts'
import { plansHandlers, plansV3Handlers } from '#domains/plans/handlers.ts'
import { anonymousMultiBookingsApi, multiBookingsApi } from '#domains/multi-bookings/contract.ts'
import { anonymousMultiBookingsHandlers, multiBookingsHandlers } from '#domains/multi-bookings/handlers.ts'
import { redirectsApi } from '#domains/redirects/contract.ts'
import { redirectsHandlers } from '#domains/redirects/handlers.ts'
import { redirectsSweeps } from '#domains/redirects/sweeps.ts'
import { leaveResources, needsType } from '#domains/staff/asks.ts'
import { copySeries, followCapacity, followPlaces, followServiceEnd } from '#domains/services/asks.ts'
import { addOnsApi, bookingsSettingsApi, optionsApi, servicesApi } from '#domains/services/contract.ts'
import { addOnsHandlers, bookingsSettingsHandlers, optionsHandlers, servicesHandlers } from '#domains/services/handlers.ts'
import { dropResources, typeIsNeeded } from '#domains/services/public.ts'
import { staffApi } from '#domains/staff/contract.ts'
import { staffHandlers } from '#domains/staff/handlers.ts'
import { staffMails as staffMailsDe } from '#domains/staff/mails/de.ts'
import { staffMails } from '#domains/staff/mails/en.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { MailBook } from '#kit/mail/render.ts'
import { type Mountable, mountable } from '#kit/mount.ts'
import type { JobHandler, Sweep } from '#kit/work/runner.ts'
import { eventById, type SavedEvent } from '#kit/work/unit.ts'

/** In the order of the street. */
export const mountables: readonly Mountable[] = [
  mountable('media', mediaApi, mediaHandlers),
  mountable('members', membersApi, membersHandlers),
  mountable('contacts', contactsApi, contactsHandlers),
  mountable('customFields', customFieldsApi, customFieldsHandlers),
  mountable('memberRoles', memberRolesApi, memberRolesHandlers),
  mountable('memberBlocks', memberBlocksApi, memberBlocksHandlers),
  mountable('memberJobs', memberJobsApi, memberJobsHandlers),
  mountable('memberNotes', memberNotesApi, memberNotesHandlers),
  mountable('userMembers', userMembersApi, userMembersHandlers),
  mountable('identity', identityApi, identityHandlers),
  mountable('letters', lettersApi, lettersHandlers),
  mountable('memberReports', memberReportsApi, memberReportsHandlers),
  mountable('memberFollowers', memberFollowersApi, memberFollowersHandlers),
  mountable('memberAbout', memberAboutApi, memberAboutHandlers),
  mountable('badges', badgesApi, badgesHandlers),
  mountable('badgeAssignments', badgeAssignmentsApi, badgeAssignmentsHandlers),
  mountable('plans', plansApi, plansHandlers),
  mountable('plansV3', plansV3Api, plansV3Handlers),
  mountable('orders', ordersApi, ordersHandlers),
  mountable('planCatalog', planCatalogApi, planCatalogHandlers),
  mountable('checkout', checkoutApi, checkoutHandlers),
  mountable('coupons', couponsApi, couponsHandlers),
  mountable('money', moneyApi, moneyHandlers),
  mountable('rehearsals', rehearsalsApi, rehearsalsHandlers),
  mountable('checks', checksApi, checksHandlers),
  mountable('moneyLists', moneyListsApi, moneyListsHandlers),
  mountable('insights', insightsApi, insightsHandlers),
  mountable('staff', staffApi, staffHandlers),
  mountable('services', servicesApi, servicesHandlers),
  mountable('serviceOptions', optionsApi, optionsHandlers),
  mountable('addOns', addOnsApi, addOnsHandlers),
  mountable('bookingsSettings', bookingsSettingsApi, bookingsSettingsHandlers),
  mountable('availability', availabilityApi, availabilityHandlers),
  mountable('timeSlots', timeSlotsApi, timeSlotsHandlers),
  mountable('slotConfig', slotConfigApi, slotConfigHandlers),
  mountable('bookings', bookingsApi, bookingsHandlers),
  mountable('extendedBookings', extendedBookingsApi, extendedBookingsHandlers),
  mountable('attendance', attendanceApi, attendanceHandlers),
  mountable('bookingPages', bookingPagesApi, bookingPagesHandlers),
  mountable('bookingMoney', bookingMoneyApi, bookingMoneyHandlers),
  mountable('anonymousBookings', anonymousBookingsApi, anonymousBookingsHandlers),
  mountable('managedBookings', managedBookingsApi, managedBookingsHandlers),
  mountable('bookingFees', bookingFeesApi, bookingFeesHandlers),
  mountable('policySnapshots', policySnapshotsApi, policySnapshotsHandlers),
  mountable('waitlist', waitlistApi, waitlistHandlers),
  mountable('ecom', ecomApi, ecomHandlers),
  mountable('multiBookings', multiBookingsApi, multiBookingsHandlers),
  mountable('anonymousMultiBookings', anonymousMultiBookingsApi, anonymousMultiBookingsHandlers),
  mountable('redirects', redirectsApi, redirectsHandlers),
]

/** The house itself and, when asked for, the test hooks: bound to the running server. */
export const houseMountables = (parts: HookParts & { testHooks: boolean }): Mountable[] => [
  mountable('house', houseApi, houseHandlersWith(parts)),
  ...(parts.testHooks ? [buildTestHooks(parts)] : []),
]

/** What the left asks and the right answers. */
mayBlock.answer((ctx, { memberId }) => objectionToBlock(ctx, memberId))
mayDelete.answer((ctx, { memberId }) => objectionToBlock(ctx, memberId))
makeIdentity.answer(identityForMember)
mayLeave.answer((ctx) => proofBeforeLeaving(ctx))
readsIn.answer((ctx, { address }) => languageOf(ctx, address))
typedAddresses.answer(addressesOfBookings)
typedContacts.answer(contactsOfBookings)
mayDeleteMany.answer((ctx) => proofAtDesk(ctx))
followStanding.answer(followMember)
followStanding.answer(followReports)
partWays.answer(endFollows)
followContact.answer(async (ctx, { fromId, toId }) => {
  await moveOrders(ctx, fromId, toId)
  await moveBookings(ctx, fromId, toId)
})
belongings.answer(badgesOfMembers)
followRoleEnd.answer(dropRole)
belongings.answer(plansOfMembers)
for (const recordsFor of [signInForPerson, lettersForPerson, communityForPerson, ordersForPerson, bookingsForPerson])
  recordsOf.answer((ctx, person) => recordsFor(ctx, person.memberId, person.contactId))
followStanding.answer(async (ctx, { memberId, change, byMember, contactId, emails }) => {
  if (change === 'erased') await forgetReaders(ctx, memberId, emails ?? [])
  if (change === 'erased') await erasePicturesOf(ctx, memberId)
  if (change === 'blocked') await stopRenewalsOf(ctx, memberId)
  if (change === 'deleted') await closeMember(ctx, memberId, byMember, contactId)
  if (change === 'deleted') await endOrdersOf(ctx, memberId, byMember)
  if (change === 'erased') await eraseFromBookings(ctx, memberId, contactId ?? memberId)
})
followPayable.answer(followMoney)
settlePayable.answer(settleEvent)
followPlanEnd.answer((ctx, { orderId }) => endWithPlan(ctx, orderId))
followServiceEnd.answer((ctx, end) => closeService(ctx, end.serviceId, end))
followSession.answer((ctx, change) =>
  change.isCourse
    ? followCourse(ctx, change.scheduleId, change.changed.length > 0, change.participantNotification ?? undefined)
    : followBookedSession(ctx, change.eventId, change.participantNotification ?? undefined),
)
followCapacity.answer((ctx, { scheduleId }) => offerNewPlaces(ctx, scheduleId))
leaveResources.answer((ctx, { resourceIds }) => dropResources(ctx, resourceIds))
needsType.answer((ctx, { typeId }) => typeIsNeeded(ctx, typeId))
followServiceEnd.answer((ctx, end) => endSessionsOfService(ctx, end))
followPlaces.answer((ctx, change) => leavePlaces(ctx, change))
followPlaces.answer((ctx, change) => followBookedPlaces(ctx, change))
copySeries.answer((ctx, { fromScheduleId, to }) => copyRunningSeries(ctx, fromScheduleId, to))

type Reaction = (ctx: Ctx, event: SavedEvent) => Promise<void>
/** Event type → what follows, by domain. */
const reactions: Readonly<Record<string, Readonly<Record<string, Reaction>>>> = {}

export const reactionsTo = (type: string): readonly string[] => Object.keys(reactions[type] ?? {}).map((domain) => `${domain}.${type}`)

const reactionJobs: Record<string, JobHandler> = Object.fromEntries(
  Object.entries(reactions).flatMap(([type, byDomain]) =>
    Object.entries(byDomain).map(
      ([domain, react]) =>
        [`reaction:${domain}.${type}`, async (ctx: Ctx, { eventId }: { eventId: string }) => react(ctx, await eventById(ctx, eventId))] as const,
    ),
  ),
)

const mails: MailBook = {
  en: { ...membersMails, ...identityMails, ...communityMails, ...ordersMails, ...staffMails, ...bookingsMails },
  de: { ...membersMailsDe, ...identityMailsDe, ...communityMailsDe, ...ordersMailsDe, ...staffMailsDe, ...bookingsMailsDe },
}
export const jobs: Readonly<Record<string, JobHandler>> = {
  ...membersJobs,
  ...identityJobs,
  ...ordersJobs,
  ...bookingsJobs,
  ...reactionJobs,
  letter: letterJob(mails, { ...ordersLetterKinds, ...bookingsLetterKinds }),
  webhook: webhookJob,
}
export const sweeps: readonly Sweep[] = [...membersSweeps, ...identitySweeps, ...communitySweeps, ...ordersSweeps, ...bookingsSweeps, ...redirectsSweeps]
