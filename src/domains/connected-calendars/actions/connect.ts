/** Connects, configures and ends connections to other calendars. Source: guide services-and-availability §14. */
import { audit } from '#domains/identity/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type CalendarAccount, type CalendarCredentials, CalendarProblem, type RemoteCalendar } from '#kit/calendars/port.ts'
import { findServiceUrlProblem } from '#kit/http/fetch-public.ts'
import { findTransition, getTransition } from '#kit/pure/state-machine.ts'
import type { SyncConfig } from '../contract/external-calendars.ts'
import { refuse } from '../errors.ts'
import { connectionMachine } from '../rules/connection-machine.ts'
import { canWrite } from '../rules/providers.ts'
import * as store from '../store/connections.ts'
import { getCalendarCalls, sealCredentials, unsealCredentials } from './process.ts'
import { type CalendarPerson, lockMyConnection } from './rights.ts'
import { enqueueSync } from './schedule-sync.ts'

const MAX_PER_PERSON = 10

/** Why a provider could not be asked, as a refusal. */
export function refuseProblem(error: unknown): never {
  if (!(error instanceof CalendarProblem)) throw error
  const { code } = error
  if (code === 'UNAUTHORIZED') return refuse('BAD_CREDENTIALS')
  if (code === 'ADDRESS_REFUSED') return refuse('CALENDAR_ADDRESS_REFUSED')
  if (code === 'GONE' || code === 'NOT_A_CALENDAR') return refuse('CALENDAR_NOT_FOUND')
  if (code === 'NOT_CONFIGURED') return refuse('CALENDAR_PROVIDER_NOT_SET_UP')
  if (code === 'TOO_LARGE') return refuse('CALENDAR_TOO_LARGE')
  return refuse(code === 'TOO_MANY_REDIRECTS' ? 'CALENDAR_REDIRECTS_TOO_OFTEN' : 'CALENDAR_UNREADABLE')
}

/** `webcal:` is what calendars call https. Refuses other addresses than https in the public internet. */
export function readAddress(text: string): string {
  const address = text.trim().replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(address) || findServiceUrlProblem(address)) return refuse('CALENDAR_ADDRESS_REFUSED')
  return address
}

/** The address itself may be what is secret: only its host, or the user, is told. */
async function checkAccount(
  ctx: Pick<ReadContext, 'now'>,
  credentials: CalendarCredentials,
): Promise<{ account: CalendarAccount; calendars: RemoteCalendar[] }> {
  try {
    const account = await getCalendarCalls().open(credentials)
    const calendars = await account.listCalendars()
    // A link is known to be one only once it was read.
    if (credentials.provider === 'ICAL') await account.read(calendars[0]?.id ?? '', { from: ctx.now, to: ctx.now }, undefined)
    return { account, calendars }
  } catch (error) {
    return refuseProblem(error)
  }
}

export interface NewConnection {
  person: CalendarPerson
  credentials: CalendarCredentials
  providerId: string
  label?: string | undefined
}
const isSame = (a: CalendarCredentials, b: CalendarCredentials): boolean =>
  a.provider === b.provider && ('url' in a && 'url' in b ? a.url === b.url && ('user' in a ? a.user : '') === ('user' in b ? b.user : '') : false)

async function assertRoom(ctx: TransactionContext, { person, credentials }: NewConnection): Promise<void> {
  const others = (await store.listConnections(ctx, [person.resourceId])).filter((one) => one.sealed !== null)
  if (others.length >= MAX_PER_PERSON) refuse('TOO_MANY_CALENDARS')
  const isKnown = others.some((one) => {
    const known = unsealCredentials(ctx.siteId, one.sealed ?? '')
    return known && isSame(known, credentials)
  })
  if (isKnown) refuse('CALENDAR_ALREADY_CONNECTED')
}

/** Checks an account by reading it, then stores the connection and reads it for the first time by a job. Refuses with why it cannot be read. */
export async function connectCalendar(ctx: OwnTransactionContext, input: NewConnection): Promise<store.ConnectionRow> {
  const { account } = await checkAccount(ctx, input.credentials)
  return ctx.transaction(async (inner) => {
    await assertRoom(inner, input)
    const id = inner.newId()
    await store.insertConnection(inner, {
      id,
      resourceId: input.person.resourceId,
      scheduleId: input.person.scheduleId,
      providerId: input.providerId,
      provider: input.credentials.provider,
      userId: inner.caller.userId ?? null,
      label: (input.label?.trim() || account.account || 'Calendar').slice(0, 100),
      account: account.account,
      sealed: sealCredentials(inner.siteId, input.credentials),
      dueAt: inner.now,
    })
    enqueueSync(inner, id)
    await audit(inner, 'calendar.connected', { subjectId: id, data: { provider: input.credentials.provider, staff: input.person.name } })
    return (await store.findConnection(inner, id)) as store.ConnectionRow
  })
}

/** The calendars of a connected account. Refuses with CONNECTION_NOT_CONNECTED, and with why it cannot be read. */
export async function listRemoteCalendars(ctx: OwnTransactionContext, find: (inner: ReadContext) => Promise<store.ConnectionRow>): Promise<RemoteCalendar[]> {
  const row = await ctx.read(find)
  const credentials = row.sealed === null ? undefined : unsealCredentials(ctx.siteId, row.sealed)
  if (row.sealed === null) refuse('CONNECTION_NOT_CONNECTED')
  if (!credentials) refuse('BAD_CREDENTIALS')
  return (await checkAccount(ctx, credentials as CalendarCredentials)).calendars
}

/** What of the settings changes; what is not sent stays. Refuses with NOT_SUPPORTED_BY_PROVIDER what the provider cannot do. */
export async function changeSyncConfig(
  ctx: TransactionContext,
  id: string,
  { listEventFromCalendars: list, syncToCalendar: to }: SyncConfig,
): Promise<store.ConnectionRow> {
  const row = await lockMyConnection(ctx, id)
  if (row.sealed === null) refuse('CONNECTION_NOT_CONNECTED')
  const chosen = list?.calendars?.calendars.map((one) => ({ id: one.id, ...(one.name && { name: one.name }) }))
  if (to && (to.enabled || to.calendar) && (!canWrite(row.provider) || to.dedicatedCalendar)) refuse('NOT_SUPPORTED_BY_PROVIDER')
  await store.updateConnection(ctx, id, {
    ...(typeof list?.enabled === 'boolean' && { imports: list.enabled }),
    ...(chosen && { calendars: chosen }),
    ...(list?.primaryCalendar && { calendars: null }),
    ...(typeof to?.enabled === 'boolean' && { exports: to.enabled }),
    ...(to?.calendar && { exportCalendar: to.calendar.id }),
    ...(to?.primaryCalendar && { exportCalendar: null }),
  })
  const after = (await store.findConnection(ctx, id)) as store.ConnectionRow
  // What was chosen no longer does not block until the next reading.
  if (!after.imports) await store.updateConnection(ctx, id, { marks: {} })
  await store.deleteEvents(ctx, id, after.imports ? (after.calendars?.map((one) => one.id) ?? Object.keys(after.marks)) : [])
  enqueueSync(ctx, id)
  await audit(ctx, 'calendar.changed', { subjectId: id })
  return after
}

/** Ends a connection: its busy times and its password are removed at once. Refuses with CONNECTION_ALREADY_DISCONNECTED. */
export async function disconnectCalendar(ctx: TransactionContext, id: string): Promise<store.ConnectionRow> {
  const row = await lockMyConnection(ctx, id)
  if (!findTransition(connectionMachine, row.status, 'disconnect')) refuse('CONNECTION_ALREADY_DISCONNECTED')
  await endConnection(ctx, row)
  return (await store.findConnection(ctx, id)) as store.ConnectionRow
}

async function endConnection(ctx: TransactionContext, { id, status, provider }: store.ConnectionRow): Promise<void> {
  await store.deleteEvents(ctx, id, [])
  await store.updateConnection(ctx, id, {
    transition: getTransition(connectionMachine, status, 'disconnect'),
    sealed: null,
    dueAt: null,
    marks: {},
    problemCode: null,
    errorReason: null,
  })
  await audit(ctx, 'calendar.disconnected', { subjectId: id, data: { provider } })
}

/** Staff members or rooms were deleted: other calendars are neither read nor written for them any more. decision: a restored staff member connects them anew. */
export async function disconnectRemoved(ctx: TransactionContext, resourceIds: readonly string[]): Promise<void> {
  for (const row of await store.listConnections(ctx, resourceIds))
    if (findTransition(connectionMachine, row.status, 'disconnect')) await endConnection(ctx, row)
}
