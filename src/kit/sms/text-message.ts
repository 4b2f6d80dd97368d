/** Text messages and calls through a service with Twilio's API: forms over https, basic authentication. */
import type { Language } from '../pure/languages.ts'
import { fetchPublic } from '../http/fetch-public.ts'

export interface TextMessageService {
  baseUrl: string
  account: string
  secret: string
  from: string
}
/** Who reads a call aloud. */
const voices: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Hands one message over. Throws what the service answered. The id makes a repetition recognisable. */
export async function sendTextMessage(
  service: TextMessageService,
  message: { id: string; kind: 'SMS' | 'CALL'; to: string; body: string; language: Language },
): Promise<void> {
  const isCall = message.kind === 'CALL'
  const say = `<Say language="${voices[message.language]}">${escape(message.body)}</Say>`
  const form = new URLSearchParams({
    To: message.to,
    From: service.from,
    ...(isCall ? { Twiml: `<Response>${say}<Pause length="1"/>${say}</Response>` } : { Body: message.body }),
  })
  const response = await fetchPublic(`${service.baseUrl}/Accounts/${encodeURIComponent(service.account)}/${isCall ? 'Calls' : 'Messages'}.json`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${service.account}:${service.secret}`).toString('base64')}`,
      'i-twilio-idempotency-token': message.id,
    },
    body: form,
  })
  if (!response.ok) throw new Error(`the text message service answered ${response.status}`)
}
