/**
 * The one way to queue an email. Who reads it is named by kind; language, common variables and the key that makes it unique are decided here, the template stays
 * with its domain, and what goes along (links, a calendar file) is among the variables. Whether the recipient wants it is asked when it is delivered.
 */
import { getSite, getSiteLanguage, type Site } from '#domains/site/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { loadSecretVariables } from './email-secrets.ts'
import { findMemberRecipient, findPreferredLanguage, listOwnerEmails } from '../hooks.ts'

/** Who gets an email. Source: guide identity §13. */
export type EmailRecipient =
  /** In the language that the member prefers, else that of the site; a deleted member gets none. */
  | { kind: 'member'; memberId: string }
  /** In the language named, else the one that its holder prefers, else that of the site. `null`: the holder is known to prefer none. */
  | { kind: 'address'; address: string; language?: string | null | undefined }
  /** A dashboard user, in the language of the site. */
  | { kind: 'user'; address: string }
  /** Every owner of the site, in its language. */
  | { kind: 'owners' }

/** The recipient of an email. */
export interface EmailReader {
  address: string
  language: Language
  /** Set for members. */
  name?: string
}

/** An email of a declared template with just its variables; `V` is the declaration of its domain (`emails/variables.ts`), `C` what all of them have. */
export interface EmailOf<V, T extends keyof V & string, C = unknown> {
  template: T
  /** Over the common ones. As a function they are written in the language of the reader. */
  variables: (V[T] & C) | ((reader: EmailReader) => V[T] & C)
  /** An email of this template and key is queued once per site, to people of the business once each; without a key always. */
  uniqueKey?: string | undefined
}
type Email<V> = { [T in keyof V & string]: EmailOf<V, T> }[keyof V & string]

/** Readers are found once; then emails are queued without waiting. */
export interface Mailer<V, C = unknown> {
  site: Site
  readers: readonly EmailReader[]
  /** The language in which the site writes to its owners. */
  siteLanguage: Language
  queue<T extends keyof V & string>(email: EmailOf<V, T, C>): void
}

/** One unit of work sends several emails to the same member. */
const memberReaders = new WeakMap<BaseContext, Map<string, EmailReader | undefined>>()

/** A member as the reader of emails; undefined when deleted. */
export async function findMemberReader(ctx: ReadContext, memberId: string): Promise<EmailReader | undefined> {
  const known = memberReaders.get(ctx) ?? new Map<string, EmailReader | undefined>()
  memberReaders.set(ctx, known)
  if (!known.has(memberId)) {
    const [found] = await findMemberRecipient.call(ctx, { memberId })
    known.set(memberId, found && { address: found.email, name: found.name, language: found.language ?? (await getSiteLanguage(ctx)) })
  }
  return known.get(memberId)
}

/** One unit of work asks for the language of an address once. */
const languages = new WeakMap<BaseContext, Map<string, Language | undefined>>()
async function findLanguage(ctx: ReadContext, address: string): Promise<Language | undefined> {
  const known = languages.get(ctx) ?? new Map<string, Language | undefined>()
  languages.set(ctx, known)
  if (!known.has(address)) known.set(address, (await findPreferredLanguage.call(ctx, { address }))[0])
  return known.get(address)
}

/** The language of emails to an address: `named` when it is one of ours, else the one that its holder prefers, else that of the site. */
export async function resolveEmailLanguage(ctx: ReadContext, address: string, named?: string | null): Promise<Language> {
  const preferred = matchLanguage(named) ?? (named === null ? undefined : await findLanguage(ctx, address))
  return preferred ?? getSiteLanguage(ctx)
}

/** The addresses of the owners, from the cache. */
const loadOwnerAddresses = (ctx: ReadContext): Promise<string[]> =>
  ctx.cache(['owner_site_role', 'owner_user', 'site'], 'emails of the owners', async () => [...new Set((await listOwnerEmails.call(ctx, undefined)).flat())])

async function findReaders(ctx: ReadContext, recipient: EmailRecipient, siteLanguage: Language): Promise<EmailReader[]> {
  switch (recipient.kind) {
    case 'member': {
      const reader = await findMemberReader(ctx, recipient.memberId)
      return reader ? [reader] : []
    }
    case 'address':
      return [{ address: recipient.address, language: await resolveEmailLanguage(ctx, recipient.address, recipient.language) }]
    case 'user':
      return [{ address: recipient.address, language: siteLanguage }]
    case 'owners':
      return (await loadOwnerAddresses(ctx)).map((address) => ({ address, language: siteLanguage }))
  }
}

/** Finds the readers, so that several emails to them can be queued. */
export async function openMailer<V, C = unknown>(ctx: TransactionContext, recipient: EmailRecipient): Promise<Mailer<V, C>> {
  const site = await getSite(ctx)
  const siteLanguage = await getSiteLanguage(ctx)
  const readers = await findReaders(ctx, recipient, siteLanguage)
  const secretVariables = await loadSecretVariables(ctx)
  // Several people of the business may get the same news.
  const isOneOfMany = recipient.kind === 'owners' || recipient.kind === 'user'
  return {
    site,
    readers,
    siteLanguage,
    queue({ template, variables, uniqueKey }) {
      for (const reader of readers)
        ctx.queueEmail({
          to: reader.address,
          template,
          secretVariables: secretVariables[template],
          language: reader.language,
          variables: {
            siteName: site.name,
            siteUrl: ctx.origin,
            email: reader.address,
            language: reader.language,
            sentAt: ctx.authNow.toString(),
            ...(typeof variables === 'function' ? (variables as (reader: EmailReader) => object)(reader) : (variables as object)),
          },
          ...(uniqueKey !== undefined && { uniqueKey: isOneOfMany ? `${uniqueKey}:${reader.address}` : uniqueKey }),
        })
    },
  }
}

/** Queues an email of the outbox once more, as an email of its own. */
export const resendQueuedEmail = (
  ctx: TransactionContext,
  email: { to: string; template: string; language: string; variables: Record<string, unknown> },
): void => ctx.queueEmail(email)

/** Queues one email: `queueEmail<MembersEmails>(ctx, recipient, { template, variables })`. */
export async function queueEmail<V>(ctx: TransactionContext, recipient: EmailRecipient, email: NoInfer<Email<V>>): Promise<void> {
  const mailer = await openMailer<V>(ctx, recipient)
  mailer.queue(email)
}
