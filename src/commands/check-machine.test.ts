import { startStorage } from '../../test/storage.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toBackupName } from '#kit/pure/backup-names.ts'
import { leaveStaleLock } from '../../test/data-dir-holder.ts'
import * as machine from './check-machine.ts'
import { type Finding, formatFindings, hasMistakes } from './findings.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'atrium-doctor-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const asText = ({ state, text }: Finding) => `${state}: ${text}`
const https = { publicUrl: 'https://studio.example', tls: undefined, trustProxy: '10.0.0.1' } as const

test.each([
  ['18.20.0', /^wrong: 18\.20\.0 is too old: install 20\.19 or newer\.$/],
  ['20.18.3', /^wrong/],
  ['20.19.0', /^fine: 20\.19\.0$/],
  ['24.1.0', /^fine/],
])('Node.js %s', (version, expected) => expect(asText(machine.checkNode(version))).toMatch(expected))

test.each([
  [{ PORT: 'eighty' }, /^wrong: PORT must be a number/],
  [{ TEST_HOOKS: '1', PUBLIC_URL: 'https://studio.example' }, /^wrong: TEST_HOOKS=1 lets anyone/],
  [{}, /^fine/],
])('settings %o', (env, expected) => expect(asText(machine.checkSettings(env, '/').findings[0] as Finding)).toMatch(expected))

test.each([
  [{ ...https, publicUrl: undefined }, /^notice: PUBLIC_URL is not set/],
  [{ ...https, publicUrl: 'http://studio.example' }, /^wrong: http:\/\/studio\.example is not encrypted/],
  [{ ...https, publicUrl: 'http://localhost:3000' }, /^fine/],
  [{ ...https, trustProxy: false }, /^notice: TRUST_PROXY is not set/],
  [{ ...https, trustProxy: false, tls: { cert: 'a', key: 'b' } }, /^fine/],
  [https, /^fine: https:\/\/studio\.example$/],
])('the public address %o', (config, expected) => expect(asText(machine.checkAddress(config))).toMatch(expected))

test('a name without an address', async () => {
  const unknown = () => Promise.reject(new Error('getaddrinfo ENOTFOUND studio.example'))
  expect((await machine.checkDns('https://studio.example', unknown)).map(asText)).toEqual([
    'wrong: studio.example has no address (getaddrinfo ENOTFOUND studio.example): add an A or AAAA record for it, or correct PUBLIC_URL.',
  ])
  expect((await machine.checkDns('https://studio.example', async () => [{ address: '192.0.2.7' }])).map(asText)).toEqual(['fine: studio.example is 192.0.2.7'])
  expect(await machine.checkDns('http://127.0.0.1:3000')).toEqual([])
})

/** A server that answers everything with this. */
async function answering(reply: { status: number; body: string; date?: string }): Promise<{ url: string; port: number; server: Server }> {
  const server = createServer((_request, response) => {
    if (reply.date) response.setHeader('date', reply.date)
    response.writeHead(reply.status).end(reply.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, server }
}

test.each([
  ['it works', { status: 200, body: '{"status":"ok"}' }, /^fine: answers at/],
  ['it cannot work', { status: 503, body: '{"status":"unavailable","failing":["database"]}' }, /^wrong: answers at .* that it cannot work: database\./],
  ['another program', { status: 200, body: '{}' }, /^wrong: .* is answered by something else than Atrium/],
  ['a page of the proxy', { status: 502, body: '<html>' }, /^wrong: .* does not lead here/],
])('the public address leads to the server: %s', async (_what, reply, expected) => {
  const { url, port, server } = await answering(reply)
  expect((await machine.checkServer({ port, publicUrl: url })).map(asText)[0]).toMatch(expected)
  server.close()
})

test('a server that does not run, and an address that leads nowhere', async () => {
  const { port, server } = await answering({ status: 200, body: '' })
  expect((await machine.checkServer({ port, publicUrl: 'http://127.0.0.1:1' })).map(asText)[0]).toMatch(/^wrong: http:\/\/127\.0\.0\.1:1 does not lead here/)
  await new Promise((done) => server.close(done))
  expect((await machine.checkServer({ port, publicUrl: undefined })).map(asText)).toEqual([`notice: nothing listens on port ${port}: start it (npm start).`])
})

describe('the certificate', () => {
  const [cert, key] = ['test/fixtures/tls/first.crt', 'test/fixtures/tls/first.key']
  const year = 365 * 86_400_000
  test.each([
    ['good', { cert, key }, https.publicUrl, 0, /^fine: good for \d+ days$/],
    ['for another name', { cert, key }, 'https://other.example', 0, /^wrong: .* is not for other\.example\.$/],
    ['over', { cert, key }, https.publicUrl, 200 * year, /^wrong: .* expired on/],
    ['with another key', { cert, key: 'test/fixtures/tls/second.key' }, https.publicUrl, 0, /^wrong: TLS_CERT and TLS_KEY cannot be used/],
    ['not there', { cert: '/none', key }, https.publicUrl, 0, /^wrong: TLS_CERT and TLS_KEY cannot be used/],
  ])('%s', (_what, tls, publicUrl, afterMs, expected) => {
    const atMs = Temporal.Now.instant().epochMilliseconds + afterMs
    expect(machine.checkCertificate({ tls, publicUrl }, atMs).map(asText)[0]).toMatch(expected)
  })
  test('none is set', () => expect(machine.checkCertificate({ tls: undefined, publicUrl: undefined })).toEqual([]))
})

test('a clock that is wrong', async () => {
  const { url, server } = await answering({ status: 200, body: '', date: 'Thu, 01 Jan 2099 00:00:00 GMT' })
  expect((await machine.checkClockByHttp(url, 'Stripe')).map(asText)[0]).toMatch(/^wrong: \d+ seconds behind Stripe: set it by NTP/)
  await new Promise((done) => server.close(done))
  expect(await machine.checkClockByHttp(url, 'Stripe')).toEqual([])
  const now = Temporal.Now.instant().epochMilliseconds
  expect(asText(machine.checkClock(now - 600_000, 'the database server'))).toMatch(/^wrong: 600 seconds ahead of the database server/)
  expect(asText(machine.checkClock(now - 2000, 'the database server'))).toBe('fine: as the database server')
})

test('a disk without room', async () => {
  const disk = async () => ({ bavail: 100, bsize: 1_000_000 })
  expect(asText(await machine.checkDisk('/srv', 1_000_000_000, disk))).toBe(
    'wrong: 0.1 GB are free for /srv, 1.0 GB should be: make room. A full disk stops the server.',
  )
  expect(asText(await machine.checkDisk(home, 1))).toMatch(/^fine: .* free for/)
})

test('the data folder: not there, one that cannot be used, a lock that a killed process left', async () => {
  expect((await machine.checkDataDir(join(home, 'none'))).map(asText)[0]).toMatch(/^notice: .* is not there yet/)
  const file = join(home, 'file')
  writeFileSync(file, '')
  expect((await machine.checkDataDir(file)).map(asText)).toEqual([`wrong: ${file} cannot be used (it is a file).`])
  expect((await machine.checkDataDir(home)).map(asText)).toEqual([`fine: ${home}`])
  await leaveStaleLock(home)
  expect((await machine.checkDataDir(home)).map(asText)).toEqual([
    `notice: ${home}/atrium.lock was left by a process that was killed; the next start takes over.`,
  ])
})

test('a key beside the data is told', () => {
  const check = (file: string, given?: string) => asText(machine.checkKeyFile({ dataDir: home, secrets: { file, given, former: undefined } }))
  expect(check(join(home, 'secrets.key'))).toMatch(/^notice: their key lies beside the data .* set SECRETS_KEY_FILE/)
  expect(check(join(home, '..', 'secrets.key'))).toMatch(/^fine: sealed with the key in /)
  expect(check(join(home, 'secrets.key'), 'a'.repeat(32))).toBe('fine: sealed with SECRETS_KEY')
})

describe('backups', () => {
  const settings = { everyHours: 24, keep: 14, keepHere: 14, passphrase: 'correct horse battery', bucket: undefined }
  const config = () => ({ dataDir: home, databaseUrl: 'postgres://x' })
  const addBackup = (hours: number) => {
    mkdirSync(join(home, 'backups'), { recursive: true })
    writeFileSync(join(home, 'backups', toBackupName(Temporal.Now.instant().subtract({ hours }), false)), '')
  }
  const check = (more: object = {}, about: object = {}) =>
    machine.checkBackups({ folder: join(home, 'backups'), ...settings, ...more }, { ...config(), ...about }).map(asText)

  test('none are made', () => {
    expect(check({ folder: undefined })).toEqual([
      'notice: none are made by this server: set BACKUP_DIR or BACKUP_S3_URL, unless the database server is backed up by itself.',
    ])
    expect(check({ folder: undefined }, { databaseUrl: undefined })).toEqual(['notice: none are made by this server: set BACKUP_DIR or BACKUP_S3_URL.'])
  })
  test('none was made yet', () => expect(check()[0]).toMatch(/^wrong: there is none in/))
  test('the newest is too old', () => {
    addBackup(72)
    expect(check()[0]).toMatch(/^wrong: the newest in .* is 72 hours old, one should be made every 24/)
    addBackup(30)
    expect(check()).toEqual(['fine: the newest is 30 hours old'])
  })
  test('they lie beside the data, or can be read by anyone', () => {
    addBackup(1)
    expect(check({ passphrase: undefined }, { databaseUrl: undefined })).toEqual([
      'fine: the newest is 1 hours old',
      `notice: ${home}/backups is on the disk of the data: copy the files to another machine, or both are lost together.`,
      'notice: are not encrypted: set BACKUP_KEY, and keep it apart from them.',
    ])
  })
})

test('the bucket: reached or not, and how old the newest in it is', async () => {
  const storage = await startStorage()
  const settings = { folder: home, everyHours: 24, keep: 14, keepHere: 14, passphrase: 'correct horse battery', bucket: storage.settings }
  const check = async (more: object = {}) => (await machine.checkBucket({ ...settings, ...more })).map(asText)
  try {
    expect(await check({ bucket: undefined })).toEqual([])
    expect(await check()).toEqual([expect.stringMatching(/^wrong: there is none in http:.*\/backups\/studio:/)])
    storage.files.set(`backups/studio/${toBackupName(Temporal.Now.instant().subtract({ hours: 5 }), true)}`, Buffer.from('x'))
    expect(await check()).toEqual(['fine: the newest is 5 hours old'])
    expect(await check({ bucket: { ...storage.settings, secret: 'another' } })).toEqual([
      expect.stringMatching(/^wrong: http:.* refuses GET backups \(403 Signature/),
    ])
  } finally {
    await storage.close()
  }
  expect(await check()).toEqual([expect.stringMatching(/^wrong: http:.* does not answer \(.*ECONNREFUSED/)])
})

test('one line for each finding, and a sum', () => {
  const findings: Finding[] = [
    { state: 'fine', subject: 'Node.js', text: '24.1.0' },
    { state: 'wrong', subject: 'Mail', text: 'refuses:\n535' },
    { state: 'notice', subject: 'Jobs', text: '2 wait' },
  ]
  expect(formatFindings(findings)).toBe('✓ Node.js  24.1.0\n✗ Mail     refuses: 535\n! Jobs     2 wait\n\n1 wrong, 1 to think about.')
  expect(hasMistakes(findings)).toBe(true)
  expect(formatFindings(findings.slice(0, 1))).toBe('✓ Node.js  24.1.0\n\nNothing is wrong.')
  expect(hasMistakes(findings.slice(2))).toBe(false)
})
