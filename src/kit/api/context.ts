import type { Temporal } from 'temporal-polyfill'
import type { Role } from './contract.ts'
import type { GetOrLoad } from '../db/cache.ts'
import type { Tx } from '../db/open.ts'

/** Who calls and for which site. Found once per request, from the token, API key or dashboard session. */
export interface Caller {
  role: Role
  siteId: string
  /** Set for members, and for owners who are members too. */
  memberId?: string
  visitorId?: string
  /** Dashboard user. */
  userId?: string
  /** API key id or OAuth app id that acts for the business. */
  appId?: string
  /** OAuth app through which a visitor or member calls. */
  clientId?: string
  /** Identity session of a member, or dashboard session of an owner. */
  sessionId?: string
  /** Public permission names; undefined means all (owner). */
  permissions?: readonly string[]
}

/** What happened. Saved with the data; webhooks read it later. `type` is the public event type, for example `wix.members.v1.member_created`. */
export interface DomainEvent {
  type: string
  /** Entity name and slug of the public envelope: type = entityFqdn + '_' + slug. */
  entityFqdn: string
  slug: string
  entityId: string
  /** Exactly one of the four, as the public envelope has them. */
  payload:
    | { createdEvent: { entity: unknown } }
    | { updatedEvent: { currentEntity: unknown; modifiedFields?: Record<string, unknown> } }
    | { deletedEvent: { deletedEntity?: unknown } }
    | { actionEvent: { body: unknown } }
  /** The id of the job on many things that it is part of. */
  originatedFrom?: string
  /** Whether somebody's data is erased by it. */
  anonymizing?: boolean
}

/** A letter to send after commit. `once` makes it unique: the same site, template and key are sent one time only. */
export interface OutgoingEmail {
  to: string
  template: string
  variables: Record<string, unknown>
  /** Said only when the variables hold words of a language; otherwise the reader's. */
  language?: string
  uniqueKey?: string
}

/** Work for the runner after commit: delivered at least once, with retries; `kind` names a job handler of a domain. */
export interface Job {
  kind: string
  /** Makes the job unique per site; a second one with the same key is dropped. */
  key: string
  data: unknown
  dueAt?: Temporal.Instant
  /** What it is about, by id: jobs about the same thing are done one after the other. */
  subject?: string
}

/** Everything one piece of work may touch. Made by the kit once per request or job; handlers get no other door to the world. */
export interface Ctx {
  caller: Caller
  siteId: string
  /** The one instant of this piece of work, of the business clock. */
  now: Temporal.Instant
  /** The one instant of the system clock: tokens, codes, sessions, throttles. */
  authNow: Temporal.Instant
  /** How far the wall clock was set since the process started, in milliseconds: work with money stands still when it is much (guide: pricing-plans 9.6). */
  clockDriftMs: number
  /** Whether business time is the time of the wall clock: not in a rehearsal, nor in a test that travels. */
  isRealTime: boolean
  /** The open transaction (operations with work 'own' have none until `write`). */
  tx: Tx
  /** For rows that nearly every call reads and hardly any changes: answers from this process's memory (kit/db/memory.ts). The key is the site's own. */
  cache: GetOrLoad
  requestId: string
  /** Client address, after the trusted proxy setting. */
  ip: string
  /** Request headers, lower case, and cookies. */
  headers: Readonly<Record<string, string | undefined>>
  cookies: Readonly<Record<string, string | undefined>>
  /** The site's own address, without trailing slash: configured or stored, never taken from a request. Links lead here. */
  origin: string
  /** The address of the site under which this request came, when it is one of the site's; otherwise `origin`. For pages and cookies, never for emails. */
  requestOrigin: string
  newId(): string
  emit(event: DomainEvent): void
  queueEmail(letter: OutgoingEmail): void
  enqueue(job: Job): void
  /** For work 'own', and for work 'read' that keeps what it worked out: opens the transaction, runs the work in it, saves what was announced, commits. `siteId` names another site than the caller's (founding one). */
  transaction<T>(work: (ctx: Ctx) => Promise<T>, siteId?: string): Promise<T>
  /** A context of another site whose business clock stands at an instant; work in it is the house's own. Rehearsals walk copies of a site with it. */
  elsewhere(siteId: string, at: Temporal.Instant): Ctx
  /** Adds a response header (Set-Cookie, Retry-After …). */
  setHeader(name: string, value: string): void
}
