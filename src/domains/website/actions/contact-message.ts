/** A message of a contact form, for the owners. */
import { queueEmail } from '#domains/notifications/public.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { consumeRateLimit } from '#kit/http/rate-limit.ts'
import type { WebsiteEmails } from '../emails/variables.ts'
import { refuse } from '../errors.ts'
import { assertMessageCaptcha } from '../hooks.ts'
import { getPublished } from './edit-website.ts'

/** Messages from one address of the network in an hour. */
const LIMIT = { times: 5, seconds: 3600 }

export interface ContactMessage {
  name: string
  email: string
  message: string
  /** Filled in by programs alone. */
  company?: string
  captchaTokens?: unknown[]
}

const hasContactForm = async (ctx: ReadContext): Promise<boolean> => {
  const website = await getPublished(ctx)
  return [...(website?.home ?? []), ...(website?.pages ?? []).flatMap((page) => page.blocks)].some(({ type }) => type === 'contact')
}

/**
 * Refuses with NO_CONTACT_FORM where no page has one, with TOO_MANY_MESSAGES, and for want of a captcha. What a program wrote is dropped
 * without a word, so that it learns nothing.
 */
export async function sendContactMessage(ctx: OwnTransactionContext, { name, email, message, company = '', captchaTokens }: ContactMessage): Promise<void> {
  if (!(await ctx.read(hasContactForm))) refuse('NO_CONTACT_FORM')
  if (consumeRateLimit(`contact ${ctx.siteId} ${ctx.ip}`, LIMIT, ctx.authNow.epochMilliseconds) > 0) refuse('TOO_MANY_MESSAGES')
  if (company !== '') return
  await assertMessageCaptcha.call(ctx, { tokens: captchaTokens })
  const senderName = name.trim().replaceAll(/\s+/g, ' ')
  const variables = { senderName, senderEmail: email, contactText: message.trim(), replyUrl: `mailto:${encodeURI(email)}` }
  await ctx.transaction((work) => queueEmail<WebsiteEmails>(work, { kind: 'owners' }, { template: 'contact-message', variables }))
}
