/** The shape of one API operation, and the types that follow from it. Browser-safe: types and plain data only. */
import type { Static, TSchema } from 'typebox'
import type { HeldEntity } from '../pure/held-change.ts'

/** The caller: unknown, an anonymous visitor, a member, or the business (dashboard user, API key, app). */
export type Role = 'none' | 'visitor' | 'member' | 'owner'

/** How far a role reaches. */
type Reach = 'own' | 'any'
/** Role → what it may touch. 'anyone' also admits calls without any token. */
export type AccessRule = 'anyone' | Partial<Record<'visitor' | 'member' | 'owner', Reach>>

/**
 * Who may call an operation. One for the business names its permission, or says that it needs none: what says neither does not compile, and neither
 * does what is for no role.
 */
type CallerRule =
  | { access: 'anyone'; permission?: undefined; needsNoPermission?: undefined; orOwn?: undefined }
  | { access: { visitor?: Reach; member: Reach; owner?: undefined }; permission?: string; needsNoPermission?: undefined; orOwn?: undefined }
  | {
      access: { visitor?: Reach; member?: Reach; owner: Reach }
      /** The public permission name, for API keys, contributors and the docs. */
      permission: string
      needsNoPermission?: undefined
      /** A member of the team without the permission may call it about themself: their profile or hours, an event to be made on their schedule, an event that is on it. */
      orOwn?: 'STAFF_MEMBER' | 'NEW_EVENT' | 'EVENT'
    }
  | {
      access: { visitor?: Reach; member?: Reach; owner: Reach }
      /** Every member of the team, API key and app may call it, whatever their permissions. */
      needsNoPermission: true
      permission?: undefined
      orOwn?: undefined
    }

interface OperationShape {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The one path of the operation; public aliases are resolved before routing (`aliases.ts`). `{name}` marks a parameter. */
  path: `/${string}`
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  reply: TSchema
  /** Codes of the refusals this operation can answer with, from the domain's errors.ts. */
  refuses: readonly string[]
  /** 'write' (default) runs in one transaction; 'read' without one; 'own' lets the handler open it with `ctx.transaction`. */
  work?: 'write' | 'read' | 'own'
  /** A long list or a report: may be read from the replica, which then has all that was committed before. For `work: 'read'`. decision 0037. */
  replica?: true
  /** With the header `dry-run: true` it changes nothing and answers who, how much and which emails (`src/kit/jobs/dry-run.ts`). */
  dryRun?: true
  /**
   * With the header `hold-for-undo: true` a person at the dashboard makes the change in half a minute unless they undo it: it is tried at once, so
   * that what would refuse it is known, then held. Names what the change is about, and the parameter with its id; of a series also the field of the body
   * with the id of the first session that changes. For `work: 'write'` with `dryRun`.
   */
  holdable?: { entity: HeldEntity; idParam: string; firstSessionField?: string }
  /** For `work: 'own'`: an Idempotency-Key is heeded, as it is for every change in one transaction. */
  idempotencyKey?: true
  /**
   * Grave: a person at the dashboard whose password was last checked 15 minutes ago or more is refused with REAUTHENTICATION_REQUIRED until they give it
   * again, or a passkey. API keys and apps have none to ask for; a dry run changes nothing and does not ask. With a list: only bodies that have one of
   * these fields ask.
   */
  recentPassword?: true | readonly string[]
  /** The reply holds a secret: no copy of it is kept for an Idempotency-Key. */
  secret?: true
  /** The handler answers through `raw-reply.ts` (a page, a redirect, cookies) instead of JSON pruned to `reply`. */
  raw?: true
  /** The handler gets the body as it came: as text (for signatures over it), as bytes (files), or piece by piece, however large; no `body` schema then. */
  rawBody?: 'text' | 'binary' | 'stream'
  /** For bodies larger than the usual megabyte. */
  maxBytes?: number
  /** Bodies of HTML forms are read, too (`application/x-www-form-urlencoded`); other operations refuse them with 415. */
  form?: true
  /** For own operations: what is in the path proves enough, so that programs and pages of others may call it. */
  crossOrigin?: true
  /** Own operations of this product: same origin only, never CORS, never in the public aliases. */
  internal?: true
}
export type Operation = OperationShape & CallerRule

/** Every code that the operation can answer with, the one of a password that is not recent among them. */
export const listRefusals = ({ refuses, recentPassword }: Operation): readonly string[] =>
  recentPassword && !refuses.includes('REAUTHENTICATION_REQUIRED') ? [...refuses, 'REAUTHENTICATION_REQUIRED'] : refuses

export type Registry = Record<string, Operation>
/** Declares the operations of a domain. */
export const operations = <const R extends Registry>(registry: R): R => registry

type StaticOf<S> = S extends TSchema ? Static<S> : undefined
interface RawBodies {
  text: string
  binary: Uint8Array
  stream: AsyncIterable<Uint8Array>
}
export type Input<O extends Operation> = {
  params: StaticOf<O['params']>
  query: StaticOf<O['query']>
  body: O extends { rawBody: infer Form } ? RawBodies[Form & keyof RawBodies] : StaticOf<O['body']>
}
export type Reply<O extends Operation> = Static<O['reply']>
