/** A message of a contact form, for the owners. */
import { queueEmail } from '#domains/notifications/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { consumeRateLimit } from '#kit/http/rate-limit.ts'
import type { WebsiteEmails } from '../emails/variables.ts'
import { refuse } from '../errors.ts'
import { getPublished } from './edit-website.ts'

/** Messages from one address of the network in an hour. */
const LIMIT = { times: 5, seconds: 3600 }

export interface ContactMessage {
  name: string
  email: string
  message: string
  /** Filled in by programs alone. */
  company?: string
}

/** Refuses with NO_CONTACT_FORM where no page has one, with TOO_MANY_MESSAGES. What a program wrote is dropped without a word, so that it learns nothing. */
export async function sendContactMessage(ctx: TransactionContext, { name, email, message, company = '' }: ContactMessage): Promise<void> {
  const website = await getPublished(ctx)
  const blocks = [...(website?.home ?? []), ...(website?.pages ?? []).flatMap((page) => page.blocks)]
  if (!blocks.some(({ type }) => type === 'contact')) refuse('NO_CONTACT_FORM')
  if (consumeRateLimit(`contact ${ctx.siteId} ${ctx.ip}`, LIMIT, ctx.authNow.epochMilliseconds) > 0) refuse('TOO_MANY_MESSAGES')
  if (company !== '') return
  const senderName = name.trim().replaceAll(/\s+/g, ' ')
  const variables = { senderName, senderEmail: email, contactText: message.trim(), replyUrl: `mailto:${encodeURI(email)}` }
  await queueEmail<WebsiteEmails>(ctx, { kind: 'owners' }, { template: 'contact-message', variables })
}
