/** Consent at a provider: the browser leaves with a sealed note of who asked, and comes back with a code. */
import { Temporal } from 'temporal-polyfill'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { type RawReply, redirectReply } from '#kit/api/raw-reply.ts'
import { Refusal } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { findProvider, isOAuth } from '../rules/providers.ts'
import { connectCalendar, refuseProblem } from './connect.ts'
import { getCalendarCalls, seal, unseal } from './process.ts'
import { type CalendarPerson, getPersonOfSchedule } from './rights.ts'

const VALID_MINUTES = 15
interface ConsentNote {
  person: CalendarPerson
  providerId: string
  userId: string | undefined
  redirectUrl: string
  expires: string
}
const toRedirectUri = (ctx: { origin: string }): string => `${ctx.origin}/api/calendar-links/consent`

/** The address at which the caller allows access. Refuses with NOT_SUPPORTED_BY_PROVIDER, CALENDAR_PROVIDER_NOT_SET_UP. */
export async function beginConsent(
  ctx: ReadContext,
  { providerId, scheduleId, redirectUrl }: { providerId: string; scheduleId: string; redirectUrl: string },
): Promise<string> {
  const provider = findProvider(providerId)?.provider
  if (!provider || !isOAuth(provider) || !/^https?:$/.test(new URL(redirectUrl).protocol)) return refuse('NOT_SUPPORTED_BY_PROVIDER')
  const person = await getPersonOfSchedule(ctx, scheduleId)
  const note: ConsentNote = { person, providerId, userId: ctx.caller.userId, redirectUrl, expires: ctx.authNow.add({ minutes: VALID_MINUTES }).toString() }
  const url = getCalendarCalls().toConsentUrl(provider, { redirectUri: toRedirectUri(ctx), state: seal(ctx.siteId, 'calendar consent', JSON.stringify(note)) })
  return url ?? refuse('CALENDAR_PROVIDER_NOT_SET_UP')
}

function readNote(ctx: OwnTransactionContext, state: string | undefined): ConsentNote | undefined {
  const text = state === undefined ? undefined : unseal(ctx.siteId, 'calendar consent', state)
  const note = text === undefined ? undefined : (JSON.parse(text) as ConsentNote)
  if (!note || Temporal.Instant.compare(Temporal.Instant.from(note.expires), ctx.authNow) < 0) return undefined
  // The user who began it comes back with it: a link sent to another user connects nothing.
  return note.userId === undefined || note.userId === ctx.caller.userId ? note : undefined
}

async function finish(ctx: OwnTransactionContext, note: ConsentNote, code: string): Promise<void> {
  const provider = findProvider(note.providerId)?.provider
  if (!provider || !isOAuth(provider)) return refuse('NOT_SUPPORTED_BY_PROVIDER')
  const credentials = await getCalendarCalls()
    .redeemCode(provider, { redirectUri: toRedirectUri(ctx), code })
    .catch(refuseProblem)
  await connectCalendar(ctx, { person: note.person, credentials, providerId: note.providerId })
}

/** Back to the page that began it, which says by `calendar=connected` or the code of a refusal what came of it. */
export async function completeConsent(
  ctx: OwnTransactionContext,
  { code, state }: { code?: string | undefined; state?: string | undefined },
): Promise<RawReply> {
  const note = readNote(ctx, state)
  const url = new URL(note?.redirectUrl ?? `${ctx.origin}/dashboard/staff`)
  const back = (result: string) => {
    url.searchParams.set('calendar', result)
    return redirectReply(url.href)
  }
  if (!note || !code) return back('declined')
  try {
    await finish(ctx, note, code)
    return back('connected')
  } catch (error) {
    if (error instanceof Refusal) return back(error.code)
    throw error
  }
}
