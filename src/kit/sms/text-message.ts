/** Text messages and calls through a service with Twilio's API: forms over https, basic authentication. */
import type { Language } from '../pure/languages.ts'
import { fetchPublic } from '../http/fetch-public.ts'

export interface TextMessageService {
  baseUrl: string
  account: string
  secret: string
  from: string
}
export interface OutgoingTextMessage {
  /** Makes a repetition recognisable. */
  id: string
  kind: 'SMS' | 'CALL'
  to: string
  body: string
  language: Language
  /** Where the service reports what becomes of it. */
  statusUrl?: string | undefined
}
/** What the service says about a message that it took. */
export interface AcceptedTextMessage {
  /** The id under which the service knows it; empty when it names none. */
  providerId: string
  /** Parts that it is billed as; undefined when the service says nothing about it. */
  segments: number | undefined
}

/** The service answered with an error. */
export class TextMessageRefused extends Error {
  /** The error code of the service, such as 21211; undefined when it gave none. */
  readonly code: number | undefined
  /** Trying again later may help: the service is down, or asks for patience. */
  readonly isTemporary: boolean
  constructor(status: number, { code, message }: { code?: unknown; message?: unknown }) {
    super(typeof message === 'string' && message !== '' ? message.slice(0, 300) : `the text message service answered ${status}`)
    this.name = 'TextMessageRefused'
    this.code = typeof code === 'number' ? code : undefined
    this.isTemporary = status === 429 || status >= 500
  }
}
/** The recipient answered STOP: the service hands nothing over any more. */
export const RECIPIENT_STOPPED = 21610

/** Who reads a call aloud. */
const voices: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' }
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
