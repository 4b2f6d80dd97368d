/** A message of the business to everyone in a session. Source: guide bookings §15.1. */
import { previewEmail, resolveEmailLanguage } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { SessionMessage } from '../../contract.ts'
import { refuse } from '../../errors.ts'
import { createLocaleFormatter } from '../../rules/locale-formatter.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { formatClientName, resolveReaderLanguage } from '../reading/client-name.ts'
import { customerVariables, queueCustomerEmail } from './emails.ts'
import { getSession, loadSessionBookings } from '../reading/roster.ts'

interface Receivers {
  /** One booking for each email address. */
  bookings: BookingRow[]
  withoutEmail: string[]
}
async function findReceivers(ctx: ReadContext, sessionId: string): Promise<Receivers> {
  const booked = await loadSessionBookings(ctx, await getSession(ctx, sessionId))
  const byAddress = new Map<string, BookingRow>()
  for (const booking of booked) {
    const address = booking.contactDetails.email?.toLowerCase()
    if (address && !byAddress.has(address)) byAddress.set(address, booking)
  }
  return {
    bookings: [...byAddress.values()],
    withoutEmail: booked.filter(({ contactDetails }) => !contactDetails.email).map((one) => formatClientName(one.contactDetails, resolveReaderLanguage(ctx))),
  }
}
const countReceivers = ({ bookings, withoutEmail }: Receivers) => ({ receivers: bookings.length, withoutEmail })
const toVariables = ({ subject, message }: SessionMessage) => ({ ownSubject: subject?.trim() ?? '', sessionMessage: message.trim() })

/** The email as its first receiver would get it, in their language, and how many get it. Refuses with SESSION_NOT_FOUND. */
export async function previewSessionMessage(ctx: ReadContext, sessionId: string, message: SessionMessage) {
  const receivers = await findReceivers(ctx, sessionId)
  const [first] = receivers.bookings
  if (!first) return countReceivers(receivers)
  const language = await resolveEmailLanguage(ctx, first.contactDetails.email ?? '', first.language || undefined)
  const variables = {
    ...(await customerVariables(ctx, 'session-message', first, createLocaleFormatter(language, (await getSite(ctx)).timeZone))),
    ...toVariables(message),
    // The link of a booking opens it: each receiver gets their own, and a preview none.
    manageLink: ctx.origin,
  }
  return { ...countReceivers(receivers), ...(await previewEmail(ctx, { template: 'session-message', variables, language })) }
}

/** Queues one email for each address. Refuses with SESSION_NOT_FOUND, and with NO_RECIPIENTS when no booking has an address. */
export async function sendSessionMessage(ctx: TransactionContext, sessionId: string, message: SessionMessage & { messageId: string }) {
  const receivers = await findReceivers(ctx, sessionId)
  if (receivers.bookings.length === 0) return refuse('NO_RECIPIENTS')
  for (const booking of receivers.bookings)
    await queueCustomerEmail(ctx, booking, { template: 'session-message', uniqueBy: message.messageId, variables: toVariables(message) })
  return countReceivers(receivers)
}
