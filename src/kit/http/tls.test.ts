import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followCertificate, readCertificate } from './tls.ts'

const fixtures = 'test/fixtures/tls'
let folder: string
let files: { cert: string; key: string }
// A file of the same worker that started PostgreSQL leaves a listener of its library, which ends the process.
const others = process.listeners('SIGHUP')
beforeEach(() => {
  for (const listener of others) process.off('SIGHUP', listener)
  folder = mkdtempSync(join(tmpdir(), 'atrium-tls-'))
  files = { cert: join(folder, 'site.crt'), key: join(folder, 'site.key') }
  install('first')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const listener of others) process.on('SIGHUP', listener)
})

const install = (name: string) => {
  copyFileSync(join(fixtures, `${name}.crt`), files.cert)
  copyFileSync(join(fixtures, `${name}.key`), files.key)
}
const readFingerprint = (name: string) => new X509Certificate(readFileSync(join(fixtures, `${name}.crt`))).fingerprint256

/** The certificate that a new connection is shown. */
function getServed(server: Server): Promise<string> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test('a renewed certificate is served to new connections after SIGHUP, and one that cannot be used changes nothing', async () => {
  const server = createServer(readCertificate(files), (_request, response) => response.end('here'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const problems: string[] = []
  const following = followCertificate(server, files, (problem) => problems.push(problem))
  try {
    expect(await getServed(server)).toBe(readFingerprint('first'))
    install('second')
    process.emit('SIGHUP')
    expect(await getServed(server)).toBe(readFingerprint('second'))

    // Half of a renewal: the certificate is new and its key is not there yet.
    copyFileSync(join(fixtures, 'first.crt'), files.cert)
    process.emit('SIGHUP')
    process.emit('SIGHUP')
    expect(await getServed(server)).toBe(readFingerprint('second'))
    expect(problems).toEqual(['TLS_CERT and TLS_KEY cannot be used; the former certificate goes on'])

    copyFileSync(join(fixtures, 'first.key'), files.key)
    process.emit('SIGHUP')
    expect(await getServed(server)).toBe(readFingerprint('first'))
  } finally {
    following.stop()
    server.close()
  }
  expect(process.listenerCount('SIGHUP')).toBe(0)
})

test.each([
  ['is not there', () => rmSync(files.cert)],
  ['is no certificate', () => writeFileSync(files.cert, 'hello')],
  ['belongs to another key', () => copyFileSync(join(fixtures, 'second.crt'), files.cert)],
])('a certificate that %s cannot be read', (_what, spoil) => {
  spoil()
  expect(() => readCertificate(files)).toThrow()
})
