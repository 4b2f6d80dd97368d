/**
 * The content of a page as text, for readers without JavaScript: search engines, text browsers, language models. One description gives
 * the HTML in the page and its Markdown twin. No I/O.
 */
import { Temporal } from 'temporal-polyfill'
import { formatMoney } from '#kit/pure/money.ts'
import { dateFormat, formatClock, joinClocks } from '#kit/pure/date-format.ts'
import { type Language } from '#kit/pure/languages.ts'
import type { PageData, PlanData, ServiceData, SessionData, SiteData, TeamMemberData, WrittenBlock } from './page-data.ts'
import { pageTexts, type PageTexts } from './texts.ts'

export interface ContentItem {
  title: string
  /** Absolute address. */
  url?: string
  /** Short sentences; empty ones are not there. */
  facts: readonly string[]
}
export type ContentBlock = { kind: 'heading'; text: string } | { kind: 'text'; text: string } | { kind: 'list'; items: readonly ContentItem[] }
export interface PageContent {
  title: string
  blocks: readonly ContentBlock[]
}

interface Words {
  site: SiteData
  language: Language
  texts: PageTexts
}

const keepFilled = (...facts: (string | undefined)[]): string[] => facts.filter((fact): fact is string => Boolean(fact?.trim()))
const heading = (text: string): ContentBlock => ({ kind: 'heading', text })
const paragraphs = (text: string): ContentBlock[] =>
  keepFilled(...text.split(/\n\s*\n/)).map((part) => ({ kind: 'text', text: part.replaceAll(/\s+/g, ' ').trim() }))
/** A list under its heading; nothing when it is empty. */
const section = (title: string, items: readonly ContentItem[]): ContentBlock[] => (items.length === 0 ? [] : [heading(title), { kind: 'list', items }])

/** "Mon 2 March at 18:00", in the zone of the site. */
const formatStart = (instant: string, { site, language }: Words): string =>
  dateFormat(language, site.timeZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: site.timeZone,
  }).format(Temporal.Instant.from(instant).epochMilliseconds)

function formatPrice(service: ServiceData, { site, language, texts }: Words): string | undefined {
  if (service.isFree) return texts.free
  return service.price === undefined ? undefined : formatMoney(service.price, site.currency, language)
}
const toServiceItem = (service: ServiceData, words: Words): ContentItem => ({
  title: service.name,
  url: `${words.site.origin}/service/${encodeURIComponent(service.slug)}`,
  facts: keepFilled(service.tagline, formatPrice(service, words)),
})
const toSessionItem = (session: SessionData, words: Words): ContentItem => ({
  title: `${formatStart(session.start, words)}: ${session.title}`,
  facts: keepFilled(words.texts.spots(session.openSpots), session.location?.name, session.location?.address),
})
const toTeamItem = (member: TeamMemberData, site: SiteData): ContentItem => ({
  title: member.name,
  url: `${site.origin}/team/${encodeURIComponent(member.slug)}`,
  facts: keepFilled(member.description),
})
function planPrice({ price, currency, cycle }: PlanData, { language, texts }: Words): string {
  const amount = Number(price) === 0 ? texts.free : formatMoney(price, currency, language)
  return cycle ? `${amount} ${texts.cycle(cycle)}` : amount
}
const toPlanItem = (plan: PlanData, words: Words): ContentItem => ({
  title: plan.name,
  facts: keepFilled(plan.description, planPrice(plan, words), ...plan.perks),
})

function describePlace({ site: { address }, texts }: Words): ContentBlock[] {
  const lines = address ? keepFilled(address.line, keepFilled(address.postalCode, address.city).join(' '), address.phone, address.email) : []
  return lines.length === 0 ? [] : [heading(texts.findUs), { kind: 'text', text: lines.join(', ') }]
}
/** 4 January 1970 was a Sunday. Day 0 is Sunday. */
const weekdayName = (day: number, language: Language): string =>
  dateFormat(language, undefined, { weekday: 'long', timeZone: 'UTC' }).format((3 + day) * 86_400_000)
function describeHours({ site: { openingHours, timeZone }, language, texts }: Words): ContentBlock[] {
  const periods = new Map<number, string[]>()
  const clock = (time: string) => formatClock(time, language, timeZone)
  for (const { day, from, to } of openingHours) periods.set(day, [...(periods.get(day) ?? []), joinClocks(clock(from), clock(to))])
  // A week begins on Monday.
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => periods.has(day))
  return section(
    texts.openingHours,
    days.map((day) => ({ title: weekdayName(day, language), facts: periods.get(day) ?? [] })),
  )
}

function describeService(service: ServiceData, sessions: readonly SessionData[], words: Words): PageContent {
  const price = formatPrice(service, words)
  return {
    title: service.name,
    blocks: [
      ...paragraphs(service.tagline),
      ...paragraphs(service.description),
      ...keepFilled(price).map((text): ContentBlock => ({ kind: 'text', text })),
      ...section(
        words.texts.nextDates,
        sessions.map((session) => toSessionItem(session, words)),
      ),
      ...describePlace(words),
    ],
  }
}

/** What the owner wrote, as it is read. */
const describeWritten = (written: readonly WrittenBlock[]): ContentBlock[] =>
  written.map((block) => (block.kind === 'list' ? { kind: 'list', items: block.items.map(({ title, text }) => ({ title, facts: keepFilled(text) })) } : block))

/** The content of a page; undefined where there is nothing to read for everyone: flows, pages of one person, members. */
export function describeContent(page: PageData, site: SiteData, language: Language): PageContent | undefined {
  const texts = pageTexts(language, site.name)
  const words: Words = { site, language, texts }
  switch (page.kind) {
    case 'HOME': {
      const services = page.services.map((service) => toServiceItem(service, words))
      const written = page.written.length > 0 ? describeWritten(page.written) : paragraphs(site.tagline)
      return { title: site.name, blocks: [...written, ...section(texts.services, services), ...describeHours(words), ...describePlace(words)] }
    }
    case 'PAGE':
      return { title: page.title, blocks: describeWritten(page.written) }
    case 'SERVICES':
      return { title: texts.services, blocks: [{ kind: 'list', items: page.services.map((service) => toServiceItem(service, words)) }] }
    case 'SERVICE':
      return describeService(page.service, page.sessions, words)
    case 'SCHEDULE':
      return { title: texts.schedule, blocks: [{ kind: 'list', items: page.sessions.map((session) => toSessionItem(session, words)) }] }
    case 'PLANS':
      return { title: texts.plans, blocks: [{ kind: 'list', items: page.plans.map((plan) => toPlanItem(plan, words)) }] }
    case 'TEAM':
      return { title: texts.team, blocks: [{ kind: 'list', items: page.members.map((member) => toTeamItem(member, site)) }] }
    case 'TEAM_MEMBER': {
      const services = page.services.map((service) => toServiceItem(service, words))
      return { title: page.member.name, blocks: [...paragraphs(page.member.description), ...section(texts.services, services)] }
    }
    case 'MEMBERS':
    case 'MEMBER':
    case 'PRIVATE':
      return undefined
  }
}

/** Pages that everyone reads, with the path of each and of its Markdown twin. */
export const readablePages = [
  { path: '/', markdown: '/index.md', title: 'home' },
  { path: '/services', markdown: '/services.md', title: 'services' },
  { path: '/schedule', markdown: '/schedule.md', title: 'schedule' },
  { path: '/plans', markdown: '/plans.md', title: 'plans' },
] as const
/** The path of the Markdown twin of a page (path without query). */
export const toMarkdownPath = (path: string): string => readablePages.find((page) => page.path === path)?.markdown ?? `${path.replace(/\/$/, '')}.md`

/** What language models read first (llmstxt.org): the business in a few lines, its pages as Markdown. */
export function describeGuide(services: readonly ServiceData[], site: SiteData, language: Language): PageContent {
  const texts = pageTexts(language, site.name)
  const words: Words = { site, language, texts }
  const leads = { home: site.tagline || texts.home, services: texts.servicesLead, schedule: texts.scheduleLead, plans: texts.plansLead }
  const titles = { home: site.name, services: texts.services, schedule: texts.schedule, plans: texts.plans }
  return {
    title: site.name,
    blocks: [
      ...paragraphs(leads.home),
      ...section(
        texts.pages,
        readablePages.map(({ markdown, title }) => ({ title: titles[title], url: site.origin + markdown, facts: [leads[title]] })),
      ),
      ...section(
        texts.services,
        services.map((service) => ({
          ...toServiceItem(service, words),
          url: `${site.origin}${toMarkdownPath(`/service/${encodeURIComponent(service.slug)}`)}`,
        })),
      ),
      ...section('API', [{ title: texts.apiReference, url: `${site.origin}/docs`, facts: [texts.apiReferenceLead] }]),
    ],
  }
}
