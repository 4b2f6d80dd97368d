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
import { suites, type Suite } from './soak-suites.ts'

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
