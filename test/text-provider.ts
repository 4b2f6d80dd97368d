/** A stand-in of a provider of text messages with Twilio's API: accounts, messages, and signed calls to the site's webhook. */
import { createServer } from 'node:http'
import { signWebhook } from '#domains/texts/crypto/webhook-signature.ts'

export interface ReceivedText {
  sid: string
  To: string
  From: string
  Body: string
  StatusCallback?: string
  /** The token that makes a repetition recognisable. */
  token: string
}
export interface FakeTextProvider {
  /** The address of its API. */
  baseUrl: string
  texts: ReceivedText[]
  /** The next message is answered so; then it works again. */
  failNext(status: number, body: object): void
  /** The form of a webhook with its signature, as the provider sends it to `url`. */
  sign(url: string, fields: Record<string, string>): { body: string; headers: Record<string, string> }
  close(): Promise<void>
}

export async function startFakeTextProvider(account: string, secret: string): Promise<FakeTextProvider> {
  const texts: ReceivedText[] = []
  const failures: { status: number; body: object }[] = []
  const right = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const reply = (status: number, body: object) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.headers.authorization !== right) return reply(401, { code: 20003, message: 'Authenticate' })
      if (request.method === 'GET' && request.url === `/2010-04-01/Accounts/${account}.json`) return reply(200, { status: 'active' })
      if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${account}/Messages.json`) return reply(404, { message: 'Not found' })
      const failure = failures.shift()
      if (failure) return reply(failure.status, failure.body)
      const fields = Object.fromEntries(new URLSearchParams(text)) as unknown as ReceivedText
      const sid = `SM${String(texts.length + 1).padStart(32, '0')}`
      texts.push({ ...fields, sid, token: String(request.headers['i-twilio-idempotency-token']) })
      return reply(201, { sid, num_segments: String(Math.ceil(fields.Body.length / 160)), status: 'queued' })
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  return {
    baseUrl: `http://127.0.0.1:${port}/2010-04-01`,
    texts,
    failNext: (status, body) => void failures.push({ status, body }),
    sign: (url, fields) => {
      const all = { AccountSid: account, ...fields }
      return {
        body: new URLSearchParams(all).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signWebhook(secret, url, all) },
      }
    },
    close: () => new Promise((done) => void server.close(() => done())),
  }
}
