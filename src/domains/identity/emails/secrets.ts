/**
 * Letters whose words open an account or a dashboard: which of their variables do. They are for their readers only.
 * Source: guide identity 6: tokens are never logged.
 */
export const secretVariables: Readonly<Record<string, readonly string[]>> = {
  VERIFY_EMAIL_CODE: ['code'],
  SIGN_IN_CODE: ['code'],
  EMAIL_CHANGE_CODE: ['code'],
  EMAIL_CHANGED: ['undoLink'],
  PASSWORD_RESET: ['link'],
  SET_PASSWORD: ['link'],
  OWNER_INVITATION: ['link'],
  OWNER_PASSWORD_RESET: ['link'],
}

/** The same words without their keys. */
export function redactSecrets(template: string, variables: Readonly<Record<string, unknown>>, words: string): string {
  const keys = (secretVariables[template] ?? []).map((name) => variables[name]).filter((key): key is string => typeof key === 'string' && key !== '')
  // In HTML an address is written with its signs escaped; the token at its end is the same in both.
  const secrets = keys.flatMap((key) => (URL.canParse(key) ? [...new URL(key).searchParams.values()] : [key]))
  return [...keys, ...secrets].reduce((text, key) => text.replaceAll(key, '•••'), words)
}

/** What nobody but the reader has to do with, were they the owner: the second step of a sign-in, the door of a dashboard user, who may have other sites. */
const neverVisible = new Set(['SIGN_IN_CODE', 'OWNER_PASSWORD_RESET'])
/**
 * decision: a letter that left shows its key to nobody any more. One that is kept, because there is no mail server, shows
 * it to an owner at the dashboard, who hands it on; helpers, programs and keys never see one.
 */
export const canSeeSecret = (template: string, to: { isKept: boolean; isDashboardOwner: boolean }): boolean =>
  to.isKept && to.isDashboardOwner && !neverVisible.has(template)
