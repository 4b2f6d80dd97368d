/** What the pages of a site speak of, as their heads and words need it. */

/** A page of blocks, in words: what its owner wrote, in the order of the page. */
export type WrittenBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly { title: string; text?: string }[] }

export interface SiteData {
  /** The site's own address, without trailing slash. */
  origin: string
  name: string
  tagline: string
  /** In which the tagline and what the owner wrote once are. */
  language: string
  /** Absolute address of the picture of pages without one of their own. */
  sharePicture: string
  /** ISO 4217. */
  currency: string
  /** IANA name. */
  timeZone: string
  address: { line: string; city: string; postalCode: string; country: string; subdivision?: string; phone: string; email: string } | null
  /** Day 0 is Sunday; times as `09:00`. */
  openingHours: readonly { day: number; from: string; to: string }[]
}
export interface ServiceData {
  id: string
  name: string
  tagline: string
  description: string
  slug: string
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  /** Absolute address of its largest picture. */
  image?: string
  /** Address of the picture at the top of its page. */
  hero?: string
  /** The lowest price, decimal; absent: free or by agreement. */
  price?: string
  isFree: boolean
  /** Written by the owner for search engines. */
  seoTitle?: string
  seoDescription?: string
  /** The owner keeps it out of search engines. */
  noIndex?: boolean
}
export interface SessionData {
  serviceId: string
  title: string
  /** ISO 8601 instants. */
  start: string
  end: string
  location?: { name?: string; address?: string }
  openSpots: number
}
export interface TeamMemberData {
  name: string
  /** Last part of the address of their page. */
  slug: string
  description: string
  /** Absolute address of the portrait. */
  image?: string
}
export interface PlanData {
  name: string
  description: string
  slug: string
  price: string
  currency: string
  perks: readonly string[]
  /** How long one payment lasts, of recurring plans. */
  cycle?: { unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'; count: number }
}

/** What a page is about. PRIVATE pages (sign-in, account, pay pages, links with a token) are not indexed by search engines. */
export type PageData =
  /** `lead`: what the owner wrote at the top, in the language of the page alone. `hero`: address of the picture there. */
  | { kind: 'HOME'; lead: string; written: readonly WrittenBlock[]; services: readonly ServiceData[]; hero?: string }
  | { kind: 'PAGE'; title: string; description: string; written: readonly WrittenBlock[]; image?: string; hero?: string }
  | { kind: 'SERVICES'; services: readonly ServiceData[] }
  | { kind: 'SERVICE'; service: ServiceData; sessions: readonly SessionData[] }
  | { kind: 'SCHEDULE'; services: readonly ServiceData[]; sessions: readonly SessionData[] }
  | { kind: 'PLANS'; plans: readonly PlanData[] }
  | { kind: 'TEAM'; members: readonly TeamMemberData[] }
  | { kind: 'TEAM_MEMBER'; member: TeamMemberData; services: readonly ServiceData[] }
  | { kind: 'MEMBERS' }
  | { kind: 'MEMBER'; name: string; isPublic: boolean; image?: string }
  | { kind: 'PRIVATE' }
