import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowPrivateTargets, findServiceUrlProblem, fetchPublic } from './fetch-public.ts'

let server: Server
let port = 0
let calls = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    calls++
    if (request.url === '/away') return void response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end()
    if (request.url === '/flood') return void response.writeHead(200).end(Buffer.alloc(1_200_000))
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text, kind: request.headers['content-type'] })),
    )
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

test('what stands in the own network is not asked, by number or by name, unless the operator says so', async () => {
  allowPrivateTargets(false)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1', 'metadata.internal']) {
    expect(findServiceUrlProblem(`https://${host}:${port}/`)).toBe('PRIVATE_NETWORK')
    await expect(fetchPublic(`https://${host}:${port}/`)).rejects.toThrow('PRIVATE_NETWORK')
  }
  await expect(fetchPublic(`http://127.0.0.1:${port}/`)).rejects.toThrow('NOT_HTTPS')
  await expect(fetchPublic('https://user:word@shop.example/')).rejects.toThrow('HAS_CREDENTIALS')
  expect(calls).toBe(0)
})

test('in plain only this very machine is asked', () => {
  allowPrivateTargets(true)
  expect(findServiceUrlProblem('http://10.0.0.1/')).toBe('NOT_HTTPS')
  expect(findServiceUrlProblem('https://10.0.0.1/')).toBeUndefined()
  expect(findServiceUrlProblem('http://shop.example/')).toBe('NOT_HTTPS')
})

test('a form is posted and the answer read; redirects are not followed, floods not read', async () => {
  allowPrivateTargets(true)
  const answer = await fetchPublic(`http://127.0.0.1:${port}/`, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
  expect([answer.status, await answer.json()]).toEqual([200, { text: 'a=b+c', kind: 'application/x-www-form-urlencoded;charset=UTF-8' }])
  expect((await fetchPublic(`http://127.0.0.1:${port}/away`)).status).toBe(302)
  await expect(fetchPublic(`http://127.0.0.1:${port}/flood`)).rejects.toThrow('more than can be read')
})
