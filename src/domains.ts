/** Table of contents: operations, handlers, reactions, jobs, sweeps and mails of each domain. Nothing is found by itself; all is listed. */
import { availabilityContract } from '#domains/availability/contract.ts'
import { availabilityHandlers, slotConfigHandlers, timeSlotsHandlers } from '#domains/availability/handlers.ts'
import { copyRunningSeries, endServiceSessions as endSessionsOfService, moveSessionLocations } from '#domains/availability/public.ts'
import { onSessionChanged } from '#domains/availability/hooks.ts'
import { bookingsContract } from '#domains/bookings/contract.ts'
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
import { bookingsEmails as bookingsMailsDe } from '#domains/bookings/emails/de.ts'
import { bookingsEmails } from '#domains/bookings/emails/en.ts'
import {
  exportBookings,
  closeBookingsOfMember,
  onPlanEnded as endBookingsOfPlan,
  closeBookingsOfService,
  findBookingAddresses,
  findBookingContacts,
  eraseCustomerFromBookings,
  followBookedPlaces,
  followBookedSession,
  offerNewCapacity as offerNewPlaces,
  updateBookingsOfCourse,
  onMoneyMoved,
  reassignBookings,
  settleEvent,
} from '#domains/bookings/public.ts'
import { bookingsJobs } from '#domains/bookings/jobs.ts'
import { bookingsSchedules } from '#domains/bookings/schedules.ts'
import { communityContract } from '#domains/community/contract.ts'
import { memberAboutHandlers } from '#domains/community/handlers/abouts.ts'
import { badgeAssignmentsHandlers, badgesHandlers } from '#domains/community/handlers/badges.ts'
import { memberFollowersHandlers } from '#domains/community/handlers/followers.ts'
import { memberReportsHandlers } from '#domains/community/handlers/reports.ts'
import { communityEmails as communityMailsDe } from '#domains/community/emails/de.ts'
import { communityEmails } from '#domains/community/emails/en.ts'
import { listBadgeGroups, exportCommunityData, removeRoleFromBadges, endFollowsOfMember, handleMemberStatusChange } from '#domains/community/public.ts'
import { communitySchedules } from '#domains/community/schedules.ts'
import { notificationsContract } from '#domains/notifications/contract.ts'
import { emailPreferencesHandlers } from '#domains/notifications/handlers/email-preferences.ts'
import { deleteEmailPreferences, exportEmailPreferences } from '#domains/notifications/public.ts'
import { bookingsEmailKinds } from '#domains/bookings/emails/kinds.ts'
import { onPayableStep, onPlanEnded, onPayableEvent } from '#domains/orders/hooks.ts'
import { orderEmailKinds } from '#domains/orders/emails/kinds.ts'
import { setupContract } from '#domains/setup/contract.ts'
import { setupHandlers } from '#domains/setup/handlers.ts'
import { deliverEmailJob, deliverWebhooksJob } from '#domains/webhooks/jobs.ts'
import { buildTestHooks, type TestHookDeps } from './test-hooks/test-hooks.ts'
import { identityContract } from '#domains/identity/contract.ts'
import { identityHandlers } from '#domains/identity/handlers.ts'
import { identityEmails as identityMailsDe } from '#domains/identity/emails/de.ts'
import { identityEmails } from '#domains/identity/emails/en.ts'
import {
  applyMemberStatusChange,
  createIdentityForMember,
  resolveEmailLanguage,
  checkOwnerReauthentication,
  checkReauthenticationToDelete,
  collectSignInRecords,
} from '#domains/identity/public.ts'
import { identityJobs } from '#domains/identity/jobs.ts'
import { identitySchedules } from '#domains/identity/schedules.ts'
import { membersContract } from '#domains/members/contract.ts'
import { mediaContract } from '#domains/media/contract.ts'
import { mediaHandlers } from '#domains/media/handlers.ts'
import { erasePicturesOfMember } from '#domains/media/public.ts'
import {
  listMemberGroups,
  onContactsMerged,
  onRoleDeleted,
  onMemberStatusChanged,
  createMemberIdentity,
  checkMemberBlock,
  checkMemberDeletion,
  checkBulkDeletion,
  checkOwnDeletion,
  onMembersSeparated,
  findPreferredLanguage,
  exportPersonalData,
  listEnteredEmails,
  listEnteredContacts,
} from '#domains/members/hooks.ts'
import { memberNotesHandlers } from '#domains/members/handlers/notes.ts'
import { memberBlocksHandlers, memberJobsHandlers, memberRolesHandlers, userMembersHandlers } from '#domains/members/handlers/moderation.ts'
import { contactsHandlers } from '#domains/members/handlers/contacts.ts'
import { customFieldsHandlers } from '#domains/members/handlers/custom-fields.ts'
import { membersHandlers } from '#domains/members/handlers/members.ts'
import { membersEmails as membersMailsDe } from '#domains/members/emails/de.ts'
import { membersEmails } from '#domains/members/emails/en.ts'
import { membersJobs } from '#domains/members/jobs.ts'
import { membersSchedules } from '#domains/members/schedules.ts'
import { ordersContract } from '#domains/orders/contract.ts'
import { planCatalogHandlers } from '#domains/orders/handlers/catalog.ts'
import { checkoutHandlers } from '#domains/orders/handlers/checkout.ts'
import { couponsHandlers } from '#domains/orders/handlers/coupons.ts'
import { moneyHandlers } from '#domains/orders/handlers/money.ts'
import { checksHandlers } from '#domains/orders/handlers/checks.ts'
import { ordersHandlers } from '#domains/orders/handlers/orders.ts'
import { simulationsHandlers } from '#domains/orders/handlers/simulations.ts'
import { insightsHandlers } from '#domains/orders/handlers/insights.ts'
import { moneyListsHandlers } from '#domains/orders/handlers/money-lists.ts'
import { orderEmails as ordersMailsDe } from '#domains/orders/emails/de.ts'
import { orderEmails } from '#domains/orders/emails/en.ts'
import {
  cancelMemberOrders,
  reassignOrders,
  findSubscriptionObjection,
  exportMemberOrders,
  plansOfMembers,
  stopMemberRenewals,
} from '#domains/orders/public.ts'
import { orderJobs } from '#domains/orders/jobs.ts'
import { orderSchedules } from '#domains/orders/schedules.ts'
import { plansContract } from '#domains/plans/contract.ts'
import { plansHandlers, plansV3Handlers } from '#domains/plans/handlers.ts'
import { multiBookingsContract } from '#domains/multi-bookings/contract.ts'
import { anonymousMultiBookingsHandlers, multiBookingsHandlers } from '#domains/multi-bookings/handlers.ts'
import { redirectsContract } from '#domains/redirects/contract.ts'
import { redirectsHandlers } from '#domains/redirects/handlers.ts'
import { redirectsSchedules } from '#domains/redirects/schedules.ts'
import { onResourcesRemoved, isResourceTypeUsed } from '#domains/staff/hooks.ts'
import { copySeries, onCapacityChanged, onLocationsChanged, onServiceDeleted } from '#domains/services/hooks.ts'
import { servicesContract } from '#domains/services/contract.ts'
import { addOnsHandlers, bookingsSettingsHandlers, optionsHandlers, servicesHandlers } from '#domains/services/handlers.ts'
import { removeResources, isResourceTypeUsed as isResourceTypeUsedByService } from '#domains/services/public.ts'
import { staffContract } from '#domains/staff/contract.ts'
import { staffHandlers } from '#domains/staff/handlers.ts'
import { staffEmails as staffMailsDe } from '#domains/staff/emails/de.ts'
import { staffEmails } from '#domains/staff/emails/en.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { EmailCatalog } from '#kit/email/render.ts'
import { type OperationGroup, bindOperations } from '#kit/api/mount.ts'
import type { JobHandler, Schedule } from '#kit/jobs/runner.ts'
import { getEvent, type SavedEvent } from '#kit/jobs/unit-of-work.ts'

/** In the order of the domains. */
export const operationGroups: readonly OperationGroup[] = [
  ...bindOperations(mediaContract, { media: mediaHandlers }),
  ...bindOperations(membersContract, {
    members: membersHandlers,
    contacts: contactsHandlers,
    customFields: customFieldsHandlers,
    memberRoles: memberRolesHandlers,
    memberBlocks: memberBlocksHandlers,
    memberJobs: memberJobsHandlers,
    memberNotes: memberNotesHandlers,
    userMembers: userMembersHandlers,
  }),
  ...bindOperations(identityContract, { identity: identityHandlers }),
  ...bindOperations(notificationsContract, { emailPreferences: emailPreferencesHandlers }),
  ...bindOperations(communityContract, {
    memberReports: memberReportsHandlers,
    memberFollowers: memberFollowersHandlers,
    memberAbout: memberAboutHandlers,
    badges: badgesHandlers,
    badgeAssignments: badgeAssignmentsHandlers,
  }),
  ...bindOperations(plansContract, { plans: plansHandlers, plansV3: plansV3Handlers }),
  ...bindOperations(ordersContract, {
    orders: ordersHandlers,
    planCatalog: planCatalogHandlers,
    checkout: checkoutHandlers,
    coupons: couponsHandlers,
    money: moneyHandlers,
    simulations: simulationsHandlers,
    checks: checksHandlers,
    moneyLists: moneyListsHandlers,
    insights: insightsHandlers,
  }),
  ...bindOperations(staffContract, { staff: staffHandlers }),
  ...bindOperations(servicesContract, {
    services: servicesHandlers,
    serviceOptions: optionsHandlers,
    addOns: addOnsHandlers,
    bookingsSettings: bookingsSettingsHandlers,
  }),
  ...bindOperations(availabilityContract, { availability: availabilityHandlers, timeSlots: timeSlotsHandlers, slotConfig: slotConfigHandlers }),
  ...bindOperations(bookingsContract, {
    bookings: bookingsHandlers,
    extendedBookings: extendedBookingsHandlers,
    attendance: attendanceHandlers,
    bookingPages: bookingPagesHandlers,
    bookingMoney: bookingMoneyHandlers,
    anonymousBookings: anonymousBookingsHandlers,
    managedBookings: managedBookingsHandlers,
    bookingFees: bookingFeesHandlers,
    policySnapshots: policySnapshotsHandlers,
    waitlist: waitlistHandlers,
    ecom: ecomHandlers,
  }),
  ...bindOperations(multiBookingsContract, { multiBookings: multiBookingsHandlers, anonymousMultiBookings: anonymousMultiBookingsHandlers }),
  ...bindOperations(redirectsContract, { redirects: redirectsHandlers }),
]

/** The house itself and, when asked for, the test hooks: bound to the running server. */
export const serverOperations = (parts: TestHookDeps & { testHooks: boolean }): OperationGroup[] => [
  ...bindOperations(setupContract, { setup: setupHandlers(parts) }),
  ...(parts.testHooks ? [buildTestHooks(parts)] : []),
]

/** What the left asks and the right answers. */
checkMemberBlock.register((ctx, { memberId }) => findSubscriptionObjection(ctx, memberId))
checkMemberDeletion.register((ctx, { memberId }) => findSubscriptionObjection(ctx, memberId))
createMemberIdentity.register(createIdentityForMember)
checkOwnDeletion.register((ctx) => checkReauthenticationToDelete(ctx))
findPreferredLanguage.register((ctx, { address }) => resolveEmailLanguage(ctx, address))
listEnteredEmails.register(findBookingAddresses)
listEnteredContacts.register(findBookingContacts)
checkBulkDeletion.register((ctx) => checkOwnerReauthentication(ctx))
onMemberStatusChanged.register(applyMemberStatusChange)
onMemberStatusChanged.register(handleMemberStatusChange)
onMembersSeparated.register(endFollowsOfMember)
onContactsMerged.register(async (ctx, { fromId, toId }) => {
  await reassignOrders(ctx, fromId, toId)
  await reassignBookings(ctx, fromId, toId)
})
listMemberGroups.register(listBadgeGroups)
onRoleDeleted.register(removeRoleFromBadges)
listMemberGroups.register(plansOfMembers)
for (const recordsFor of [collectSignInRecords, exportEmailPreferences, exportCommunityData, exportMemberOrders, exportBookings])
  exportPersonalData.register((ctx, person) => recordsFor(ctx, person.memberId, person.contactId))
onMemberStatusChanged.register(async (ctx, { memberId, change, byMember, contactId, emails }) => {
  if (change === 'erased') await deleteEmailPreferences(ctx, memberId, emails ?? [])
  if (change === 'erased') await erasePicturesOfMember(ctx, memberId)
  if (change === 'blocked') await stopMemberRenewals(ctx, memberId)
  if (change === 'deleted') await closeBookingsOfMember(ctx, memberId, byMember, contactId)
  if (change === 'deleted') await cancelMemberOrders(ctx, memberId, byMember)
  if (change === 'erased') await eraseCustomerFromBookings(ctx, memberId, contactId ?? memberId)
})
onPayableStep.register(onMoneyMoved)
onPayableEvent.register(settleEvent)
onPlanEnded.register((ctx, { orderId }) => endBookingsOfPlan(ctx, orderId))
onServiceDeleted.register((ctx, end) => closeBookingsOfService(ctx, end.serviceId, end))
onSessionChanged.register((ctx, change) =>
  change.isCourse
    ? updateBookingsOfCourse(ctx, change.scheduleId, change.changed.length > 0, change.participantNotification ?? undefined)
    : followBookedSession(ctx, change.eventId, change.participantNotification ?? undefined),
)
onCapacityChanged.register((ctx, { scheduleId }) => offerNewPlaces(ctx, scheduleId))
onResourcesRemoved.register((ctx, { resourceIds }) => removeResources(ctx, resourceIds))
isResourceTypeUsed.register((ctx, { typeId }) => isResourceTypeUsedByService(ctx, typeId))
onServiceDeleted.register((ctx, end) => endSessionsOfService(ctx, end))
onLocationsChanged.register((ctx, change) => moveSessionLocations(ctx, change))
onLocationsChanged.register((ctx, change) => followBookedPlaces(ctx, change))
copySeries.register((ctx, { fromScheduleId, to }) => copyRunningSeries(ctx, fromScheduleId, to))

type Reaction = (ctx: Ctx, event: SavedEvent) => Promise<void>
/** Event type → what follows, by domain. */
const reactions: Readonly<Record<string, Readonly<Record<string, Reaction>>>> = {}

export const reactionsTo = (type: string): readonly string[] => Object.keys(reactions[type] ?? {}).map((domain) => `${domain}.${type}`)

const reactionJobs: Record<string, JobHandler> = Object.fromEntries(
  Object.entries(reactions).flatMap(([type, byDomain]) =>
    Object.entries(byDomain).map(
      ([domain, react]) =>
        [`reaction:${domain}.${type}`, async (ctx: Ctx, { eventId }: { eventId: string }) => react(ctx, await getEvent(ctx, eventId))] as const,
    ),
  ),
)

const mails: EmailCatalog = {
  en: { ...membersEmails, ...identityEmails, ...communityEmails, ...orderEmails, ...staffEmails, ...bookingsEmails },
  de: { ...membersMailsDe, ...identityMailsDe, ...communityMailsDe, ...ordersMailsDe, ...staffMailsDe, ...bookingsMailsDe },
}
export const jobs: Readonly<Record<string, JobHandler>> = {
  ...membersJobs,
  ...identityJobs,
  ...orderJobs,
  ...bookingsJobs,
  ...reactionJobs,
  letter: deliverEmailJob(mails, { ...orderEmailKinds, ...bookingsEmailKinds }),
  webhook: deliverWebhooksJob,
}
export const schedules: readonly Schedule[] = [
  ...membersSchedules,
  ...identitySchedules,
  ...communitySchedules,
  ...orderSchedules,
  ...bookingsSchedules,
  ...redirectsSchedules,
]
