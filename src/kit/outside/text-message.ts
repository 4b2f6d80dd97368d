/** Text messages and calls through a service that speaks Twilio's language: forms over https, basic authentication. */
import { reach } from '../reach/reach.ts'

export interface TextService {
  baseUrl: string
  account: string
  secret: string
  from: string
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Hands one message over. Throws what the service answered. The id makes a repetition recognisable. */
export async function sendText(service: TextService, message: { id: string; kind: 'SMS' | 'CALL'; to: string; body: string }): Promise<void> {
  const call = message.kind === 'CALL'
  const said = escape(message.body)
  const form = new URLSearchParams({
    To: message.to,
    From: service.from,
    ...(call ? { Twiml: `<Response><Say>${said}</Say><Pause length="1"/><Say>${said}</Say></Response>` } : { Body: message.body }),
  })
  const response = await reach(`${service.baseUrl}/Accounts/${encodeURIComponent(service.account)}/${call ? 'Calls' : 'Messages'}.json`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${service.account}:${service.secret}`).toString('base64')}`,
      'i-twilio-idempotency-token': message.id,
    },
    body: form,
  })
  if (!response.ok) throw new Error(`the text message service answered ${response.status}`)
}
