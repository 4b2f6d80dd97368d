/** JSON-LD of the site: the business, its services, sessions, courses and plans, as schema.org names them. No I/O. */
import type { PlanData, ServiceData, SessionData, SiteData, TeamMemberData } from './page-data.ts'

export type StructuredData = Record<string, unknown>

const context = 'https://schema.org'
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Leaves out empty fields. */
const withoutEmpty = (data: StructuredData): StructuredData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)))

const postalAddress = ({ address }: SiteData): StructuredData | undefined =>
  address?.line || address?.city
    ? withoutEmpty({
        '@type': 'PostalAddress',
        streetAddress: address.line,
        addressLocality: address.city,
        postalCode: address.postalCode,
        addressRegion: address.subdivision,
        addressCountry: address.country,
      })
    : undefined

const businessRef = (site: SiteData) => ({ '@id': `${site.origin}/#business` })

/** Days with the same hours are one line. */
function openingHours(hours: SiteData['openingHours']): StructuredData[] {
  const days = new Map<string, number[]>()
  for (const { day, from, to } of hours) days.set(`${from} ${to}`, [...(days.get(`${from} ${to}`) ?? []), day])
  return [...days].map(([time, list]) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: list.toSorted((a, b) => a - b).map((day) => weekdays[day]),
    opens: time.split(' ')[0],
    closes: time.split(' ')[1],
  }))
}

/** The business as a LocalBusiness. */
export const describeBusiness = (site: SiteData): StructuredData =>
  withoutEmpty({
    '@context': context,
    '@type': 'LocalBusiness',
    ...businessRef(site),
    name: site.name,
    description: site.tagline,
    url: `${site.origin}/`,
    currenciesAccepted: site.currency,
    address: postalAddress(site),
    telephone: site.address?.phone,
    email: site.address?.email,
    openingHoursSpecification: openingHours(site.openingHours),
  })

const toPageUrl = (service: ServiceData, site: SiteData) => `${site.origin}/service/${encodeURIComponent(service.slug)}`

const toOffer = (service: ServiceData, site: SiteData): StructuredData | undefined =>
  service.price !== undefined || service.isFree
    ? { '@type': 'Offer', price: service.isFree ? '0' : service.price, priceCurrency: site.currency, url: toPageUrl(service, site) }
    : undefined

/** The services as an ItemList. */
export const describeServiceList = (services: readonly ServiceData[], site: SiteData): StructuredData => ({
  '@context': context,
  '@type': 'ItemList',
  itemListElement: services.map((service, index) => ({ '@type': 'ListItem', position: index + 1, name: service.name, url: toPageUrl(service, site) })),
})

/** A course with its dates, or a service with its price. */
export function describeService(service: ServiceData, sessions: readonly SessionData[], site: SiteData): StructuredData {
  const common = {
    '@context': context,
    name: service.name,
    description: service.tagline || service.description,
    url: toPageUrl(service, site),
    image: service.image,
    provider: { '@type': 'LocalBusiness', ...businessRef(site), name: site.name },
    offers: toOffer(service, site),
  }
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (service.type !== 'COURSE') return withoutEmpty({ ...common, '@type': 'Service' })
  return withoutEmpty({
    ...common,
    '@type': 'Course',
    hasCourseInstance:
      first && last
        ? { '@type': 'CourseInstance', courseMode: 'Onsite', startDate: first.start, endDate: last.end, location: toPlace(first, site) }
        : undefined,
  })
}

const toPlace = ({ location }: SessionData, site: SiteData): StructuredData =>
  withoutEmpty({ '@type': 'Place', name: location?.name || site.name, address: location?.address || postalAddress(site) })

/** Sessions of classes as events; a course is one thing of its own. */
export function describeEvents(services: readonly ServiceData[], sessions: readonly SessionData[], site: SiteData): StructuredData[] {
  const byId = new Map(services.filter(({ type }) => type === 'CLASS').map((service) => [service.id, service]))
  return sessions.flatMap((session): StructuredData[] => {
    const service = byId.get(session.serviceId)
    if (!service) return []
    const offer = toOffer(service, site)
    const event = withoutEmpty({
      '@context': context,
      '@type': 'Event',
      name: session.title || service.name,
      description: service.tagline || service.description,
      startDate: session.start,
      endDate: session.end,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      url: toPageUrl(service, site),
      image: service.image,
      location: toPlace(session, site),
      organizer: { '@type': 'LocalBusiness', ...businessRef(site), name: site.name },
      offers: offer && { ...offer, availability: `https://schema.org/${session.openSpots > 0 ? 'InStock' : 'SoldOut'}` },
    })
    return [event]
  })
}

/** A staff member. */
export const describePerson = (member: TeamMemberData, site: SiteData): StructuredData =>
  withoutEmpty({
    '@context': context,
    '@type': 'Person',
    name: member.name,
    description: member.description,
    url: `${site.origin}/team/${encodeURIComponent(member.slug)}`,
    image: member.image,
    worksFor: { '@type': 'LocalBusiness', ...businessRef(site), name: site.name },
  })

/** Plans as Products with an Offer each. */
export const describePlans = (plans: readonly PlanData[], site: SiteData): StructuredData[] =>
  plans.map((plan) =>
    withoutEmpty({
      '@context': context,
      '@type': 'Offer',
      name: plan.name,
      description: plan.description,
      price: plan.price,
      priceCurrency: plan.currency,
      url: `${site.origin}/plans`,
      category: plan.cycle ? 'Subscription' : 'Pass',
      offeredBy: { '@type': 'LocalBusiness', ...businessRef(site), name: site.name },
    }),
  )
