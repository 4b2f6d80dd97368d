/** Adding, changing and removing staff; each has one resource whose time is booked. guide: services-and-availability 10 */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { json } from '#kit/db/open.ts'
import type { StaffMember, StaffWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { staffEvents } from '../events.ts'
import { staffTypeId } from '../rules/ids.ts'
import * as store from '../store.ts'
import { resourceToWire, staffToWire } from '../wire.ts'

export async function createStaff(ctx: Ctx, wish: StaffWish): Promise<StaffMember> {
  const name = (wish.name ?? '').trim()
  orViolate(name ? [] : [{ field: 'staffMember.name', description: 'is required', violatedRule: 'REQUIRED_FIELD' }])
  const [id, resourceId, eventsScheduleId] = [ctx.newId(), ctx.newId(), ctx.newId()]
  await store.insertSchedule(ctx, eventsScheduleId, 'RESOURCE')
  const stamps = { createdAt: ctx.now, updatedAt: ctx.now, siteId: ctx.siteId }
  // decision: default hours are linked, so a change of the business hours is theirs too (guide 10.3).
  await store.insertResource(ctx, {
    ...stamps,
    id: resourceId,
    typeId: staffTypeId,
    name,
    eventsScheduleId,
    hoursId: await store.businessScheduleId(ctx),
    locationOptions: json({ availableInAllLocations: true }),
  })
  await store.insertStaff(ctx, {
    ...stamps,
    id,
    resourceId,
    name,
    email: wish.email ?? null,
    phone: wish.phone ?? null,
    description: wish.description ?? null,
    mainMedia: wish.mainMedia ? json(wish.mainMedia) : null,
    serviceProvider: wish.serviceProvider ?? true,
    extendedFields: json(wish.extendedFields ?? {}),
  })
  const member = await staffById(ctx, id, true)
  ctx.announce(staffEvents.created(member))
  ctx.announce(staffEvents.did('fully_created', member, { staffMember: member, resource: member.resource }))
  return member
}

/** One staff member on the wire; NOT_FOUND if there is none. */
export async function staffById(ctx: Ctx, id: string, withResource = false): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = withResource ? await store.resourcesByIds(ctx, [row.resourceId]) : []
  return staffToWire(row, ctx.caller, resource)
}

export async function updateStaff(ctx: Ctx, id: string, wish: StaffWish): Promise<StaffMember> {
  orViolate(wish.revision === undefined ? [{ field: 'staffMember.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD' }] : [])
  const before = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (String(before.revision) !== wish.revision) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const name = wish.name?.trim()
  orViolate(name === '' ? [{ field: 'staffMember.name', description: 'is required', violatedRule: 'REQUIRED_FIELD' }] : [])
  const change = {
    ...(name !== undefined ? { name } : {}),
    ...(wish.email !== undefined ? { email: wish.email } : {}),
    ...(wish.phone !== undefined ? { phone: wish.phone } : {}),
    ...(wish.description !== undefined ? { description: wish.description } : {}),
    ...(wish.mainMedia !== undefined ? { mainMedia: wish.mainMedia === null ? null : json(wish.mainMedia) } : {}),
    ...(wish.extendedFields !== undefined ? { extendedFields: json(wish.extendedFields) } : {}),
  }
  const after = (await store.updateStaff(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {})
  if (name !== undefined && name !== before.name) await store.updateResource(ctx, before.resourceId, undefined, { name })
  const member = staffToWire(after, ctx.caller)
  ctx.announce(staffEvents.updated(member))
  return member
}

/** Out of the business: the resource goes too, so nothing new is offered; what is booked stays with the name. */
export async function deleteStaff(ctx: Ctx, id: string): Promise<void> {
  const row = (await store.updateStaff(ctx, id, undefined, { deletedAt: ctx.now })) ?? refuseStandard('NOT_FOUND')
  await store.updateResource(ctx, row.resourceId, undefined, { deletedAt: ctx.now })
  ctx.announce(staffEvents.deleted(staffToWire(row, ctx.caller)))
}

export async function setServiceProvider(ctx: Ctx, id: string, serviceProvider: boolean): Promise<StaffMember> {
  const row = (await store.updateStaff(ctx, id, undefined, { serviceProvider })) ?? refuseStandard('NOT_FOUND')
  const member = staffToWire(row, ctx.caller)
  ctx.announce(staffEvents.updated(member))
  return member
}

/** Own hours (the member's own schedule) or the business hours; any other schedule is a violation. */
export async function assignHours(ctx: Ctx, id: string, scheduleId: string | 'own' | 'business'): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = await store.resourcesByIds(ctx, [row.resourceId])
  if (!resource) return refuseStandard('NOT_FOUND')
  const business = await store.businessScheduleId(ctx)
  const hoursId = scheduleId === 'own' ? resource.eventsScheduleId : scheduleId === 'business' ? business : scheduleId
  orViolate(
    hoursId === business || hoursId === resource.eventsScheduleId
      ? []
      : [{ field: 'scheduleId', description: "must be the member's own schedule or the one of the business", violatedRule: 'VALIDATION' }],
  )
  const after = hoursId === resource.hoursId ? resource : await store.updateResource(ctx, resource.id, undefined, { hoursId })
  const member = staffToWire(row, ctx.caller, after)
  if (after && after !== resource) ctx.announce(staffEvents.updated({ ...member, resource: resourceToWire(after) }))
  return member
}
