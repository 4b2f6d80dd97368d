/** Adding, changing and removing staff; each has one resource whose time is booked. Source: guide services-and-availability §10. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { findSiteUser } from '#domains/collaborators/public.ts'
import { resolvePictureReferences } from '#domains/media/public.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { parseMask } from '#kit/query/mask.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { onResourcesRemoved } from '../hooks.ts'
import type { StaffMember, StaffMemberInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { staffEvents } from '../events.ts'
import { connectionMachine } from '../rules/connection-machine.ts'
import { staffTypeId } from '../rules/ids.ts'
import * as hours from '../store/hours.ts'
import * as resources from '../store/resources.ts'
import * as store from '../store/staff.ts'
import { staffToWire } from '../wire.ts'

/** Staff members on the wire with the computed parts that were asked for. */
export async function showStaff(ctx: ReadContext, rows: readonly store.StaffRow[], fields: unknown): Promise<StaffMember[]> {
  const requested = [fields].flat()
  const isOwner = ctx.caller.role === 'owner'
  const contactIsPublic = !isOwner && rows.length > 0 && (await store.getSettings(ctx)).contactIsPublic
  const details =
    isOwner && requested.includes('RESOURCE_DETAILS')
      ? await resources.resourcesByIds(
          ctx,
          rows.map((row) => row.resourceId),
        )
      : []
  const withStatus = requested.includes('ASSOCIATED_IDENTITY_STATUS')
  return rows.map((row) => staffToWire(row, ctx, { resource: details.find((r) => r.id === row.resourceId), contactIsPublic, withStatus }))
}
/** One staff member on the wire. */
export const showStaffMember = async (ctx: ReadContext, row: store.StaffRow, fields?: unknown): Promise<StaffMember> =>
  (await showStaff(ctx, [row], fields))[0] as StaffMember

const requiredViolation = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })
/** Completes a picture that was uploaded here with its stored URL and size. */
async function resolvePicture(ctx: ReadContext, input: StaffMemberInput): Promise<StaffMemberInput> {
  const image = (input.mainMedia as { image?: { id?: string; url?: string } } | null | undefined)?.image
  const [own] = await resolvePictureReferences(ctx, [image])
  return own ? { ...input, mainMedia: { image: { ...image, ...own } } } : input
}
const toColumns = (input: StaffMemberInput) => ({
  ...(input.email !== undefined ? { email: input.email } : {}),
  ...(input.phone !== undefined ? { phone: input.phone } : {}),
  ...(input.description !== undefined ? { description: input.description } : {}),
  ...(input.mainMedia !== undefined ? { mainMedia: input.mainMedia === null ? null : json(input.mainMedia) } : {}),
  ...(input.extendedFields !== undefined ? { extendedFields: json(input.extendedFields ?? {}) } : {}),
})

/** A staff member with a resource and linked business hours. Violates each bad field. */
export async function createStaff(
  ctx: TransactionContext,
  input: StaffMemberInput,
  options: { serviceProvider?: boolean | null | undefined; userId?: string } = {},
): Promise<StaffMember> {
  const name = (input.name ?? '').trim()
  assertNoViolations(name ? [] : [requiredViolation('staffMember.name')])
  const [id, resourceId, eventsScheduleId] = [ctx.newId(), ctx.newId(), ctx.newId()]
  await hours.insertSchedule(ctx, eventsScheduleId, 'RESOURCE')
  const timestamps = { createdAt: ctx.now, updatedAt: ctx.now, siteId: ctx.siteId }
  // decision: default hours are linked, so that a change of the business hours applies to the staff member too. Source: guide services-and-availability §10.3.
  await resources.insertResource(ctx, {
    ...timestamps,
    id: resourceId,
    typeId: staffTypeId,
    name,
    eventsScheduleId,
    hoursId: await hours.businessScheduleId(ctx),
    locationOptions: json({ availableInAllLocations: true }),
  })
  await store.insertStaff(ctx, {
    ...timestamps,
    ...toColumns(await resolvePicture(ctx, input)),
    id,
    resourceId,
    name,
    serviceProvider: options.serviceProvider ?? input.serviceProvider ?? true,
    tags: json(input.tags ?? {}),
    ...(options.userId ? { userId: options.userId, connectionStatus: 'CONNECTED', connectionAt: ctx.now } : {}),
  })
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const member = await showStaffMember(ctx, row)
  ctx.emit(staffEvents.created(member))
  const full = await showStaffMember(ctx, row, 'RESOURCE_DETAILS')
  ctx.emit(staffEvents.action('fully_created', member, { staffMember: full }))
  return full
}

/** One staff member on the wire; NOT_FOUND if there is none. */
export const staffById = async (ctx: ReadContext, id: string, fields?: unknown): Promise<StaffMember> =>
  showStaffMember(ctx, (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND'), fields)

/** Changes what the input names. Refuses with NOT_FOUND, REVISION_MISMATCH. */
export async function updateStaff(
  ctx: TransactionContext,
  id: string,
  input: StaffMemberInput,
  options: { mask?: unknown; fields?: unknown } = {},
): Promise<StaffMember> {
  assertNoViolations(input.revision === undefined ? [requiredViolation('staffMember.revision')] : [])
  const before = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (String(before.revision) !== input.revision) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const mask = parseMask(options.mask)
  const wanted = await resolvePicture(ctx, mask ? Object.fromEntries(mask.map((key) => [key, (input as Record<string, unknown>)[key] ?? null])) : input)
  const name = wanted.name === undefined ? undefined : (wanted.name ?? '').trim()
  assertNoViolations(name === '' ? [requiredViolation('staffMember.name')] : [])
  const values = { ...toColumns(wanted), ...(name !== undefined ? { name } : {}) }
  if (!hasChanges(before, wanted, name)) return showStaffMember(ctx, before, options.fields)
  const after = (await store.updateStaff(ctx, id, before.revision, values)) ?? refuse('REVISION_MISMATCH', {})
  if (name !== undefined && name !== before.name) await resources.updateResource(ctx, before.resourceId, undefined, { name })
  return emitStaffUpdated(ctx, { before, after }, options.fields)
}

/** Whether the input changes the row. An update without a change emits no event. */
function hasChanges(before: store.StaffRow, input: StaffMemberInput, name: string | undefined): boolean {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  return !(
    (name === undefined || name === before.name) &&
    (['email', 'phone', 'description', 'mainMedia', 'extendedFields'] as const).every((key) => input[key] === undefined || isSame(input[key], before[key]))
  )
}

/** Emits the update with what changed since `before`, and returns the staff member on the wire. */
export async function emitStaffUpdated(
  ctx: TransactionContext,
  { before, after }: { before: store.StaffRow; after: store.StaffRow },
  fields?: unknown,
): Promise<StaffMember> {
  const [former, current] = (await showStaff(ctx, [before, after], undefined)) as [StaffMember, StaffMember]
  ctx.emit(staffEvents.updated(current, former))
  return showStaffMember(ctx, after, fields)
}

/** Moves a staff member to the trash bin and deletes the resource, so that no new slots are offered. Existing bookings keep the name. */
export async function deleteStaff(ctx: TransactionContext, id: string): Promise<void> {
  const row = (await store.updateStaff(ctx, id, undefined, { deletedAt: ctx.now })) ?? refuseStandard('NOT_FOUND')
  await resources.updateResource(ctx, row.resourceId, undefined, { deletedAt: ctx.now })
  await onResourcesRemoved.call(ctx, { resourceIds: [row.resourceId] })
  ctx.emit(staffEvents.deleted(await showStaffMember(ctx, row)))
}

/** Whether the user of a staff member in the trash bin left the team meanwhile, or is another staff member by now. */
async function hasLostUser(ctx: ReadContext, { userId }: store.StaffRow): Promise<boolean> {
  if (!userId) return false
  return !(await findSiteUser(ctx, { id: userId })) || (await store.staffOfUser(ctx, userId)) !== undefined
}

/** Restores a staff member with the same resource, so that hours and past bookings belong to the same person. Their user stays connected if still theirs. */
export async function restoreStaff(ctx: TransactionContext, id: string): Promise<StaffMember> {
  const trashed = (await store.findTrashedStaff(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const lost = (await hasLostUser(ctx, trashed)) ? getTransition(connectionMachine, 'CONNECTED', 'disconnect') : undefined
  const row = (await store.restoreTrashed(ctx, id, lost)) ?? refuseStandard('NOT_FOUND')
  await resources.restoreResource(ctx, row.resourceId)
  const member = await showStaffMember(ctx, row, 'RESOURCE_DETAILS')
  ctx.emit(staffEvents.created(await showStaffMember(ctx, row)))
  ctx.emit(staffEvents.action('fully_created', member, { staffMember: member }))
  return member
}

/** Whether the staff member serves customers. Refuses with NOT_FOUND. */
export async function setServiceProvider(ctx: TransactionContext, id: string, serviceProvider: boolean, fields?: unknown): Promise<StaffMember> {
  const before = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (before.serviceProvider === serviceProvider) return showStaffMember(ctx, before, fields)
  const after = (await store.updateStaff(ctx, id, undefined, { serviceProvider })) ?? refuseStandard('NOT_FOUND')
  return emitStaffUpdated(ctx, { before, after }, fields)
}

/** Which staff member a policy that ranks staff prefers. Refuses with NOT_FOUND. Source: guide services-and-availability §15.7. */
export async function setRank(ctx: TransactionContext, id: string, rank: number): Promise<{ rank: number }> {
  const before = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (before.rank === rank) return { rank }
  const after = (await store.updateStaff(ctx, id, undefined, { rank })) ?? refuseStandard('NOT_FOUND')
  await emitStaffUpdated(ctx, { before, after })
  return { rank }
}

/** Assigns the member's own schedule or that of the business; any other schedule is a violation. */
export async function assignHours(ctx: TransactionContext, id: string, scheduleId: string | 'own' | 'business', fields?: unknown): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = await resources.resourcesByIds(ctx, [row.resourceId])
  if (!resource) return refuseStandard('NOT_FOUND')
  const business = await hours.businessScheduleId(ctx)
  const hoursId = scheduleId === 'own' ? resource.eventsScheduleId : scheduleId === 'business' ? business : scheduleId
  assertNoViolations(
    hoursId === business || hoursId === resource.eventsScheduleId
      ? []
      : [{ field: 'scheduleId', description: "must be the member's own schedule or the one of the business", violatedRule: 'VALIDATION', data: {} }],
  )
  if (hoursId === resource.hoursId) return showStaffMember(ctx, row, fields)
  const before = await showStaffMember(ctx, row, 'RESOURCE_DETAILS')
  await resources.updateResource(ctx, resource.id, undefined, { hoursId })
  ctx.emit(staffEvents.updated(await showStaffMember(ctx, row, 'RESOURCE_DETAILS'), before))
  return showStaffMember(ctx, row, fields)
}
