/** What the operator of the server does with its sites, from the command line: no caller of the API can reach this. Source: guide identity §2.2. */
import { randomUUID } from 'node:crypto'
import { inviteOwner, ownersOfSites } from '#domains/collaborators/public.ts'
import {
  type AddressBook,
  approveAddress,
  changeAddresses,
  changeSiteLimits,
  findSiteById,
  listAddresses,
  listSites,
  type SiteLimitsChange,
} from '#domains/site/public.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { createOwnContext, createSystemMeta, type UnitOfWorkDeps } from '#kit/jobs/unit-of-work.ts'
import { parseOrigin } from '#kit/pure/origin.ts'
import { isZone } from '#kit/pure/zone.ts'
import { refuse } from '../errors.ts'
import { findSampleRegion } from '../rules/sample-region.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { findAnySite } from '../store/sites.ts'
import { describeLimits, type LimitUse } from './describe-limits.ts'
import { createSiteWithInvitedOwner } from './create-site.ts'

/** What the operator says of a new site. What is absent is that of this machine. */
export interface NewSite {
  name: string
  /** Where the site is reached, such as https://river.example. */
  address: string
  ownerEmail: string
  /** IANA name. */
  timeZone?: string | undefined
  /** ISO 4217. */
  currency?: string | undefined
  /** Two letters. */
  language?: string | undefined
}

const violation = (field: string, description: string) => ({ field, description, violatedRule: 'FORMAT' as const, data: {} })

function readNewSite(input: NewSite) {
  const machine = Intl.DateTimeFormat().resolvedOptions()
  const timeZone = input.timeZone ?? machine.timeZone
  const language = input.language ?? matchLanguage(machine.locale) ?? 'en'
  const currency = input.currency ?? findSampleRegion(timeZone, matchLanguage(language) ?? 'en').currency
  const name = input.name.trim()
  assertNoViolations([
    ...(name === '' || name.length > 100 ? [violation('name', 'must have 1 to 100 characters')] : []),
    ...(isZone(timeZone) ? [] : [violation('timeZone', 'is not a known time zone')]),
    ...(/^[A-Z]{3}$/.test(currency) ? [] : [violation('currency', 'must be three capital letters, such as EUR')]),
    ...(/^[a-z]{2}$/.test(language) ? [] : [violation('language', 'must be two small letters, such as de')]),
  ])
  return { name, timeZone, language, currency }
}

export interface SiteInvitation {
  siteId: string
  name: string
  email: string
  /** Accepts the invitation, once. */
  link: string
  days: number
}

/**
 * Opens a further site with an address and an account of its own, and invites its owner. Violates malformed values; refuses with NOT_SET_UP on a server
 * without a site, and with ADDRESS_TAKEN an address of another one.
 */
export async function createSiteForOperator(deps: UnitOfWorkDeps, addresses: AddressBook, input: NewSite): Promise<SiteInvitation> {
  const fields = readNewSite(input)
  // Links in the invitation lead to the new address, which is not stored yet when this context is made.
  const siteId = randomUUID()
  return createOwnContext(deps, createSystemMeta(siteId, parseOrigin(input.address) ?? '')).transaction(async (work) => {
    // The first site is set up by its owner: PUBLIC_URL and the settings of the server are of that site.
    if (!(await findAnySite(work))) refuse('NOT_SET_UP')
    const { ownerEmail } = input
    const created = await createSiteWithInvitedOwner(work, { ...fields, siteId, weekStartsOn: 1, app: {}, ownerEmail })
    await changeAddresses(work, addresses, { main: input.address }, { isTrusted: true })
    return { siteId, name: fields.name, email: created.email, link: created.link, days: created.days }
  })
}

/** Invites another owner of a site, or the same one once more. Refuses with NOT_FOUND an unknown site, and with ALREADY_COLLABORATOR who is in its team. */
export async function inviteOwnerForOperator(
  deps: UnitOfWorkDeps,
  addresses: AddressBook,
  { siteId, email }: { siteId: string; email: string },
): Promise<SiteInvitation> {
  if (!(await addresses.findSite(siteId))) refuseStandard('NOT_FOUND')
  const { origin } = await addresses.getOrigins(siteId)
  return createOwnContext(deps, createSystemMeta(siteId, origin)).transaction(async (work) => {
    const site = await findSiteById(work, siteId)
    return { siteId, name: site?.name ?? '', ...(await inviteOwner(work, { email })) }
  })
}

export interface SiteOverview {
  id: string
  name: string
  address: string
  /** Email addresses. */
  owners: readonly string[]
  /** Who is invited as an owner and has not come yet. */
  invited: readonly string[]
}

/** All sites by age. */
export async function describeSites({ database: { db }, clocks }: UnitOfWorkDeps, addresses: AddressBook): Promise<SiteOverview[]> {
  const people = await ownersOfSites(db, clocks.authNow())
  const found: SiteOverview[] = []
  for (const { id, name } of await listSites(db)) {
    const own = people.filter(({ siteId }) => siteId === id)
    found.push({
      id,
      name,
      address: (await addresses.getOrigins(id)).origin,
      owners: own.filter(({ isInvited }) => !isInvited).map(({ email }) => email),
      invited: own.filter(({ isInvited }) => isInvited).map(({ email }) => email),
    })
  }
  return found
}

/** The addresses of a site and whether each is proved. Refuses with NOT_FOUND an unknown site. */
export async function describeHosts({ database: { db } }: UnitOfWorkDeps, addresses: AddressBook, siteId: string) {
  if (!(await addresses.findSite(siteId))) refuseStandard('NOT_FOUND')
  return listAddresses(db, siteId)
}

/** Trusts an address of a site without a check. Refuses with NOT_FOUND an unknown site and what is no address of it, with ADDRESS_TAKEN where another is. */
export async function approveHostForOperator(
  deps: UnitOfWorkDeps,
  addresses: AddressBook,
  { siteId, address }: { siteId: string; address: string },
): Promise<void> {
  if (!(await addresses.findSite(siteId))) refuseStandard('NOT_FOUND')
  const { origin } = await addresses.getOrigins(siteId)
  await createOwnContext(deps, createSystemMeta(siteId, origin)).transaction((work) => approveAddress(work, address))
}

/** Changes the limits of a site, and answers what is used of them afterwards. Refuses with NOT_FOUND an unknown site. */
export async function limitSiteForOperator(
  deps: UnitOfWorkDeps,
  addresses: AddressBook,
  { siteId, limits }: { siteId: string; limits: SiteLimitsChange },
): Promise<LimitUse[]> {
  if (!(await addresses.findSite(siteId))) refuseStandard('NOT_FOUND')
  const { origin } = await addresses.getOrigins(siteId)
  const ctx = createOwnContext(deps, createSystemMeta(siteId, origin))
  await ctx.transaction((work) => changeSiteLimits(work, limits))
  return ctx.read(describeLimits)
}
