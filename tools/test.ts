/**
 * `npm test`: everything that can be checked, stage by stage, and one line of sums at the end.
 * `tsx tools/test.ts check unit pg …` runs only the named stages, `tsx tools/test.ts bookings` the tests of one domain. Needs no network: PostgreSQL and
 * the browser come from npm.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasHaproxy, withoutHaproxy } from './haproxy.ts'
import { preparedPostgres } from '../test/postgres-template.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { freePort, startPostgres, toSocketUrl, type Postgres } from './postgres.ts'
import { stripeFiles } from './stripe-files.ts'

const node = process.execPath
const bin = (path: string, ...args: string[]) => [node, `node_modules/${path}`, ...args]
const tsx = (file: string, ...args: string[]) => [node, '--import', 'tsx', file, ...args]

/** The native compiler: one thread, because every further one holds all types again; and nothing is kept for the next run, which takes memory. */
const types = (project: string, ...more: string[]) =>
  bin(
    'typescript-native/bin/tsc',
    '--project',
    project,
    '--singleThreaded',
    '--pretty',
    'false',
    '--incremental',
    'false',
    '--tsBuildInfoFile',
    'null',
    ...more,
  )
/** The native compiler collects its memory when it has grown by so many percent: less of the processor than by default, and still below 1.5 GB. */
const compilerEnv = { GOGC: '125' }

/** Each counts as one test: its commands run one after the other. The longest come first. */
const checks: Record<string, string[][]> = {
  // Two programs: the tests read what the server declares instead of all of it again. Each fits a small machine.
  'types of the server and the tests': [types('tsconfig.server.json', '--composite', 'false'), types('tsconfig.tests.json')],
  'types of the web app': [types('tsconfig.web.json')],
  build: [[node, 'tools/start.mjs', '--build-only']],
  lint: [bin('oxlint/bin/oxlint', '--quiet', 'src', 'test', 'tools')],
  format: [bin('@biomejs/biome/bin/biome', 'format', '--max-diagnostics=5')],
  'tables have owners': [tsx('tools/table-owners.ts')],
  'statuses follow their machines': [tsx('tools/status-writes.ts')],
  'functions are short': [tsx('tools/function-length.ts')],
  'words of the glossary': [tsx('tools/words.ts')],
  'import rules': [bin('dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--output-type', 'err')],
  'unused files and exports': [bin('knip/bin/knip.js', '--no-progress', '--no-config-hints')],
  'exports that only tests use': [bin('knip/bin/knip.js', '--config', 'knip.production.json', '--no-progress', '--no-config-hints')],
  'tables and schema follow the migrations': [tsx('tools/codegen.ts', '--check')],
  'path aliases follow the contract': [tsx('tools/aliases.ts', '--check')],
  'generated documents follow the code': [tsx('tools/docs.ts', '--check')],
}

interface Suite {
  title: string
  projects: string[]
  database?: 'server' | 'cluster'
  /** Only these files. */
  files?: readonly string[]
  env?: Record<string, string>
  /** One process for all files: of a few files each further one costs more than it brings, for it loads the server first. */
  isSmall?: true
}
const stages: Record<string, Suite[]> = {
  unit: [{ title: 'rules, machinery and domains on the embedded database', projects: ['unit', 'domain'] }],
  rules: [{ title: 'rules and machinery', projects: ['unit'] }],
  // What is left out is tried on PostgreSQL, and here by `npm run test:unit` and `npm run soak`.
  embedded: [{ title: 'domains in short on the embedded database', projects: ['domain'], env: { DOMAINS: 'short' } }],
  pg: [{ title: 'domains on PostgreSQL', projects: ['domain'], database: 'server' }],
  stripe: [{ title: "money with Stripe's stand-in", projects: ['domain'], files: stripeFiles.short, env: { PAYMENT_PROVIDER: 'stripe' }, isSmall: true }],
  races: [{ title: 'races on PostgreSQL', projects: ['races'], database: 'server' }],
  kill: [{ title: 'the built server starts, ends and keeps its promises when killed', projects: ['kill'] }],
  power: [{ title: 'the embedded database outlives power cuts and a full disk', projects: ['power'] }],
  sdk: [{ title: 'public client packages', projects: ['sdk'], isSmall: true }],
  // On the cluster of CLUSTER_URL; not part of `npm test`, which has none.
  cluster: [
    { title: 'domains on a cluster', projects: ['domain'], database: 'cluster' },
    { title: 'races on a cluster', projects: ['races'], database: 'cluster' },
    { title: 'public client packages on a cluster', projects: ['sdk'], database: 'cluster' },
  ],
  // The embedded database would take a third of the processor time; the packages, kills and a part of every domain are tried on it.
  browser: [{ title: 'browser journeys', projects: ['browser'], database: 'server' }],
  // The same in two parts.
  journeys: [{ title: 'browser journeys but walks', projects: ['browser'], database: 'server', env: { BROWSER: 'journeys' } }],
  walks: [{ title: 'browser walks through all pages', projects: ['browser'], database: 'server', env: { BROWSER: 'walks' }, isSmall: true }],
}

/** The tests of one domain, its rules included, on PostgreSQL: half of the time that they take on the embedded database. */
const domainNames = readdirSync('src/domains')
const toDomainSuite = (name: string): Suite => ({ title: name, projects: ['unit', 'domain'], database: 'server', files: [`src/domains/${name}/`] })

/**
 * What runs when nothing is named, once the checks are done: two suites at a time, the next one as soon as one ends, so that no processor waits for the
 * end of a round. Browser tests and killed servers wait much of their time: they begin beside what does not. The shortest come last, so that both end together.
 */
const queue: readonly string[] = ['pg', 'journeys', 'kill', 'embedded', 'rules', 'walks', 'races', 'sdk', 'power', 'stripe']
const AT_A_TIME = 2

let passed = 0
let failed = 0
let skipped = 0
const failures: string[] = []
const note = (ok: boolean, title: string, seconds: number, more = '') => {
  if (!ok) failures.push(title)
  console.log(`${ok ? '✓' : '✗'} ${title} (${seconds.toFixed(1)} s)${more}`)
}
const fail = (title: string, count = 1) => {
  failed += count
  failures.push(title)
}

interface Ended {
  code: number
  output: string
  seconds: number
}

/** Runs a command to its end; after `minutes` it counts as failed and is ended with all that it started. */
function run([command = '', ...args]: string[], env: Record<string, string> = {}, minutes = 15): Promise<Ended> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const end = (code: number) => {
      clearTimeout(limit)
      resolve({ code, output: Buffer.concat(chunks).toString('utf8'), seconds: (performance.now() - begun) / 1000 })
    }
    const limit = setTimeout(() => {
      chunks.push(Buffer.from(`\nended after ${minutes} minutes without a result\n`))
      try {
        process.kill(-(child.pid as number), 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    }, minutes * 60_000)
    child.on('error', (error) => {
      chunks.push(Buffer.from(error.message))
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

const tail = (output: string, lines = 40) =>
  output
    .trimEnd()
    .split('\n')
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n')

/** Runs a check up to its first command that fails. */
async function runCheck(title: string): Promise<boolean> {
  let seconds = 0
  for (const command of checks[title] ?? []) {
    const ended = await run(command, compilerEnv)
    seconds += ended.seconds
    if (ended.code === 0) continue
    note(false, title, seconds, `\n${tail(ended.output)}`)
    return false
  }
  note(true, title, seconds)
  return true
}

async function check(): Promise<void> {
  const waiting = Object.keys(checks)
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (await runCheck(next)) passed += 1
      else failed += 1
    }
  }
  await Promise.all([worker(), worker()])
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

/** A guard against what hangs, never a measure: a suite of ten minutes takes more than half an hour on a machine that is busy otherwise. */
const SUITE_MINUTES = 60

/** A server of tests: its address is known before it answers, for tests are loaded while it starts (`test/wait-for-database.ts`). */
interface TestPostgres {
  url: string
  running: Promise<Postgres>
}
async function startTestPostgres(): Promise<TestPostgres> {
  const port = await freePort()
  const running = preparedPostgres().then((from) => startPostgres({ from, port }))
  // Told at the end; the tests that wait for it fail.
  running.catch(() => undefined)
  return { url: toSocketUrl(port), running }
}

async function toDatabaseEnv(database: 'server' | 'cluster', server: () => Promise<TestPostgres>): Promise<Record<string, string>> {
  if (database === 'server') return { TEST_DATABASE_URL: (await server()).url }
  const { CLUSTER_URL } = process.env
  if (!CLUSTER_URL) throw new Error('set CLUSTER_URL to the coordinator of a Citus cluster')
  return { TEST_DATABASE_URL: CLUSTER_URL, TEST_CLUSTER: '1' }
}

async function suite({ title, projects, database, files = [], env: own = {}, isSmall }: Suite, server: () => Promise<TestPostgres>): Promise<void> {
  // Stays: it tells how long each file took.
  const file = join('test-results', `${title.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.json`)
  rmSync(file, { force: true })
  try {
    const env: Record<string, string> = { ...own, ...(database && (await toDatabaseEnv(database, server))) }
    const args = [
      'run',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${file}`,
      ...projects.flatMap((name) => ['--project', name]),
      ...(isSmall ? ['--maxWorkers=1'] : []),
      ...files,
    ]
    const { code, output, seconds } = await run(bin('vitest/vitest.mjs', ...args), env, SUITE_MINUTES)
    if (!existsSync(file)) {
      failed += 1
      return note(false, `${title}: no result, code ${code}`, seconds, `\n${tail(output)}`)
    }
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    // A file that does not load has no tests to fail; it counts as one.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    const stray = code !== 0 && report.numFailedTests + broken.length === 0 ? 1 : 0
    passed += report.numPassedTests
    failed += report.numFailedTests + broken.length + stray
    skipped += report.numPendingTests + report.numTodoTests
    note(code === 0, `${title}: ${report.numPassedTests} passed, ${report.numFailedTests + broken.length + stray} failed`, seconds)
    for (const { name, message } of broken) console.log(`  ✗ ${name}\n${tail(message, 12)}`)
    for (const test of report.testResults.flatMap((result) => result.assertionResults).filter(({ status }) => status === 'failed'))
      console.log(`  ✗ ${test.fullName}\n${tail(test.failureMessages.join('\n'), 12)}`)
    if (stray) console.log(tail(output))
  } catch (error) {
    console.log(`✗ ${title}: no result (${(error as Error).message.split('\n')[0]})`)
    fail(title)
  }
}

/** The browser opens what is built; `check` builds it, too, and the stage of kills does for itself. */
async function buildFor(asked: readonly string[]): Promise<void> {
  if (asked.includes('check') || !['browser', 'journeys', 'walks'].some((name) => asked.includes(name))) return
  if (!(await runCheck('build'))) process.exit(1)
}

async function main(): Promise<void> {
  const known = ['check', ...Object.keys(stages), ...domainNames]
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no stage or domain ${unknown.join(', ')}; there are ${known.join(', ')}.`)
    process.exit(2)
  }
  const memoryFolder = makeMemoryFolder()
  if (memoryFolder) process.env.TMPDIR = memoryFolder
  else console.log('temporary files are kept on the disk, for there is no room for them in memory: what writes much takes longer')
  let postgres: Promise<TestPostgres> | undefined
  const server = () => (postgres ??= startTestPostgres())
  try {
    await buildFor(asked)
    const runStages = async (names: readonly string[], atATime: number) => {
      const waiting = [...names]
      const worker = async () => {
        for (let name = waiting.shift(); name; name = waiting.shift()) {
          if (name === 'check') await check()
          else for (const one of stages[name] ?? [toDomainSuite(name)]) await suite(one, server)
        }
      }
      await Promise.all(Array.from({ length: atATime }, worker))
    }
    if ((asked.length === 0 || asked.includes('kill')) && !hasHaproxy()) console.log(`servers behind HAProxy: ${withoutHaproxy}`)
    if (asked.length > 0) await runStages(asked, 1)
    else {
      // The build is among the checks.
      await runStages(['check'], 1)
      await runStages(queue, AT_A_TIME)
    }
  } finally {
    await postgres
      ?.then(({ running }) => running)
      .then((running) => running.stop())
      .catch((error: Error) => {
        console.log(error.message)
        fail('PostgreSQL')
      })
  }
  if (skipped > 0) console.log(`${skipped} skipped`)
  if (failures.length > 0) console.log(`failed: ${failures.join('; ')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

await main()
