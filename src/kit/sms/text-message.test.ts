import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { TextMessageRefused, type TextMessageService } from './service.ts'
import { checkTextMessageService, sendTextMessage } from './text-message.ts'

/** What the public service checks: path, basic authentication, a form. */
let server: Server
let service: TextMessageService
let seen: { url: string | undefined; headers: IncomingMessage['headers']; form: Record<string, string> }
let status = 201
let answer = '{"sid":"SM1","num_segments":"2"}'
// The stand-in is on this machine.
beforeAll(() => allowPrivateTargets(true))
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      seen = { url: request.url, headers: request.headers, form: Object.fromEntries(new URLSearchParams(text)) }
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  service = { baseUrl: `http://127.0.0.1:${port}/2010-04-01`, account: 'AC1', secret: 'shh', from: '+15550100' }
})
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

test('a text message is a form with basic authentication, recognisable when it is repeated', async () => {
  const accepted = await sendTextMessage(service, {
    id: 'm1',
    kind: 'SMS',
    to: '+4915112345678',
    body: 'Your code for Green & Co is 123456',
    language: 'en',
  })
  expect(accepted).toEqual({ providerId: 'SM1', segments: 2 })
  expect(seen.url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(seen.headers.authorization).toBe(`Basic ${Buffer.from('AC1:shh').toString('base64')}`)
  expect(seen.headers['i-twilio-idempotency-token']).toBe('m1')
  expect(seen.form).toEqual({ To: '+4915112345678', From: '+15550100', Body: 'Your code for Green & Co is 123456' })
})

test('a call says it twice, and no name of a site becomes markup', async () => {
  await sendTextMessage(service, { id: 'm2', kind: 'CALL', to: '+4915112345678', body: 'Dein Code für <Hangup/> & Co ist 1, 2', language: 'de' })
  expect(seen.url).toBe('/2010-04-01/Accounts/AC1/Calls.json')
  expect(seen.form.Twiml?.match(/<Say language="de-DE">/g)).toHaveLength(2)
  expect(seen.form.Twiml).not.toContain('<Hangup/>')
})

test('a refusal of the service is thrown, so that the job tries again', async () => {
  status = 500
  await expect(sendTextMessage(service, { id: 'm3', kind: 'SMS', to: '+1', body: 'x', language: 'en' })).rejects.toThrow('answered 500')
  await expect(sendTextMessage({ ...service, baseUrl: 'http://127.0.0.1:9' }, { id: 'm4', kind: 'SMS', to: '+1', body: 'x', language: 'en' })).rejects.toThrow()
})

test('what the service answers is kept: its code, its words, and whether trying again may help', async () => {
  const refusal = async () =>
    sendTextMessage(service, { id: 'm5', kind: 'SMS', to: '+1', body: 'x', language: 'en', statusUrl: 'https://a.example' }).catch((error) => error)
  status = 400
  answer = '{"code":21610,"message":"Unsubscribed recipient"}'
  expect(await refusal()).toMatchObject({ code: 21610, message: 'Unsubscribed recipient', isTemporary: false })
  expect(seen.form.StatusCallback).toBe('https://a.example')
  status = 503
  answer = '<html>down</html>'
  expect(await refusal()).toMatchObject({ code: undefined, message: 'the text message service answered 503', isTemporary: true })
})

test('an account is asked for before it is used; one that is closed is refused', async () => {
  status = 200
  answer = '{"status":"active"}'
  await checkTextMessageService(service)
  expect(seen.url).toBe('/2010-04-01/Accounts/AC1.json')
  answer = '{"status":"suspended"}'
  await expect(checkTextMessageService(service)).rejects.toThrow('suspended')
  status = 401
  answer = '{"code":20003,"message":"Authenticate"}'
  await expect(checkTextMessageService(service)).rejects.toThrow(TextMessageRefused)
})
