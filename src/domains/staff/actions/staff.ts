/** Adding, changing and removing staff; each has one resource whose time is booked. guide: services-and-availability 10 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { picturesSent } from '#domains/media/public.ts'
import { parseMask } from '#kit/query/mask.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { leaveResources } from '../asks.ts'
import type { StaffMember, StaffWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { staffEvents } from '../events.ts'
import { staffTypeId } from '../rules/ids.ts'
import * as hours from '../store/hours.ts'
import * as resources from '../store/resources.ts'
import * as store from '../store/staff.ts'
import { staffToWire } from '../wire.ts'

/** Staff members on the wire with the computed parts that were asked for. */
export async function showStaff(ctx: Ctx, rows: readonly store.StaffRow[], fields: unknown): Promise<StaffMember[]> {
  const asked = [fields].flat()
  const isOwner = ctx.caller.role === 'owner'
  const contactIsPublic = !isOwner && rows.length > 0 && (await store.settings(ctx)).contactIsPublic
  const details =
    isOwner && asked.includes('RESOURCE_DETAILS')
      ? await resources.resourcesByIds(
          ctx,
          rows.map((row) => row.resourceId),
        )
      : []
  const withStatus = asked.includes('ASSOCIATED_IDENTITY_STATUS')
  return rows.map((row) => staffToWire(row, ctx, { resource: details.find((r) => r.id === row.resourceId), contactIsPublic, withStatus }))
}
export const showOne = async (ctx: Ctx, row: store.StaffRow, fields?: unknown): Promise<StaffMember> => (await showStaff(ctx, [row], fields))[0] as StaffMember

const required = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })
/** A picture that was uploaded here is shown with the address and size it is kept in. */
async function withPicture(ctx: Ctx, wish: StaffWish): Promise<StaffWish> {
  const image = (wish.mainMedia as { image?: { id?: string; url?: string } } | null | undefined)?.image
  const [own] = await picturesSent(ctx, [image])
  return own ? { ...wish, mainMedia: { image: { ...image, ...own } } } : wish
}
const change = (wish: StaffWish) => ({
  ...(wish.email !== undefined ? { email: wish.email } : {}),
  ...(wish.phone !== undefined ? { phone: wish.phone } : {}),
  ...(wish.description !== undefined ? { description: wish.description } : {}),
  ...(wish.mainMedia !== undefined ? { mainMedia: wish.mainMedia === null ? null : json(wish.mainMedia) } : {}),
  ...(wish.extendedFields !== undefined ? { extendedFields: json(wish.extendedFields ?? {}) } : {}),
})

export async function createStaff(
  ctx: Ctx,
  wish: StaffWish,
  more: { serviceProvider?: boolean | null | undefined; userId?: string } = {},
): Promise<StaffMember> {
  const name = (wish.name ?? '').trim()
  orViolate(name ? [] : [required('staffMember.name')])
  const [id, resourceId, eventsScheduleId] = [ctx.newId(), ctx.newId(), ctx.newId()]
  await hours.insertSchedule(ctx, eventsScheduleId, 'RESOURCE')
  const stamps = { createdAt: ctx.now, updatedAt: ctx.now, siteId: ctx.siteId }
  // decision: default hours are linked, so a change of the business hours is theirs too (guide 10.3).
  await resources.insertResource(ctx, {
    ...stamps,
    id: resourceId,
    typeId: staffTypeId,
    name,
    eventsScheduleId,
    hoursId: await hours.businessScheduleId(ctx),
    locationOptions: json({ availableInAllLocations: true }),
  })
  await store.insertStaff(ctx, {
    ...stamps,
    ...change(await withPicture(ctx, wish)),
    id,
    resourceId,
    name,
    serviceProvider: more.serviceProvider ?? wish.serviceProvider ?? true,
    tags: json(wish.tags ?? {}),
    ...(more.userId ? { userId: more.userId, connectionStatus: 'CONNECTED', connectionAt: ctx.now } : {}),
  })
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const member = await showOne(ctx, row)
  ctx.announce(staffEvents.created(member))
  const full = await showOne(ctx, row, 'RESOURCE_DETAILS')
  ctx.announce(staffEvents.did('fully_created', member, { staffMember: full }))
  return full
}

/** One staff member on the wire; NOT_FOUND if there is none. */
export const staffById = async (ctx: Ctx, id: string, fields?: unknown): Promise<StaffMember> =>
  showOne(ctx, (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND'), fields)

export async function updateStaff(ctx: Ctx, id: string, wish: StaffWish, options: { mask?: unknown; fields?: unknown } = {}): Promise<StaffMember> {
  orViolate(wish.revision === undefined ? [required('staffMember.revision')] : [])
  const before = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (String(before.revision) !== wish.revision) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const mask = parseMask(options.mask)
  const wanted = await withPicture(ctx, mask ? Object.fromEntries(mask.map((key) => [key, (wish as Record<string, unknown>)[key] ?? null])) : wish)
  const name = wanted.name === undefined ? undefined : (wanted.name ?? '').trim()
  orViolate(name === '' ? [required('staffMember.name')] : [])
  const values = { ...change(wanted), ...(name !== undefined ? { name } : {}) }
  if (!changes(before, wanted, name)) return showOne(ctx, before, options.fields)
  const after = (await store.updateStaff(ctx, id, before.revision, values)) ?? refuse('REVISION_MISMATCH', {})
  if (name !== undefined && name !== before.name) await resources.updateResource(ctx, before.resourceId, undefined, { name })
  return saved(ctx, after, options.fields)
}

/** Whether anything would be different afterwards; nothing is announced for nothing. */
function changes(before: store.StaffRow, wish: StaffWish, name: string | undefined): boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  return !(
    (name === undefined || name === before.name) &&
    (['email', 'phone', 'description', 'mainMedia', 'extendedFields'] as const).every((key) => wish[key] === undefined || same(wish[key], before[key]))
  )
}

/** Tells everybody about a change of the row. */
export async function saved(ctx: Ctx, row: store.StaffRow, fields?: unknown): Promise<StaffMember> {
  ctx.announce(staffEvents.updated(await showOne(ctx, row)))
  return showOne(ctx, row, fields)
}

/** Out of the business: the resource goes too, so nothing new is offered; what is booked stays with the name. */
export async function deleteStaff(ctx: Ctx, id: string): Promise<void> {
  const row = (await store.updateStaff(ctx, id, undefined, { deletedAt: ctx.now })) ?? refuseStandard('NOT_FOUND')
  await resources.updateResource(ctx, row.resourceId, undefined, { deletedAt: ctx.now })
  await leaveResources.ask(ctx, { resourceIds: [row.resourceId] })
  ctx.announce(staffEvents.deleted(await showOne(ctx, row)))
}

/** Back from the trash bin with the old resource, so that its hours and past bookings are the same person's. */
export async function restoreStaff(ctx: Ctx, id: string): Promise<StaffMember> {
  const row = (await store.restoreTrashed(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await resources.restoreResource(ctx, row.resourceId)
  const member = await showOne(ctx, row, 'RESOURCE_DETAILS')
  ctx.announce(staffEvents.created(await showOne(ctx, row)))
  ctx.announce(staffEvents.did('fully_created', member, { staffMember: member }))
  return member
}

export async function setServiceProvider(ctx: Ctx, id: string, serviceProvider: boolean, fields?: unknown): Promise<StaffMember> {
  const before = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (before.serviceProvider === serviceProvider) return showOne(ctx, before, fields)
  return saved(ctx, (await store.updateStaff(ctx, id, undefined, { serviceProvider })) ?? refuseStandard('NOT_FOUND'), fields)
}

/** Own hours (the member's own schedule) or the business hours; any other schedule is a violation. */
export async function assignHours(ctx: Ctx, id: string, scheduleId: string | 'own' | 'business', fields?: unknown): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = await resources.resourcesByIds(ctx, [row.resourceId])
  if (!resource) return refuseStandard('NOT_FOUND')
  const business = await hours.businessScheduleId(ctx)
  const hoursId = scheduleId === 'own' ? resource.eventsScheduleId : scheduleId === 'business' ? business : scheduleId
  orViolate(
    hoursId === business || hoursId === resource.eventsScheduleId
      ? []
      : [{ field: 'scheduleId', description: "must be the member's own schedule or the one of the business", violatedRule: 'VALIDATION', data: {} }],
  )
  if (hoursId === resource.hoursId) return showOne(ctx, row, fields)
  await resources.updateResource(ctx, resource.id, undefined, { hoursId })
  return saved(ctx, row, fields)
}
