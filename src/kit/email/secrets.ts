/** Codes and links of an email that open something by themselves: sealed with a key that the database does not have, apart from its other variables. */
import { findSecret, sealSecret } from '../secrets/sealing.ts'

/** What is sealed of an email. `words`: how it reads with them, of one that was kept. */
export interface EmailSecrets {
  variables: Record<string, unknown>
  words?: { subject: string; html: string; text: string }
}

/** What is sealed, and for whom: copied into another email it does not open. */
export const describeEmailSecrets = (siteId: string, emailId: string): string => `secrets of email ${emailId} of site ${siteId}`

/** In place of secrets whose key is lost. */
export const LOST_SECRETS = ''

export const sealEmailSecrets = (siteId: string, emailId: string, secrets: EmailSecrets): string =>
  sealSecret(describeEmailSecrets(siteId, emailId), JSON.stringify(secrets))

/** Undefined when they were sealed with another key, or for another email. */
export function openEmailSecrets(siteId: string, emailId: string, stored: string): EmailSecrets | undefined {
  const text = findSecret(describeEmailSecrets(siteId, emailId), stored)
  return text === undefined || text === LOST_SECRETS ? undefined : (JSON.parse(text) as EmailSecrets)
}

/** Variables without those named, and those named: undefined when the email has none of them. */
export function splitSecrets(variables: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const isSecret = ([name, value]: [string, unknown]) => names.includes(name) && value !== undefined && value !== ''
  const entries = Object.entries(variables)
  const secret = entries.filter(isSecret)
  return {
    open: secret.length === 0 ? variables : Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: secret.length === 0 ? undefined : Object.fromEntries(secret),
  }
}
