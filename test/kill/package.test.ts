/**
 * The package as people install it: packed, unpacked where nothing is built, and run by another user on a tree that cannot be written, with the data
 * folder alone to write to: as in the container and under systemd. The server is backed up while it runs, looked at by the doctor, and restored elsewhere.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tools/postgres.ts'
import { ensureBuilt } from './server.ts'

const MAX_BYTES = 60_000_000
/** The user with the fewest rights, when the tests run as root: then no mode of a file keeps us from writing. */
const otherUser = process.getuid?.() === 0 ? 65_534 : undefined
const home = mkdtempSync(join(tmpdir(), 'atrium-package-'))
const tree = join(home, 'tree')
const running = new Set<ChildProcess>()

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

beforeAll(() => {
  ensureBuilt()
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], { encoding: 'utf8' })) as {
    filename: string
  }[]
  mkdirSync(tree)
  execFileSync('tar', ['-xzf', join(home, packed?.filename ?? ''), '-C', tree, '--strip-components=1'])
  // What npm would install beside it.
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  for (const file of listFiles(tree)) chmodSync(file, 0o444)
  for (const folder of [home, tree]) chmodSync(folder, 0o555)
  for (const name of ['data', 'restored', 'backups']) makeOwn(name)
}, 600_000)
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of [home, tree]) chmodSync(folder, 0o755)
  rmSync(home, { recursive: true, force: true })
})

/** A folder that the other user may write. */
function makeOwn(name: string): void {
  chmodSync(home, 0o755)
  mkdirSync(join(home, name), { mode: 0o700 })
  if (otherUser !== undefined) chownSync(join(home, name), otherUser, otherUser)
  chmodSync(home, 0o555)
}

interface Ended {
  code: number | null
  out: string
  err: string
}
function run(args: readonly string[], env: Record<string, string>): { child: ChildProcess; out: () => string; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(tree, 'tools/start.mjs'), ...args], {
    cwd: join(home, 'data'),
    env: { PATH: process.env.PATH ?? '', HOME: join(home, 'data'), HOST: '127.0.0.1', DATA_DIR: join(home, 'data'), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(otherUser !== undefined && { uid: otherUser, gid: otherUser }),
  })
  running.add(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return { child, out: () => out, ended: new Promise((done) => child.once('close', (code) => done({ code, out, err }))) }
}

/** Status and served certificate of a page; undefined while nothing answers. */
const request = (port: number, path: string): Promise<{ status: number | undefined; certificate: string } | undefined> =>
  new Promise((done) => {
    const asked = get({ port, path, host: '127.0.0.1', rejectUnauthorized: false, agent: false }, (response) => {
      const { fingerprint256 } = (response.socket as unknown as { getPeerCertificate(): { fingerprint256: string } }).getPeerCertificate()
      response.resume().once('end', () => done({ status: response.statusCode, certificate: fingerprint256 }))
    })
    asked.once('error', () => done(undefined))
  })

/** Starts the server over TLS and waits until it answers. */
async function start(env: Record<string, string>): Promise<ReturnType<typeof run> & { port: number }> {
  const port = await freePort()
  const server = run([], { PORT: String(port), ...env })
  while ((await request(port, '/healthz'))?.status !== 200) {
    if (server.child.exitCode !== null) throw new Error((await server.ended).err)
    await new Promise((next) => setTimeout(next, 50))
  }
  return { ...server, port }
}

const useCertificate = (name: string) => {
  for (const kind of ['crt', 'key']) {
    copyFileSync(`test/fixtures/tls/${name}.${kind}`, join(home, 'data', `site.${kind}`))
    chmodSync(join(home, 'data', `site.${kind}`), 0o644)
  }
}

test('the package holds what runs and nothing else', () => {
  const files = listFiles(tree).filter((file) => !file.includes('node_modules'))
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThan(MAX_BYTES)
  expect(existsSync(join(tree, 'src'))).toBe(false)
  expect(files.filter((file) => /\.(ts|map|test\.\w+)$|secrets\.key|\.env$/.test(file))).toEqual([])
  expect(readFileSync(join(tree, 'tools/start.mjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
})

test('it runs on a tree that cannot be written, is backed up meanwhile, and comes back from the backup', { timeout: 600_000 }, async () => {
  const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
  expect(await run(['--version'], {}).ended).toEqual({ code: 0, out: `${version}\n`, err: '' })
  useCertificate('first')
  const tls = { TLS_CERT: join(home, 'data', 'site.crt'), TLS_KEY: join(home, 'data', 'site.key') }
  const settings = { ...tls, BACKUP_KEY: 'correct horse battery staple', BACKUP_DIR: join(home, 'backups') }
  const server = await start(settings)
  expect((await request(server.port, '/'))?.status).toBe(200)

  // A renewed certificate is served after SIGHUP.
  const before = await request(server.port, '/healthz')
  useCertificate('second')
  server.child.kill('SIGHUP')
  await expect.poll(async () => (await request(server.port, '/healthz'))?.certificate).not.toBe(before?.certificate)

  // The first backup is made by itself.
  await expect.poll(() => readdirSync(join(home, 'backups')).filter((name) => /^atrium-\d{8}T\d{6}Z\.tar\.gz\.enc$/.test(name))).toHaveLength(1)
  const by = { PORT: String(server.port), ...settings }
  const made = await run(['backup', '--to', join(home, 'data', 'more')], by).ended
  expect(made, made.err).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/^Written and opened again: .*\.tar\.gz\.enc \(\d+\.\d MB, files of the embedded database; encrypted with BACKUP_KEY\)\.\n$/)
  const doctor = await run(['doctor'], by).ended
  expect(doctor.out).toMatch(/^✓ Database +embedded PostgreSQL/m)
  expect(doctor.out).toMatch(/^✓ Backups +the newest is 0 hours old$/m)
  expect(doctor, doctor.out).toMatchObject({ code: 0, err: '' })
  expect(await run(['restore', made.out.split(' ')[4] ?? ''], by).ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The data folder .* is in use by another Atrium process/),
  })
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, err: '' })

  const [, file = ''] = /again: (\S+)/.exec(made.out) ?? []
  const elsewhere = { ...settings, DATA_DIR: join(home, 'restored') }
  expect(await run(['restore', file], { ...elsewhere, BACKUP_KEY: '' }).ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The backup is encrypted/),
  })
  const restored = await run(['restore', file], elsewhere).ended
  expect(restored, restored.err).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Restored: the data of \d{4}-\d\d-\d\d \d\d:\d\d UTC/) })
  expect(await run(['restore', file], elsewhere).ended).toMatchObject({ code: 1, err: expect.stringMatching(/has data already\. Nothing was changed\./) })
  // The key that seals stored credentials came along.
  expect(readdirSync(join(home, 'restored'))).toContain('secrets.key')
  const again = await start(elsewhere)
  expect((await request(again.port, '/readyz'))?.status).toBe(200)
  again.child.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
})

test('what cannot be done is one sentence and exit code 1', { timeout: 120_000 }, async () => {
  const refused = async (args: string[], env: Record<string, string>) => {
    const { code, err } = await run(args, env).ended
    expect(code).toBe(1)
    expect(err.trim().split('\n')).toHaveLength(1)
    return err.trim()
  }
  expect(await refused(['bakcup'], {})).toBe('There is no command "bakcup". See atrium --help.')
  expect(await refused(['--workers', '2'], {})).toMatch(/^Several workers need a PostgreSQL server: set DATABASE_URL/)
  expect(await refused(['backup'], {})).toBe('Say where to: atrium backup --to <folder>, or set BACKUP_DIR or BACKUP_S3_URL.')
  expect(await refused(['restore', 'none.tar.gz'], {})).toBe('There is no file none.tar.gz.')
  expect(await refused([], { TLS_CERT: '/none', TLS_KEY: '/none' })).toMatch(/^TLS_CERT and TLS_KEY cannot be used: ENOENT/)
  const doctor = await run(['doctor'], { PORT: 'eighty' }).ended
  expect(doctor).toMatchObject({ code: 1, err: '' })
  expect(doctor.out).toMatch(/^✗ Settings +PORT must be a number/m)
})
