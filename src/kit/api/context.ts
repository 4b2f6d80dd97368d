import type { Temporal } from 'temporal-polyfill'
import type { Role } from './contract.ts'
import type { GetOrLoad } from '../db/cache.ts'
import type { Db, ReadDatabase, Tx } from '../db/handles.ts'
import type { Effect } from '../pure/dry-run.ts'

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
  /** Whether it erases personal data. */
  anonymizing?: boolean
  /** Kept in the history, but no webhook tells of it. */
  isUnannounced?: boolean
}

/** An email to send after the commit. `uniqueKey` makes it unique: the same site, template and key are sent once. */
export interface OutgoingEmail {
  to: string
  template: string
  variables: Record<string, unknown>
  /** Variables that open something by themselves: stored sealed. */
  secretVariables?: readonly string[] | undefined
  /** Set only when the variables hold text of a language; otherwise the recipient's. */
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

/**
 * What every piece of work knows: the caller, the site and the current instants. The kit makes one context per request
 * or job; nothing else leads to the database, the clock or new ids. What a context may do is in its type: see the three below.
 */
export interface BaseContext {
  readonly caller: Caller
  readonly siteId: string
  /** The one instant of this piece of work, of the business clock. */
  readonly now: Temporal.Instant
  /** The one instant of the system clock: tokens, codes, sessions, throttles. */
  readonly authNow: Temporal.Instant
  /** For rows that nearly every call reads and hardly any changes: answered from the cache of this process (kit/db/cache.ts). The key is scoped to the site. */
  readonly cache: GetOrLoad
  readonly requestId: string
  /** Client address, after the trusted proxy setting. */
  readonly ip: string
  /** Request headers, lower case, and cookies. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The site's own address, without trailing slash: configured or stored, never taken from a request. Links lead here. */
  readonly origin: string
  /** The address of the site under which this request came, when it is one of the site's; otherwise `origin`. For pages and cookies, never for emails. */
  readonly requestOrigin: string
  newId(): string
  /** Adds a response header (Set-Cookie, Retry-After …). */
  setHeader(name: string, value: string): void
  /** Reports a problem that no reply carries: a line in the log. */
  report(problem: string, error: unknown): void
}

/** For operations with `work: 'read'`: queries, no transaction, no row lock, no change. */
export interface ReadContext extends BaseContext {
  readonly db: ReadDatabase
}

/** Sends the statement that saves the events. Answers how the reply is completed once the transaction has committed. */
export type SaveEvents = (events: readonly DomainEvent[]) => Promise<(reply: unknown) => Promise<unknown>>

/** For changes: one open transaction. What is emitted and queued is saved with the data, or not at all. */
export interface TransactionContext extends ReadContext {
  readonly tx: Tx
  emit(event: DomainEvent): void
  queueEmail(email: OutgoingEmail): void
  enqueue(job: Job): void
  /** Says what a dry run reports and no event tells. */
  noteEffect(effect: Effect): void
  /**
   * Keeps a pipelined statement for the end: it is sent after the outbox, together with the commit. For rows that many wait for (the seats of a class, a
   * counter), so that their lock is held no longer than the commit takes. The work of the transaction does not see what it does.
   */
  sendLast(send: () => Promise<() => Promise<unknown>>): void
  /**
   * Saves the events of this work by a statement of its own, sent together with the commit, and completes the reply with what that statement answered.
   * Undefined where the reply is needed before the commit (under an idempotency key, in a dry run, in a transaction of several), and when an earlier
   * attempt met another writer: the work is then done step by step.
   */
  readonly saveWithEvents?: ((save: SaveEvents) => void) | undefined
  /** Says how this work is refused when every attempt met another writer, instead of with CONFLICT: what it was after is taken. */
  refuseConflictWith(refuse: () => never): void
}

/** For operations with `work: 'own'`: prepares outside (a password hash, a call to a provider), then opens transactions itself. */
export interface OwnTransactionContext extends BaseContext {
  /** Queries before or between the transactions. Not to be called inside of one: the embedded database has one connection. */
  read<T>(work: (ctx: ReadContext) => Promise<T>): Promise<T>
  /** One statement, which is its own transaction: for the hottest writes, that emit nothing. */
  statement<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** Opens a transaction, runs the work in it, saves what was emitted and queued, commits. `siteId` names another site than the caller's (founding one). */
  transaction<T>(work: (ctx: TransactionContext) => Promise<T>, siteId?: string): Promise<T>
}

/** What the handler of an operation gets, by the `work` that the operation declares. */
export type ContextOf<Work> = Work extends 'read' ? ReadContext : Work extends 'own' ? OwnTransactionContext : TransactionContext
