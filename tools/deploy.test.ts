/** The files for Docker, Compose, systemd, Kubernetes and HAProxy say what the server understands, and name only what is there. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../src/config.ts'
import { toLocalConfig } from '../test/kill/haproxy.ts'
import { hasHaproxy } from './haproxy.ts'

const read = (file: string) => readFileSync(file, 'utf8')
/** Names of settings that the server reads. */
const settings = (() => {
  // Of Node and of the C library.
  const names = new Set(['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'])
  readConfig(
    new Proxy({} as Record<string, string>, {
      get: (_all, name: string) => {
        names.add(name)
        return undefined
      },
    }),
    '/',
  )
  return names
})()
const findUnknown = (names: readonly string[]) => names.filter((name) => !settings.has(name))

/** Instructions of a Dockerfile, continued lines joined. */
const instructions = (text: string) =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))

test('the image copies what is there, sets what the server reads and does not run as root', () => {
  const all = instructions(read('Dockerfile'))
  const ignored = read('.dockerignore')
  for (const { rest } of all.filter(({ name, rest: text }) => name === 'COPY' && !text.startsWith('--from')))
    for (const source of rest.split(' ').slice(0, -1)) {
      expect(existsSync(source), source).toBe(true)
      if (source !== '.') expect(ignored, source).toContain(`!${source.split('/')[0]}`)
    }
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
  expect(last.filter(({ name }) => name === 'USER').map(({ rest }) => rest)).toEqual(['node'])
  expect(last.findIndex(({ name }) => name === 'RUN')).toBeLessThan(last.findIndex(({ name }) => name === 'USER'))
  const env = last.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(env.length).toBeGreaterThan(2)
  expect(findUnknown(env)).toEqual([])
  for (const { rest } of all.filter(({ name }) => /^(ENTRYPOINT|CMD|VOLUME)$/.test(name))) expect(Array.isArray(JSON.parse(rest))).toBe(true)
})

interface ComposeFile {
  services: Record<string, { environment: Record<string, string>; volumes: string[]; read_only?: boolean; ports?: string[]; depends_on?: object }>
  volumes: Record<string, unknown>
}

test('the compose file sets what the server reads, and only the proxy has ports', () => {
  const { services, volumes } = parse(read('compose.yaml')) as ComposeFile
  expect(findUnknown(Object.keys(services.app?.environment ?? {}))).toEqual([])
  expect(services.app?.read_only).toBe(true)
  expect(
    Object.entries(services)
      .filter(([, { ports }]) => ports)
      .map(([name]) => name),
  ).toEqual(['proxy'])
  const mounts = Object.values(services).flatMap((service) => service.volumes.map((mount) => mount.split(':')[0] ?? ''))
  expect(mounts.filter((mount) => (mount.startsWith('./') ? !existsSync(mount) : !(mount in volumes)))).toEqual([])
  for (const { depends_on: needed = {} } of Object.values(services))
    for (const name of Array.isArray(needed) ? (needed as string[]) : Object.keys(needed)) expect(services).toHaveProperty(name)
  expect(read('deploy/Caddyfile')).toContain('reverse_proxy app:3000')
})

interface Container {
  env?: { name: string }[]
  args?: string[]
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
  volumeMounts: { name: string }[]
}
interface PodTemplate {
  spec: { securityContext: { runAsNonRoot: boolean }; containers: Container[]; volumes: { name: string }[] }
}

test('the Kubernetes file parses; its containers are no root, write only their volumes and get settings that the server reads', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const objects = documents.map(
    (document) => document.toJS() as { kind: string; spec: { template?: PodTemplate; jobTemplate?: { spec: { template: PodTemplate } } } },
  )
  expect(objects.map(({ kind }) => kind)).toEqual(['Deployment', 'PodDisruptionBudget', 'Service', 'Ingress', 'PersistentVolumeClaim', 'CronJob'])
  const templates = objects.flatMap(({ spec }) => spec.template ?? spec.jobTemplate?.spec.template ?? [])
  expect(templates).toHaveLength(2)
  for (const { spec } of templates) {
    expect(spec.securityContext.runAsNonRoot).toBe(true)
    for (const container of spec.containers) {
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      expect(findUnknown((container.env ?? []).map(({ name }) => name))).toEqual([])
      expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(spec.volumes.map(({ name }) => name).toSorted())
    }
  }
})

test('the file of HAProxy asks for settings that the server reads and believes no client; HAProxy takes it where it is there', () => {
  const text = read('deploy/haproxy.cfg')
  const comments = text.split('\n').filter((line) => line.trim().startsWith('#'))
  const names = comments.flatMap((line) => line.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? [])
  expect(names).toContain('DRAIN_SECONDS')
  expect(findUnknown(names)).toEqual([])
  for (const header of ['X-Forwarded-For', 'X-Forwarded-Host']) expect(text).toContain(`http-request del-header ${header}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-haproxy-'))
  try {
    const config = toLocalConfig(text, ['http://127.0.0.1:3001', 'http://127.0.0.1:3002'], { port: 8080, socket: join(folder, 'admin.sock') })
    expect(config.match(/^ *server .*$/gm)).toEqual(['    server app1 127.0.0.1:3001', '    server app2 127.0.0.1:3002'])
    if (!hasHaproxy()) return
    writeFileSync(join(folder, 'haproxy.cfg'), config)
    const { stdout, stderr, status } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' })
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the unit of systemd sets what the server reads, and systemd takes it where it is there', () => {
  const unit = read('deploy/atrium.service')
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(names.length).toBeGreaterThan(1)
  expect(findUnknown(names)).toEqual([])
  for (const line of unit.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) expect(line).toMatch(/^(\[\w+\]|[A-Z]\w+=\S.*)$/)
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  const folder = mkdtempSync(join(tmpdir(), 'atrium-unit-'))
  try {
    // The program need not be installed here.
    writeFileSync(join(folder, 'atrium.service'), unit.replace('/opt/atrium/bin/atrium', process.execPath))
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', join(folder, 'atrium.service')], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line.includes('atrium.service'))).toEqual([])
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
