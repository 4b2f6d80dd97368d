/**
 * `npm run soak`: the suites that live on chance, for as long as one likes. Each round has a seed of its own, which is
 * printed, so that a failure can be repeated:
 *   npm run soak                                   all suites for half an hour
 *   npm run soak -- --minutes 5 --only kill,fuzz   some of them, shorter
 *   npm run soak -- --seed 42 --only kill          one round with this seed
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { startPostgres, type Postgres } from './postgres.ts'
import { stripeFiles } from './stripe-files.ts'

interface Suite {
  title: string
  args: string[]
  /** What makes the short form long. */
  env: Record<string, string>
  server?: true
}

const suites: Record<string, Suite> = {
  kill: { title: 'a killed server keeps its promises', args: ['--project', 'kill', 'kill.test', 'imports'], env: { KILLS: '20' } },
  renewals: {
    title: 'ten thousand orders renew in the same minute',
    args: ['--project', 'kill', 'renewals'],
    env: { RENEWALS: '10000', KILLS: '25' },
  },
  failover: { title: 'twenty failovers to a replica under load', args: ['--project', 'kill', 'lost-server'], env: { FAILOVERS: '20' } },
  power: { title: 'two hundred power cuts', args: ['--project', 'power', 'power.test'], env: { CUTS: '200' } },
  races: { title: 'many at once on PostgreSQL', args: ['--project', 'races'], env: { RACE_OPERATIONS: '10000', RACE_REPORT: 'docs/races.md' }, server: true },
  'races-embedded': {
    title: 'many at once on the embedded database',
    args: ['--project', 'races', 'mixed'],
    env: { RACE_OPERATIONS: '10000', RACE_REPORT: 'docs/races.md', RACE_EMBEDDED: '1' },
  },
  attempts: {
    title: 'a thousand guesses at once at every password and code',
    args: ['--project', 'domain', 'password-attempts'],
    env: { PARALLEL_ATTEMPTS: '1000' },
    server: true,
  },
  fuzz: { title: '20 000 malformed requests', args: ['--project', 'domain', 'test/fuzz'], env: { FUZZ_CALLS: '20000' } },
  'fuzz-people': {
    title: '20 000 malformed requests about sign-in and members',
    args: ['--project', 'domain', 'test/fuzz'],
    env: { FUZZ_CALLS: '20000', FUZZ_ONLY: '^(identity|collaborators|members?[A-Z]?|customFields|userMembers|badge|redirects)' },
  },
  properties: {
    title: 'random life histories against models',
    args: ['--project', 'unit', '--project', 'domain', 'propert', 'histor', 'model', 'recurrence'],
    env: { ORDER_HISTORIES: '5000', PAYMENT_HISTORIES: '2000', MODEL_RUNS: '2000', RULES: '2000' },
  },
  stripe: {
    title: "everything that pays, with Stripe's stand-in",
    args: ['--project', 'domain', '--testTimeout', '300000', ...stripeFiles.all],
    env: { PAYMENT_PROVIDER: 'stripe' },
  },
  presses: {
    title: 'every button of every page, on a desktop and on a phone, and what each role is offered',
    args: ['--project', 'browser', 'test/browser/presses.test.ts', 'test/browser/rights.test.ts'],
    env: { PRESSES: 'all' },
  },
}

function usage(problem: string): never {
  console.error(`${problem}\nnpm run soak -- [--minutes 30] [--seed 42] [--only ${Object.keys(suites).join(',')}]`)
  process.exit(2)
}

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } }, strict: true })
const minutes = Number(values.minutes ?? '30')
if (!(minutes > 0)) usage(`--minutes must be a number above 0, not "${values.minutes}".`)
const fixedSeed = values.seed === undefined ? undefined : Number(values.seed)
if (fixedSeed !== undefined && !Number.isSafeInteger(fixedSeed)) usage(`--seed must be a whole number, not "${values.seed}".`)
const asked = values.only?.split(',') ?? Object.keys(suites)
const unknown = asked.filter((name) => !(name in suites))
if (unknown.length > 0) usage(`There is no suite ${unknown.join(', ')}.`)

function run(suite: Suite, env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...suite.args], {
      env: { ...process.env, ...env },
      stdio: 'inherit',
    })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

async function main(): Promise<void> {
  const ends = performance.now() + minutes * 60_000
  let postgres: Postgres | undefined
  const failures: string[] = []
  let rounds = 0
  try {
    for (let round = 0; round === 0 || (fixedSeed === undefined && performance.now() < ends); round++) {
      for (const name of asked) {
        const suite = suites[name] as Suite
        if (round > 0 && performance.now() >= ends) break
        const seed = fixedSeed ?? Math.floor(Math.random() * 2 ** 31)
        if (suite.server) postgres ??= await startPostgres()
        console.log(`\n— ${name}: ${suite.title} (round ${round + 1}, seed ${seed})`)
        const code = await run(suite, {
          ...suite.env,
          RANDOM_SEED: String(seed),
          ORDER_HISTORIES_SEED: String(seed),
          ...(suite.server && postgres ? { TEST_DATABASE_URL: postgres.url } : {}),
        })
        rounds += 1
        if (code !== 0) failures.push(`${name} with seed ${seed}`)
      }
    }
  } finally {
    await postgres?.stop().catch(() => undefined)
  }
  console.log(`\n${rounds} rounds, ${failures.length} failed${failures.length > 0 ? `: ${failures.join('; ')}` : ''}`)
  process.exit(failures.length > 0 ? 1 : 0)
}

await main()
