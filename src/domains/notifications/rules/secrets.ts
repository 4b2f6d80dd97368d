/** Template variables that are credentials, by template: declared by the domain of the template. Source: guide identity §6. */
export type SecretVariables = Readonly<Record<string, readonly string[]>>

/** Replaces the credentials in a rendered email. */
export function redactSecrets(secretVariables: SecretVariables, template: string, variables: Readonly<Record<string, unknown>>, words: string): string {
  const keys = (secretVariables[template] ?? []).map((name) => variables[name]).filter((key): key is string => typeof key === 'string' && key !== '')
  // In HTML the link is escaped; its token reads the same in both forms.
  const secrets = keys.flatMap((key) => (URL.canParse(key) ? [...new URL(key).searchParams.values()] : [key]))
  return [...keys, ...secrets].reduce((text, key) => text.replaceAll(key, '•••'), words)
}

/** Never shown, not even to owners: codes of a second step, and reset links of dashboard users, who may have other sites. */
const neverVisible = new Set(['SIGN_IN_CODE', 'OWNER_PASSWORD_RESET'])
/**
 * decision: the credentials of a sent email are never shown. Of an email that is kept, because there is no mail server, they are
 * shown to an owner at the dashboard, who passes them on; contributors, apps and API keys never see them.
 */
export const canSeeSecret = (template: string, to: { isKept: boolean; isDashboardOwner: boolean }): boolean =>
  to.isKept && to.isDashboardOwner && !neverVisible.has(template)
