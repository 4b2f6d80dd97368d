/** Locations of the business. Source: guide services-and-availability §12.1. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import type { Location, LocationInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { findAddressProblems, formatAddress } from '../rules/location-address.ts'
import { keepsDefaultActive, toLocationTransition, type LocationStatus } from '../rules/location-machine.ts'
import * as store from '../store/locations.ts'
import { locationToWire } from '../wire.ts'

const violate = (field: string, description: string, violatedRule: 'REQUIRED_FIELD' | 'VALIDATION' = 'VALIDATION') =>
  assertNoViolations([{ field, description, violatedRule, data: {} }])

/** All of them, archived ones too, the default first. Their time zone is that of the site. */
export async function listLocations(ctx: ReadContext): Promise<Location[]> {
  const { timeZone } = await getSite(ctx)
  return (await store.listLocations(ctx)).map((row) => locationToWire(row, timeZone))
}

/** The address as text, and in parts when it was sent in parts. Violates parts that make no address. */
function toAddressColumns(address: LocationInput['address']) {
  if (address === undefined) return {}
  if (typeof address === 'string') return { address, postalAddress: null }
  assertNoViolations(findAddressProblems(address).map((problem) => ({ ...problem, violatedRule: 'VALIDATION', data: {} })))
  return { address: formatAddress(address), postalAddress: json(address) }
}
const toColumns = ({ name, address, email, phone, locationTypes }: LocationInput) => ({
  ...(name !== undefined ? { name } : {}),
  ...toAddressColumns(address),
  ...(email !== undefined ? { email } : {}),
  ...(phone !== undefined ? { phone } : {}),
  ...(locationTypes ? { types: locationTypes } : {}),
})

/** What the input names, its name without blanks around it. Violates an empty one. */
function trimName(location: LocationInput): LocationInput {
  const name = location.name?.trim()
  if (name === '') violate('location.name', 'is required', 'REQUIRED_FIELD')
  return name === undefined ? location : { ...location, name }
}

/** Violates a location without a name. */
export async function createLocation(ctx: TransactionContext, input: LocationInput): Promise<Location> {
  const location = trimName(input)
  if (!location.name) violate('location.name', 'is required', 'REQUIRED_FIELD')
  if (location.default) await store.clearDefaultLocation(ctx)
  const row = await store.insertLocation(ctx, {
    ...toColumns(location),
    name: location.name as string,
    siteId: ctx.siteId,
    id: ctx.newId(),
    isDefault: location.default ?? false,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  return locationToWire(row, (await getSite(ctx)).timeZone)
}

/** Changes what the input names. Refuses with NOT_FOUND and, where a revision is named, REVISION_MISMATCH; the default location stays active. */
export async function updateLocation(ctx: TransactionContext, id: string, input: LocationInput): Promise<Location> {
  const location = trimName(input)
  const before = (await store.listLocations(ctx)).find((known) => known.id === id) ?? refuseStandard('NOT_FOUND')
  if (location.revision && location.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  if (!keepsDefaultActive({ isDefault: before.isDefault, status: before.status as LocationStatus }, location))
    violate('location', 'the default place stays active')
  if (location.default && !before.isDefault) await store.clearDefaultLocation(ctx)
  const change = {
    ...toColumns(location),
    ...(location.default ? { isDefault: true } : {}),
    transition: toLocationTransition(before.status as LocationStatus, location.status),
  }
  const row = await store.updateLocation(ctx, id, location.revision ? before.revision : undefined, change)
  return row ? locationToWire(row, (await getSite(ctx)).timeZone) : refuse('REVISION_MISMATCH', {})
}
