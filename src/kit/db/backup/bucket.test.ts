import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startStorage } from '../../../../test/storage.ts'
import { toBackupName } from '../../pure/backup-names.ts'
import { Temporal } from 'temporal-polyfill'
import { BucketRefused, openBucket } from './bucket.ts'
import { copyNewestBackup, findInBucket } from './copy-backups.ts'

let storage: Awaited<ReturnType<typeof startStorage>>
const home = mkdtempSync(join(tmpdir(), 'bucket-'))
beforeAll(async () => {
  storage = await startStorage()
})
afterEach(() => {
  storage.files.clear()
  storage.replies.length = 0
  storage.calls.length = 0
})
afterAll(async () => {
  await storage.close()
  rmSync(home, { recursive: true, force: true })
})

const open = (more: object = {}, options: object = {}) => openBucket({ ...storage.settings, ...more }, { retries: 0, ...options })
function makeFile(name: string, bytes: Buffer): string {
  writeFileSync(join(home, name), bytes)
  return join(home, name)
}

describe('a bucket', () => {
  test.each([
    ['empty', 0],
    ['in one piece', 1000],
    ['in parts, the last one shorter', 2500],
    ['in parts of one size', 3000],
  ])('a file comes back as it was: %s', async (_how, size) => {
    const bytes = randomBytes(size)
    const bucket = open({}, { partBytes: 1000 })
    await bucket.put(makeFile('a', bytes), 'atrium-1.tar.gz.enc')
    expect(await bucket.list()).toEqual(['atrium-1.tar.gz.enc'])
    await bucket.get('atrium-1.tar.gz.enc', join(home, 'back'))
    expect(readFileSync(join(home, 'back')).equals(bytes)).toBe(true)
    expect(statSync(join(home, 'back')).mode & 0o077).toBe(0)
    await bucket.remove('atrium-1.tar.gz.enc')
    expect(await bucket.list()).toEqual([])
    rmSync(join(home, 'back'))
  })

  test('names below the prefix alone, page after page', async () => {
    for (const name of ['studio/a', 'studio/b', 'studio/c', 'studio/d', 'studio/e', 'other/f']) storage.files.set(`backups/${name}`, Buffer.from(name))
    expect(await open().list()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await open({ url: storage.settings.url.replace('/studio', '') }).list()).toContain('other/f')
  })

  test.each([
    ['another secret', { secret: 'no' }, /refuses GET backups \(403 SignatureDoesNotMatch\)\.$/],
    ['another key', { keyId: 'no' }, /refuses GET backups \(403 InvalidAccessKeyId\)\.$/],
    ['another region', { region: 'elsewhere' }, /\(403 SignatureDoesNotMatch\)\.$/],
    ['no server', { url: 'http://127.0.0.1:1/backups' }, /^http:\/\/127\.0\.0\.1:1 does not answer \(.*\)\.$/],
  ])('%s is one sentence', async (_what, more, sentence) => {
    const refused = await open(more)
      .list()
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BucketRefused)
    expect((refused as Error).message).toMatch(sentence)
  })

  test('what the storage cannot do now is asked again, what it refuses is not', async () => {
    storage.replies.push({ status: 503 }, { status: 500 })
    expect(await open({}, { retries: 3 }).list()).toEqual([])
    expect(storage.calls).toHaveLength(3)
    await expect(open({}, { retries: 3 }).get('none', join(home, 'none'))).rejects.toThrow(/refuses GET backups\/studio\/none \(404 NoSuchKey\)/)
    expect(storage.calls).toHaveLength(4)
  })

  test('a copy that breaks off leaves nothing behind', async () => {
    const file = makeFile('b', randomBytes(2500))
    storage.replies.push(undefined, undefined, { status: 403, body: '<Error><Code>QuotaExceeded</Code></Error>' })
    await expect(open({}, { partBytes: 1000 }).put(file, 'b')).rejects.toThrow(/403 QuotaExceeded/)
    expect([storage.files.size, storage.uploads.size]).toEqual([0, 0])
    // A failure under the status of a success, at the end.
    storage.replies.push(...Array<undefined>(4), { status: 200, body: '<Error><Code>InternalError</Code></Error>' })
    await expect(open({}, { partBytes: 1000 }).put(file, 'b')).rejects.toThrow(/did not put backups\/studio\/b together \(InternalError\)/)
    expect(storage.files.size).toBe(0)
    // It says that it took the file, and has less.
    storage.replies.push(undefined, { status: 200, headers: { 'content-length': 7 } })
    await expect(open({}, { partBytes: 5000 }).put(file, 'b')).rejects.toThrow(/has 7 of 2500 bytes of backups\/studio\/b\./)
    expect(storage.files.size).toBe(0)
  })
})

test('the newest backup is copied once, and the oldest give way', async () => {
  const bucket = open()
  const names = [1, 2, 3].map((hours) => toBackupName(Temporal.Instant.from('2026-11-26T12:00:00Z').add({ hours }), true))
  for (const name of names) makeFile(name, Buffer.from(name))
  const copy = (count: number) => copyNewestBackup({ folder: home, names: ['notes.txt', ...names.slice(0, count)] }, { bucket, keep: 2 })
  expect(await copy(1)).toEqual(names.slice(0, 1))
  expect(await copy(2)).toEqual(names.slice(0, 2))
  expect(await copy(3)).toEqual(names.slice(1))
  storage.calls.length = 0
  await copy(3)
  expect(storage.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  expect(await findInBucket(bucket, 'latest')).toBe(names[2])
  expect(await findInBucket(bucket, names[1] as string)).toBe(names[1])
  expect(await findInBucket(bucket, names[0] as string)).toBeUndefined()
})
