/** The site of this page (name, look, zone, currency), asked once at the start and known everywhere. */
import { createContext, use } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { setSite } from './auth.ts'
import { setBusinessZone } from './business-zone.ts'
import { readEmbeddedData } from './embedded-data.ts'
import type { ReplyOf } from './operations.ts'
import { servedPage } from './served-page.ts'

export type PublicWebsite = NonNullable<ReplyOf<'setup.getSite'>['website']>
export type PublicPage = NonNullable<ReplyOf<'setup.getSite'>['page']>
export type Block = PublicPage['blocks'][number]

export interface OpeningHour {
  day: number
  from: string
  to: string
}
export interface SiteInfo {
  siteId: string
  name: string
  tagline: string
  accent: string
  timeZone: string
  currency: string
  language: string
  weekStartsOn: number
  clientId: string
  testPayments: boolean
  /** Where a card is typed: on our page (test payments), on the provider's, or nowhere. */
  paymentPage: 'own' | 'hosted' | 'none'
  /** The tax of new plans and bookings; `rate` in percent. */
  tax?: { name: string; rate: string; includedInPrice: boolean }
  /** Customers can ask for text messages. */
  textMessages?: boolean
  isOneServicePerVisit?: boolean
  /** Absent: clients may choose who gives an appointment. */
  staffSelection?: 'CUSTOMER_MUST_CHOOSE' | 'CUSTOMER_CANNOT_CHOOSE'
  /** Absent: times are in the zone of the business until the client switches. */
  timeZoneDisplay?: { basedOn: 'BUSINESS_TIME_ZONE' | 'CUSTOMER_TIME_ZONE'; canChange: boolean }
  address?: { line: string; city: string; postalCode: string; country: string; phone: string; email: string }
  openingHours?: OpeningHour[]
  /** Who may look at the members of the site. */
  community: 'NO_ONE' | 'MEMBERS' | 'ALL'
  /** What the owner published; absent while the site is as it came. */
  website?: PublicWebsite
  /** The page of the owner that came with these facts. */
  page?: PublicPage
}
export const emptySite: SiteInfo = {
  siteId: '',
  name: '',
  tagline: '',
  accent: '',
  timeZone: 'UTC',
  currency: 'EUR',
  language: 'en',
  weekStartsOn: 0,
  clientId: '',
  testPayments: false,
  paymentPage: 'none',
  community: 'NO_ONE',
}

export const SiteContext = createContext<SiteInfo>(emptySite)
export const useSite = (): SiteInfo => use(SiteContext)

/** The server writes the facts into the page, so that the first picture does not wait for a question. */
const embeddedSite = readEmbeddedData<SiteInfo>('site-facts')
function keepFacts(site: SiteInfo): void {
  setSite(site)
  setBusinessZone(site.timeZone)
}
if (embeddedSite) keepFacts(embeddedSite)

/** Loads the facts; needs no token, because the client id for tokens is among them. */
export function useLoadSite() {
  const known = (servedPage()?.facts as SiteInfo | undefined) ?? embeddedSite
  return useQuery<SiteInfo>({
    queryKey: ['site', 'facts'],
    staleTime: 60_000,
    // No site yet: the visitor goes on to the set-up at once.
    retry: (count, error) => count < 3 && (error as { status?: number }).status !== 404,
    ...(known ? { initialData: known } : {}),
    queryFn: async () => {
      const site = await call('setup.getSite', undefined, { isPublic: true })
      keepFacts(site)
      return site
    },
  })
}
