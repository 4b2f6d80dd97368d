import { up as baseline } from './0001-baseline.ts'
import { up as waitingLists } from './0002-waiting-lists.ts'
import { up as bookingLocations } from './0003-booking-locations.ts'
import { up as deadJobs } from './0004-dead-jobs.ts'
import { up as creditReasons } from './0005-credit-reasons.ts'
import { up as zonesOfSeries } from './0006-zones-of-series.ts'
import { up as payableMoney } from './0007-payable-money.ts'
import { up as siteAddresses } from './0008-site-addresses.ts'
import { up as setupToken } from './0009-setup-token.ts'
import { up as knownBrowsers } from './0010-known-browsers.ts'
import { up as specialDays } from './0011-special-days.ts'
import { up as orderOfCredits } from './0012-order-of-credits.ts'
import { up as countGuesses } from './0013-count-guesses.ts'
import { up as receiptsOfPeople } from './0014-receipts-of-people.ts'
import { up as bookingFlows } from './0015-booking-flows.ts'
import { up as receiptsOfAll } from './0016-receipts-of-all.ts'
import { up as balancePayments } from './0017-balance-payments.ts'
import { up as refundPositions } from './0018-refund-positions.ts'
import { up as fieldTerms } from './0019-field-terms.ts'
import { up as unknownProviderEvents } from './0020-unknown-provider-events.ts'
import { up as currentCarts } from './0021-current-carts.ts'
import { up as attemptsOfPayables } from './0022-attempts-of-payables.ts'
import { up as attemptsOfBookings } from './0023-attempts-of-bookings.ts'
import { up as nightlyCompare } from './0024-nightly-compare.ts'
import { up as onePaymentAtATime } from './0025-one-payment-at-a-time.ts'
import { up as unpaidBookings } from './0026-unpaid-bookings.ts'
import { up as cashAccounts } from './0027-cash-accounts.ts'
import { up as bookingNotes } from './0036-booking-notes.ts'
import { up as today } from './0037-today.ts'
import { up as emailWordings } from './0042-email-wordings.ts'
import { up as clientActivity } from './0050-client-activity.ts'
import { up as savedFilters } from './0051-saved-filters.ts'
import { up as waitlistDemand } from './0052-waitlist-demand.ts'
import { up as taxOfLines } from './0060-tax-of-lines.ts'
import { up as sandboxResults } from './0061-sandbox-results.ts'
import { up as teamRoles } from './0070-team-roles.ts'
import { up as timeOff } from './0071-time-off.ts'
import { up as creditsByHand } from './0072-credits-by-hand.ts'
import { up as teamNotifications } from './0073-team-notifications.ts'
import { up as website } from './0080-website.ts'
import { up as texts } from './0100-texts.ts'
import { up as longBookings } from './0105-long-bookings.ts'
import { up as imports } from './0120-imports.ts'
import { up as mediaLibrary } from './0130-media-library.ts'
import { up as forms } from './0160-forms.ts'
import { up as connectedCalendars } from './0170-connected-calendars.ts'
import { up as calendarSessions } from './0175-calendar-sessions.ts'
import { up as whatClientsOwe } from './0192-what-clients-owe.ts'
import { up as roomCapacity } from './0193-room-capacity.ts'
import { up as bookingCoupons } from './0194-booking-coupons.ts'
import { up as feeConsent } from './0195-fee-consent.ts'
import { up as heldChanges } from './0196-held-changes.ts'
import { up as bookingJobs } from './0200-booking-jobs.ts'
import { up as listColumns } from './0201-list-columns.ts'
import { up as serviceLevel } from './0205-service-level.ts'
import { up as customersOfCards } from './0206-customers-of-cards.ts'
import { up as reservedSeats } from './0215-reserved-seats.ts'
import { up as bookingAddsUnpaid } from './0216-booking-adds-unpaid.ts'
import { up as outstanding } from './0220-outstanding.ts'
import { up as checkInJobs } from './0221-check-in-jobs.ts'
import { up as reasonsOfRows } from './0222-reasons-of-rows.ts'
import { up as bookingsByPlace } from './0223-bookings-by-place.ts'
import { up as freeResources } from './0230-free-resources.ts'
import { up as locationDetails } from './0231-location-details.ts'
import { up as membersByUse } from './0232-members-by-use.ts'
import { up as settingsOfWidgetsAndPlans } from './0240-settings-of-widgets-and-plans.ts'
import { up as namesOfPermissions } from './0241-names-of-permissions.ts'
import { up as firstConfirmation } from './0243-first-confirmation.ts'
import { up as keptSeats } from './0244-kept-seats.ts'
import { up as contactsByEmail } from './0245-contacts-by-email.ts'
import { up as rightsOfMessages } from './0255-rights-of-messages.ts'
import { up as contactsOfAddresses } from './0265-contacts-of-addresses.ts'
import { up as moreNamesOfPermissions } from './0266-more-names-of-permissions.ts'
import { up as slotsAsAsked } from './0267-slots-as-asked.ts'
import { up as tokensBySite } from './0270-tokens-by-site.ts'
import { up as openAttemptsByColumns } from './0271-open-attempts-by-columns.ts'
import { up as cropsLoseTheirOriginal } from './0272-crops-lose-their-original.ts'
import { up as sitesBesideTheirRows } from './0273-sites-beside-their-rows.ts'
import { up as indexesWithoutDoubles } from './0274-indexes-without-doubles.ts'
import { up as receiptsByState } from './0275-receipts-by-state.ts'
import { up as functionsInACluster } from './0280-functions-in-a-cluster.ts'
import { up as columnsOfSubscriptions } from './0285-columns-of-subscriptions.ts'
import { up as sumsOfPastPeriods } from './0288-sums-of-past-periods.ts'
import { up as emailsByPartOfAddress } from './0289-emails-by-part-of-address.ts'
import { up as newcomersInOneStep } from './0297-newcomers-in-one-step.ts'
import { up as countGuessesInACluster } from './0301-count-guesses-in-a-cluster.ts'
import { up as namesOfBenefits } from './0310-names-of-benefits.ts'
import { up as sessionsByTime } from './0311-sessions-by-time.ts'
import { up as wordsOfServices } from './0312-words-of-services.ts'
import { up as staffOfClasses } from './0313-staff-of-classes.ts'
import { up as holdersKeepSeats } from './0314-holders-keep-seats.ts'
import { up as bookingsOfAService } from './0315-bookings-of-a-service.ts'
import { up as servicesInOrder } from './0316-services-in-order.ts'
import { up as sealedSecretsOfEmails } from './0317-sealed-secrets-of-emails.ts'
import { up as bookingsInOneStatement } from './0322-bookings-in-one-statement.ts'
import { up as newGuestsAtOneLook } from './0323-new-guests-at-one-look.ts'
import { up as writesOnTheNodeOfTheirSite } from './0328-writes-on-the-node-of-their-site.ts'
import { up as checkedHosts } from './0330-checked-hosts.ts'
import { up as whenTheyEnrolled } from './0331-when-they-enrolled.ts'
import { up as triesStandStill } from './0332-tries-stand-still.ts'
import { up as whatIsOpen } from './0333-what-is-open.ts'
import { up as whatEndsWithPeople } from './0334-what-ends-with-people.ts'
import { up as lostInDisputes } from './0335-lost-in-disputes.ts'
import { up as bookingsOfAClassTogether } from './0336-bookings-of-a-class-together.ts'
import { up as shortPendingLists } from './0337-short-pending-lists.ts'
import { upWhenSpread as staffOfClassesWhenSpread } from './spread/0313-staff-of-classes.ts'

/**
 * Every migration in the order in which it landed. Forward only: one that has landed is never edited, a new one is added at
 * the end. `npm run codegen` notes the checksum of a new one in checksums.json; `check` fails when one no longer agrees. `upWhenSpread` does the same
 * where a cluster refuses the statements of `up`.
 */
export const migrations: readonly { name: string; up: string; upWhenSpread?: string }[] = [
  { name: '0001-baseline', up: baseline },
  { name: '0002-waiting-lists', up: waitingLists },
  { name: '0003-booking-locations', up: bookingLocations },
  { name: '0004-dead-jobs', up: deadJobs },
  { name: '0005-credit-reasons', up: creditReasons },
  { name: '0006-zones-of-series', up: zonesOfSeries },
  { name: '0007-payable-money', up: payableMoney },
  { name: '0008-site-addresses', up: siteAddresses },
  { name: '0009-setup-token', up: setupToken },
  { name: '0010-known-browsers', up: knownBrowsers },
  { name: '0011-special-days', up: specialDays },
  { name: '0012-order-of-credits', up: orderOfCredits },
  { name: '0013-count-guesses', up: countGuesses },
  { name: '0014-receipts-of-people', up: receiptsOfPeople },
  { name: '0015-booking-flows', up: bookingFlows },
  { name: '0016-receipts-of-all', up: receiptsOfAll },
  { name: '0017-balance-payments', up: balancePayments },
  { name: '0018-refund-positions', up: refundPositions },
  { name: '0019-field-terms', up: fieldTerms },
  { name: '0020-unknown-provider-events', up: unknownProviderEvents },
  { name: '0021-current-carts', up: currentCarts },
  { name: '0022-attempts-of-payables', up: attemptsOfPayables },
  { name: '0023-attempts-of-bookings', up: attemptsOfBookings },
  { name: '0024-nightly-compare', up: nightlyCompare },
  { name: '0025-one-payment-at-a-time', up: onePaymentAtATime },
  { name: '0026-unpaid-bookings', up: unpaidBookings },
  { name: '0027-cash-accounts', up: cashAccounts },
  { name: '0036-booking-notes', up: bookingNotes },
  { name: '0037-today', up: today },
  { name: '0042-email-wordings', up: emailWordings },
  { name: '0050-client-activity', up: clientActivity },
  { name: '0051-saved-filters', up: savedFilters },
  { name: '0052-waitlist-demand', up: waitlistDemand },
  { name: '0060-tax-of-lines', up: taxOfLines },
  { name: '0061-sandbox-results', up: sandboxResults },
  { name: '0070-team-roles', up: teamRoles },
  { name: '0071-time-off', up: timeOff },
  { name: '0072-credits-by-hand', up: creditsByHand },
  { name: '0073-team-notifications', up: teamNotifications },
  { name: '0080-website', up: website },
  { name: '0100-texts', up: texts },
  { name: '0105-long-bookings', up: longBookings },
  { name: '0120-imports', up: imports },
  { name: '0130-media-library', up: mediaLibrary },
  { name: '0160-forms', up: forms },
  { name: '0170-connected-calendars', up: connectedCalendars },
  { name: '0175-calendar-sessions', up: calendarSessions },
  { name: '0192-what-clients-owe', up: whatClientsOwe },
  { name: '0193-room-capacity', up: roomCapacity },
  { name: '0194-booking-coupons', up: bookingCoupons },
  { name: '0195-fee-consent', up: feeConsent },
  { name: '0196-held-changes', up: heldChanges },
  { name: '0200-booking-jobs', up: bookingJobs },
  { name: '0201-list-columns', up: listColumns },
  { name: '0205-service-level', up: serviceLevel },
  { name: '0206-customers-of-cards', up: customersOfCards },
  { name: '0215-reserved-seats', up: reservedSeats },
  { name: '0216-booking-adds-unpaid', up: bookingAddsUnpaid },
  { name: '0220-outstanding', up: outstanding },
  { name: '0221-check-in-jobs', up: checkInJobs },
  { name: '0222-reasons-of-rows', up: reasonsOfRows },
  { name: '0223-bookings-by-place', up: bookingsByPlace },
  { name: '0230-free-resources', up: freeResources },
  { name: '0231-location-details', up: locationDetails },
  { name: '0232-members-by-use', up: membersByUse },
  { name: '0240-settings-of-widgets-and-plans', up: settingsOfWidgetsAndPlans },
  { name: '0241-names-of-permissions', up: namesOfPermissions },
  { name: '0243-first-confirmation', up: firstConfirmation },
  { name: '0244-kept-seats', up: keptSeats },
  { name: '0245-contacts-by-email', up: contactsByEmail },
  { name: '0255-rights-of-messages', up: rightsOfMessages },
  { name: '0265-contacts-of-addresses', up: contactsOfAddresses },
  { name: '0266-more-names-of-permissions', up: moreNamesOfPermissions },
  { name: '0267-slots-as-asked', up: slotsAsAsked },
  { name: '0270-tokens-by-site', up: tokensBySite },
  { name: '0271-open-attempts-by-columns', up: openAttemptsByColumns },
  { name: '0272-crops-lose-their-original', up: cropsLoseTheirOriginal },
  { name: '0273-sites-beside-their-rows', up: sitesBesideTheirRows },
  { name: '0274-indexes-without-doubles', up: indexesWithoutDoubles },
  { name: '0275-receipts-by-state', up: receiptsByState },
  { name: '0280-functions-in-a-cluster', up: functionsInACluster },
  { name: '0285-columns-of-subscriptions', up: columnsOfSubscriptions },
  { name: '0288-sums-of-past-periods', up: sumsOfPastPeriods },
  { name: '0289-emails-by-part-of-address', up: emailsByPartOfAddress },
  { name: '0297-newcomers-in-one-step', up: newcomersInOneStep },
  { name: '0301-count-guesses-in-a-cluster', up: countGuessesInACluster },
  { name: '0310-names-of-benefits', up: namesOfBenefits },
  { name: '0311-sessions-by-time', up: sessionsByTime },
  { name: '0312-words-of-services', up: wordsOfServices },
  { name: '0313-staff-of-classes', up: staffOfClasses, upWhenSpread: staffOfClassesWhenSpread },
  { name: '0314-holders-keep-seats', up: holdersKeepSeats },
  { name: '0315-bookings-of-a-service', up: bookingsOfAService },
  { name: '0316-services-in-order', up: servicesInOrder },
  { name: '0317-sealed-secrets-of-emails', up: sealedSecretsOfEmails },
  { name: '0322-bookings-in-one-statement', up: bookingsInOneStatement },
  { name: '0323-new-guests-at-one-look', up: newGuestsAtOneLook },
  { name: '0328-writes-on-the-node-of-their-site', up: writesOnTheNodeOfTheirSite },
  { name: '0330-checked-hosts', up: checkedHosts },
  { name: '0331-when-they-enrolled', up: whenTheyEnrolled },
  { name: '0332-tries-stand-still', up: triesStandStill },
  { name: '0333-what-is-open', up: whatIsOpen },
  { name: '0334-what-ends-with-people', up: whatEndsWithPeople },
  { name: '0335-lost-in-disputes', up: lostInDisputes },
  { name: '0336-bookings-of-a-class-together', up: bookingsOfAClassTogether },
  { name: '0337-short-pending-lists', up: shortPendingLists },
]
