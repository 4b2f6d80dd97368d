/** Which hosts may be sent the password of an account, beside the one that it was entered for. Source: guide services-and-availability §14.2. */

/** Providers that keep accounts on hosts of theirs beside the one that people enter: all names of one row belong to one provider. */
const hostsOfProviders = [/^(p\d+-)?caldav\.icloud\.com$/, /^(p\d+-)?caldav\.icloud\.com\.cn$/]
/** Below a name of two parts anyone may own a host: `co.uk`, `github.io`. */
const MIN_LABELS = 3

/**
 * Whether an address that a server names may be sent the password: its own host, a host below or above it with a name of at least three parts, or one
 * that its provider is known to use. A host beside it is refused: names do not tell whether both have one owner. decision
 */
export function mayHavePassword(entered: string, named: string): boolean {
  const [home, host] = [new URL(entered).hostname, new URL(named).hostname]
  if (host === home) return true
  if (hostsOfProviders.some((pattern) => pattern.test(home) && pattern.test(host))) return true
  return host.split('.').length >= MIN_LABELS && (host.endsWith(`.${home}`) || home.endsWith(`.${host}`))
}
