import { metrics } from '../observability/metrics.ts'
import nodemailer, { type Transporter } from 'nodemailer'

let transport: { url: string; mailer: Transporter } | undefined

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
}

/** Connects and signs in without sending anything. Throws what the server answered. */
export async function verifySmtpServer(url: string): Promise<void> {
  const mailer = nodemailer.createTransport(url, { connectionTimeout: 10_000, greetingTimeout: 10_000 } as object)
  try {
    await mailer.verify()
  } finally {
    mailer.close()
  }
}

/** Sends one email through the SMTP server of SMTP_URL. Throws with the server's answer. */
export async function sendWithSmtp(url: string, message: SmtpMessage): Promise<void> {
  if (transport?.url !== url) transport = { url, mailer: nodemailer.createTransport(url) }
  const { calendar, unsubscribeUrl, ...rest } = message
  const headers = unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
  const method = /^METHOD:(\w+)/m.exec(calendar ?? '')?.[1] ?? 'PUBLISH'
  try {
    await transport.mailer.sendMail({ ...rest, headers, ...(calendar && { icalEvent: { method, filename: 'booking.ics', content: calendar } }) })
    metrics.emails.inc({ outcome: 'sent' })
  } catch (error) {
    metrics.emails.inc({ outcome: 'failed' })
    throw error
  }
}
