import nodemailer, { type Transporter } from 'nodemailer'

let transport: { url: string; mailer: Transporter } | undefined

/** Sends one letter through the mail server of SMTP_URL. Throws what the server answered. */
export async function sendBySmtp(url: string, letter: { from: string; to: string; subject: string; html: string; text: string }): Promise<void> {
  if (transport?.url !== url) transport = { url, mailer: nodemailer.createTransport(url) }
  await transport.mailer.sendMail(letter)
}
