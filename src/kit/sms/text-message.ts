/** Text messages and calls through a service with Twilio's API: forms over https, basic authentication. */
import type { Language } from '../pure/languages.ts'
import { fetchPublic } from '../http/fetch-public.ts'
import { type AcceptedTextMessage, type OutgoingTextMessage, TextMessageRefused, type TextMessageService } from './service.ts'

/** Who reads a call aloud. */
const voices: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

async function askService(service: TextMessageService, path: string, form?: { body: URLSearchParams; id: string }): Promise<Record<string, unknown>> {
  const response = await fetchPublic(`${service.baseUrl.replace(/\/+$/, '')}/Accounts/${encodeURIComponent(service.account)}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${service.account}:${service.secret}`).toString('base64')}`,
      ...(form && { 'i-twilio-idempotency-token': form.id }),
    },
    body: form?.body,
  })
  const text = await response.text()
  const reply = readObject(text)
  if (!response.ok) throw new TextMessageRefused(response.status, reply)
  return reply
}
/** An empty object for anything but one: an error page says nothing. */
function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A page in place of JSON: the status alone counts.
    return {}
  }
}

/** Hands one message over. Throws `TextMessageRefused` with what the service answered, or what kept it from being reached. */
export async function sendTextMessage(service: TextMessageService, message: OutgoingTextMessage): Promise<AcceptedTextMessage> {
  const isCall = message.kind === 'CALL'
  const say = `<Say language="${voices[message.language]}">${escape(message.body)}</Say>`
  const body = new URLSearchParams({
    To: message.to,
    From: service.from,
    ...(isCall ? { Twiml: `<Response>${say}<Pause length="1"/>${say}</Response>` } : { Body: message.body }),
    ...(message.statusUrl && { StatusCallback: message.statusUrl }),
  })
  const reply = await askService(service, isCall ? '/Calls.json' : '/Messages.json', { body, id: message.id })
  const segments = Number(reply.num_segments)
  return { providerId: typeof reply.sid === 'string' ? reply.sid : '', segments: segments > 0 ? segments : undefined }
}

/** Asks the service whether it knows the account and takes the secret. Throws `TextMessageRefused`, or what kept it from being reached. */
export async function checkTextMessageService(service: TextMessageService): Promise<void> {
  const { status } = await askService(service, '.json')
  if (typeof status === 'string' && status !== 'active') throw new TextMessageRefused(403, { message: `the account is ${status}` })
}
