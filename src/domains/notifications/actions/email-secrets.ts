/** Codes and links of emails: which they are, and how an email reads with them. */
import type { ReadContext } from '#kit/api/context.ts'
import { openEmailSecrets } from '#kit/email/secrets.ts'
import { listSecretVariables } from '../hooks.ts'
import type { SecretVariables } from '../rules/secrets.ts'

/** One list for what is sealed while an email waits and what is redacted once it is sent. */
export const loadSecretVariables = async (ctx: ReadContext): Promise<SecretVariables> => Object.assign({}, ...(await listSecretVariables.call(ctx, undefined)))

interface StoredEmail {
  siteId: string
  id: string
  variables: unknown
  secrets: string | null
  subject: string | null
  html: string | null
  bodyText: string | null
}
export interface OpenedEmail {
  variables: Record<string, unknown>
  subject: string | null
  html: string | null
  bodyText: string | null
}

/** An email with its secrets; undefined when they were sealed with a key that is lost. What an earlier version queued has them among its variables. */
export function openEmail({ siteId, id, secrets, ...stored }: StoredEmail): OpenedEmail | undefined {
  const variables = stored.variables as Record<string, unknown>
  const { subject, html, bodyText } = stored
  if (secrets === null) return { variables, subject, html, bodyText }
  const opened = openEmailSecrets(siteId, id, secrets)
  if (!opened) return undefined
  const { words } = opened
  const shown = words ? { subject: words.subject, html: words.html, bodyText: words.text } : { subject, html, bodyText }
  return { variables: { ...variables, ...opened.variables }, ...shown }
}
