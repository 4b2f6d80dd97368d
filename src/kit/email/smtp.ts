import { metrics } from '../observability/metrics.ts'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { connectPublic } from '../http/connect-public.ts'
import type { Transporter } from 'nodemailer'

const MAX_TRANSPORTS = 100
/** Transports by their server: sites have servers of their own. None keeps a connection; the oldest gives way. */
const transports = new Map<string, Promise<Transporter>>()

/**
 * `isGuarded`: the server must be on the open internet, unless the operator allows private addresses. The library is loaded with the first email: a start
 * should not wait for it.
 */
async function createTransport(url: string, isGuarded: boolean): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, ...(isGuarded && { getSocket: getPublicSocket }) } as object)
}

function getTransport(url: string, isGuarded: boolean): Promise<Transporter> {
  const key = `${isGuarded} ${url}`
  const known = transports.get(key)
  if (known) return known
  if (transports.size >= MAX_TRANSPORTS) transports.delete(transports.keys().next().value as string)
  const made = createTransport(url, isGuarded)
  transports.set(key, made)
  return made
}

/** Nodemailer speaks TLS over this connection by itself, under the name of the server. */
function getPublicSocket({ host, port }: { host: string; port: number }, done: (error: Error | null, socket?: { connection: Socket }) => void): void {
  callbackify(() => connectPublic(host, port, CONNECT_MS))((error, connection) => (error ? done(error) : done(null, { connection })))
}
const CONNECT_MS = 10_000

interface SmtpMessage {
  from: string
  to: string
  subject: string
  html: string
  text: string
  /** The URL of one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string | undefined
  /** An attached calendar file. */
  calendar?: string | undefined
  /** An owner of one of several sites named the server: it must be on the open internet. */
  isGuarded?: boolean | undefined
}

/** Connects and signs in without sending anything. Throws what the server answered. */
export async function verifySmtpServer(url: string, { isGuarded }: { isGuarded: boolean } = { isGuarded: false }): Promise<void> {
  const mailer = await createTransport(url, isGuarded)
  try {
    await mailer.verify()
  } finally {
    mailer.close()
  }
}

/** Sends one email through an SMTP server. Throws with the server's answer. */
export async function sendWithSmtp(url: string, message: SmtpMessage): Promise<void> {
  const { calendar, unsubscribeUrl, isGuarded = false, ...rest } = message
  const headers = unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
  const method = /^METHOD:(\w+)/m.exec(calendar ?? '')?.[1] ?? 'PUBLISH'
  try {
    const mailer = await getTransport(url, isGuarded)
    await mailer.sendMail({ ...rest, headers, ...(calendar && { icalEvent: { method, filename: 'booking.ics', content: calendar } }) })
    metrics.emails.inc({ outcome: 'sent' })
  } catch (error) {
    metrics.emails.inc({ outcome: 'failed' })
    throw error
  }
}
