/** Emails about bookings, to customers and to the business. Source: guide bookings §6.2, §20. */
import { formatPercent } from '#kit/pure/percent.ts'
import type { Temporal } from 'temporal-polyfill'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Mailer, openMailer, resolveEmailLanguage } from '#domains/notifications/public.ts'
import { approvalTexts, couponText, includedTaxText, paymentTexts } from '../../emails/variable-texts.ts'
import type { BusinessEmails, BusinessVariables, CustomerEmails, CustomerVariables } from '../../emails/variables.ts'
import { createLocaleFormatter, renderVariables, type LocaleFormatter, type Renderable, type TextRenderer } from '../../rules/locale-formatter.ts'
import type { TaxAmount } from '../../rules/tax.ts'
import * as scheduling from '../../scheduling.ts'
import { listExtras } from '../../rules/choices.ts'
import { calculateDue } from '../../rules/due.ts'
import { getChangeWindow } from '../../rules/manage-page.ts'
import { listWebCalendarLinks } from '../../rules/web-calendar-links.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { toActionInput } from '../../wire.ts'
import { formatBookingLocation, getFullName, loadSessionTimes, renderAttachment } from './calendar-attachment.ts'
import { unnamedClient } from '../reading/client-name.ts'
import { listIntakeStates } from '../booking/forms.ts'
import { createLinkToken } from '../links/links.ts'
import { queueBookingText } from './texts.ts'
import { listTaxes } from '../money/money.ts'

export interface NotificationInput {
  notifyParticipants?: boolean | null
  message?: string | null
}

function formatSessionLength(start: Temporal.Instant, end: Temporal.Instant): string {
  const minutes = Math.round((end.epochMilliseconds - start.epochMilliseconds) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** An amount with the tax within it; the plain amount without one. */
export function formatTaxedAmount(
  amount: number,
  currency: string,
  taxes: readonly TaxAmount[],
  { formatAmount, translate, language }: LocaleFormatter,
): string {
  const within = taxes.map(({ name, rate, amount: tax }) =>
    translate(includedTaxText, { amount: formatAmount(tax, currency), name, rate: formatPercent(rate, language) }),
  )
  return within.length > 0 ? `${formatAmount(amount, currency)} (${within.join(', ')})` : formatAmount(amount, currency)
}
/** The coupons of bookings and what each took off, as they were when they were used. */
function describeCoupons(bookings: readonly BookingRow[], { formatAmount, translate }: LocaleFormatter): string[] {
  const amounts = new Map<string, number>()
  for (const { price, paymentOption, participants, depositSelected } of bookings) {
    const off = price.coupon && calculateDue(price.terms, paymentOption, participants, depositSelected === true, price).discount
    if (price.coupon && off) amounts.set(price.coupon.code, (amounts.get(price.coupon.code) ?? 0) + off)
  }
  return [...amounts].map(([code, amount]) => translate(couponText, { code, amount: formatAmount(amount, bookings[0]?.price.currency ?? '') }))
}
/** The price of bookings together, with the coupons that made it less; empty when they cost nothing. */
function formatPrice(bookings: readonly BookingRow[], formatter: LocaleFormatter): string {
  const total = bookings.reduce((sum, { price }) => sum + price.total, 0)
  const coupons = describeCoupons(bookings, formatter)
  if (total === 0 && coupons.length === 0) return ''
  return [formatTaxedAmount(total, bookings[0]?.price.currency ?? '', total > 0 ? listTaxes(bookings) : [], formatter), ...coupons].join(', ')
}

/** One part of a visit in a line: title, start, person. */
const formatPart = (part: BookingRow, formatter: LocaleFormatter, zone: string): string =>
  [`${part.title}: ${formatter.formatDateTime(part.startAt, zone)}`, part.resource?.name, listExtras(part).join(', ')].filter(Boolean).join(' · ')

export interface CustomerEmailOptions {
  /** All parts of a set: one email covers them. */
  parts?: readonly BookingRow[] | undefined
  /** The booking was on the customer's calendar before the change: a move that waits for approval moves its entry, too. */
  wasConfirmed?: boolean | undefined
  /** Makes the email unique together with template and booking; default: the revision. */
  uniqueBy?: string | number | undefined
  /** How the booking was paid, in place of what its status says. */
  paymentText?: TextRenderer | undefined
  /** Words of the business to the customer. */
  ownerMessage?: string | undefined
  /** The session that the email is about, in place of the first one; a text message names it alone. */
  startsAt?: Temporal.Instant | undefined
  /** When the offer ends that the email makes. */
  offerUntil?: Temporal.Instant | undefined
  /** Where the button leads, in place of the page of the booking. */
  buttonUrl?: string | undefined
}
/** Just the variables that the template declares; a function is rendered in the language of the reader. */
export type CustomerEmail<T extends keyof CustomerEmails> = CustomerEmailOptions & { template: T; variables: Renderable<CustomerEmails[T]> }

/**
 * Queues one email per template and revision of the booking, in the language of the customer; none without an address. Customers who want text messages
 * get one, too, for the templates that have one.
 */
export async function queueCustomerEmail<T extends keyof CustomerEmails>(ctx: TransactionContext, booking: BookingRow, email: CustomerEmail<T>): Promise<void> {
  const { template, parts, uniqueBy = booking.revision, wasConfirmed = false, paymentText, ownerMessage, buttonUrl } = email
  await queueBookingText(ctx, booking, { template, uniqueBy, startsAt: email.startsAt, offerUntil: email.offerUntil, isVisit: parts !== undefined })
  const to = booking.contactDetails.email
  if (!to) return
  const mailer = await openMailer<CustomerEmails, CustomerVariables>(ctx, { kind: 'address', address: to, language: booking.language || undefined })
  const { site } = mailer
  const formatter = createLocaleFormatter(mailer.readers[0]?.language ?? mailer.siteLanguage, site.timeZone)
  const token = await createLinkToken(ctx, parts ? { set: booking.multiServiceBooking?.id ?? booking.id } : { booking: booking.id })
  const manageLink = `${ctx.origin}/booking/${token}`
  const visit = await loadVisit(ctx, booking, formatter)
  const calendarFile = await renderAttachment(ctx, template, parts ?? [booking], { manageLink, site, wasConfirmed })
  mailer.queue({
    template,
    uniqueKey: `${template}:${booking.id}:${uniqueBy}`,
    variables: {
      ...(await customerVariables(ctx, template, booking, formatter, visit)),
      manageLink: buttonUrl ?? manageLink,
      ...(calendarFile && {
        calendarLink: `${ctx.origin}/api/bookings/by-link/${token}/calendar.ics`,
        calendarFile,
        ...listWebCalendarLinks(parts ?? [booking], visit),
      }),
      ...approvalVariable(template, parts ?? [booking], formatter),
      ...(await intakeVariable(ctx, template, parts ?? [booking])),
      ...cancelUntilVariable(ctx, template, parts ?? [booking], formatter),
      ...(parts && { parts: parts.map((part) => formatPart(part, formatter, part.timeZone)) }),
      ...(paymentText && { paymentText: paymentText(formatter) }),
      ...(ownerMessage && { ownerMessage }),
      ...renderVariables(formatter, email.variables),
    },
  })
}

/** Finds the language of the customer ahead of the email. */
export async function preloadReader(ctx: ReadContext, { contactDetails: { email }, language }: BookingRow): Promise<void> {
  if (email) await resolveEmailLanguage(ctx, email, language || undefined)
}

/** What a request is, how long its time is kept, and what becomes of the money. Source: guide bookings §5.2 row 19, §20.1. */
function approvalVariable(template: keyof CustomerEmails, bookings: readonly BookingRow[], { translate }: LocaleFormatter): { approvalNote?: string } {
  if (template !== 'booking-requested') return {}
  const isPaid = bookings.some(({ paymentStatus }) => paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_PAID')
  return { approvalNote: [translate(approvalTexts.held), isPaid && translate(approvalTexts.paid)].filter(Boolean).join(' ') }
}

/** Templates that ask for the intake form. */
const templatesWithIntake = new Set<keyof CustomerEmails>(['booking-requested', 'booking-confirmed', 'booking-reminder'])

async function intakeVariable(ctx: TransactionContext, template: keyof CustomerEmails, bookings: readonly BookingRow[]): Promise<{ intakeLink?: string }> {
  if (!templatesWithIntake.has(template)) return {}
  const states = await listIntakeStates(ctx, bookings)
  const due = bookings.find(({ id }) => states.get(id)?.isDone === false)
  return due ? { intakeLink: `${ctx.origin}/booking/${await createLinkToken(ctx, { booking: due.id })}/form` } : {}
}

/** Until when the customer cancels, where that time is still to come. */
function cancelUntilVariable(
  ctx: BaseContext,
  template: keyof CustomerEmails,
  bookings: readonly BookingRow[],
  { formatDateTime }: LocaleFormatter,
): { cancelUntilText?: string } {
  if (template !== 'booking-confirmed') return {}
  const isSeparate = bookings[0]?.multiServiceBooking?.type === 'SEPARATE_BOOKINGS'
  const parts = bookings.map((booking) => ({ ...toActionInput(booking), end: booking.endAt }))
  const { until, why } = getChangeWindow('cancel', parts, isSeparate, ctx.now)
  return until && !why ? { cancelUntilText: formatDateTime(until, bookings[0]?.timeZone ?? 'UTC') } : {}
}

/** Templates that say how to join an online session. */
const templatesWithJoinLink = new Set<keyof CustomerEmails>(['booking-confirmed', 'booking-reminder'])

/** When and where the customer comes. */
interface Visit {
  sessions: { start: Temporal.Instant; end: Temporal.Instant }[]
  place: string
}
const loadVisit = async (ctx: ReadContext, booking: BookingRow, formatter: LocaleFormatter): Promise<Visit> => ({
  sessions: await loadSessionTimes(ctx, booking),
  place: await formatBookingLocation(ctx, booking, formatter),
})

/** The variables that all emails to customers have, without links. `visit`: of the booking, where it was read before. */
export async function customerVariables(
  ctx: ReadContext,
  template: keyof CustomerEmails,
  booking: BookingRow,
  formatter: LocaleFormatter,
  visit?: Visit,
): Promise<Omit<CustomerVariables, 'manageLink'>> {
  const { sessions, place } = visit ?? (await loadVisit(ctx, booking, formatter))
  const [first = { start: booking.startAt, end: booking.endAt }] = sessions
  const payment = paymentTexts[booking.paymentStatus]
  const online = templatesWithJoinLink.has(template) ? (await scheduling.findService(ctx, { id: booking.serviceId }))?.conferencing : undefined
  return {
    customerFirstName: booking.contactDetails.firstName ?? '',
    serviceName: booking.title,
    startText: formatter.formatDateTime(booking.startAt, booking.timeZone),
    timeZoneName: booking.timeZone,
    durationText: formatSessionLength(first.start, first.end),
    locationText: place,
    staffName: booking.resource?.name ?? '',
    priceText: formatPrice([booking], formatter),
    extrasText: listExtras(booking).join(', '),
    paymentText: payment ? formatter.translate(payment) : '',
    policyText: booking.policy.customDescription ?? '',
    conferencingLink: online?.enabled ? (online.guestUrl ?? '') : '',
    ...(sessions.length > 1 && { sessions: sessions.map((session) => formatter.formatDateTime(session.start, booking.timeZone)) }),
  }
}

/** Queues the email if the caller asks to notify the customer. */
export async function queueCustomerEmailIfRequested<T extends keyof CustomerEmails>(
  ctx: TransactionContext,
  booking: BookingRow,
  notification: NotificationInput | null | undefined,
  email: CustomerEmail<T>,
): Promise<void> {
  if (notification?.notifyParticipants) await queueCustomerEmail(ctx, booking, { ...email, ownerMessage: notification.message ?? '' })
}

/** `parts` are all bookings of a visit. */
interface BusinessEmail<T extends keyof BusinessEmails> {
  template: T
  variables: Renderable<BusinessEmails[T]>
  parts?: readonly BookingRow[] | undefined
}

/**
 * Emails the owners in the language of the site, and the staff member of an appointment. For a visit owners get all parts in one email and
 * staff members their own parts. What the business does itself sends no email to it. Source: guide bookings §16.4, §20.1.
 */
export async function queueBusinessEmail<T extends keyof BusinessEmails>(ctx: TransactionContext, booking: BookingRow, email: BusinessEmail<T>): Promise<void> {
  const all = email.parts ?? [booking]
  const owners: BusinessMailer = await openMailer(ctx, { kind: 'owners' })
  await queueToBusiness(ctx, owners, all, email)
  const ownerAddresses = owners.readers.map((reader) => reader.address)
  for (const [address, own] of groupByStaff(all)) {
    if (ownerAddresses.includes(address)) continue
    await queueToBusiness(ctx, await openMailer(ctx, { kind: 'user', address }), own, email)
  }
}

/** The appointments of each staff member with an address. */
function groupByStaff(all: readonly BookingRow[]): Map<string, BookingRow[]> {
  const byAddress = new Map<string, BookingRow[]>()
  for (const part of all) {
    const address = part.serviceType === 'APPOINTMENT' ? part.resource?.email : undefined
    if (address) byAddress.set(address, [...(byAddress.get(address) ?? []), part])
  }
  return byAddress
}

type BusinessMailer = Mailer<BusinessEmails, BusinessVariables>

async function queueToBusiness<T extends keyof BusinessEmails>(
  ctx: TransactionContext,
  mailer: BusinessMailer,
  all: readonly BookingRow[],
  { template, variables }: BusinessEmail<T>,
): Promise<void> {
  const [booking] = all
  if (!booking) return
  const { site } = mailer
  const formatter = createLocaleFormatter(mailer.siteLanguage, site.timeZone)
  const isVisit = all.length > 1
  const common = {
    customerName: getFullName(booking) || formatter.translate(unnamedClient),
    customerEmail: booking.contactDetails.email ?? '',
    customerPhone: booking.contactDetails.phone ?? '',
    serviceName: [...new Set(all.map((part) => part.title))].join(', '),
    startText: formatter.formatDateTime(booking.startAt, site.timeZone),
    timeZoneName: site.timeZone,
    staffName: isVisit ? '' : (booking.resource?.name ?? ''),
    locationText: await formatBookingLocation(ctx, booking, formatter),
    participants: booking.participants,
    priceText: formatPrice(all, formatter),
    extrasText: isVisit ? '' : listExtras(booking).join(', '),
    ...(isVisit && { parts: all.map((part) => formatPart(part, formatter, site.timeZone)) }),
    adminLink: `${ctx.origin}/dashboard/bookings?open=${booking.id}`,
  }
  mailer.queue({ template, uniqueKey: `${template}:${booking.id}:${booking.revision}`, variables: { ...common, ...renderVariables(formatter, variables) } })
}

/** Whether a customer makes the change: only then the business gets an email. */
export const isByCustomer = (ctx: BaseContext): boolean => ctx.caller.role !== 'owner'
