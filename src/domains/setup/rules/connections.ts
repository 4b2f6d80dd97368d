/** The mail server as the dashboard knows it, and as the sender of emails needs it. Source: guide pricing-plans §10.6. */

export interface SmtpConnection {
  host: string
  port: number
  security: 'TLS' | 'STARTTLS' | 'NONE'
  user: string
  password: string
  from: string
}

/** `smtps://` speaks TLS from the first byte; `requireTLS` refuses a server that offers none later. */
export function toSmtpUrl({ host, port, security, user, password }: SmtpConnection): string {
  const credentials = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const name = host.includes(':') ? `[${host}]` : host
  const query = security === 'STARTTLS' ? '?requireTLS=true' : security === 'NONE' ? '?ignoreTLS=true' : ''
  return `${security === 'TLS' ? 'smtps' : 'smtp'}://${credentials}${name}:${port}${query}`
}

/** The mail server of an address that the operator wrote, without the password. */
export function fromSmtpUrl(url: string): { host: string; port: number; user: string } {
  const { protocol, hostname, port, username } = new URL(url)
  return { host: hostname, port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port), user: decodeURIComponent(username) }
}

/** The stored password is used again only where it was used before: another host must not get it. */
export const keepsPassword = (before: SmtpConnection | undefined, after: { host: string; user: string }): boolean =>
  before !== undefined && before.host === after.host && before.user === after.user
