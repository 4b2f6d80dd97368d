/** Which tests there are, and what each kind needs. The projects are run together or one by one: `vitest run --project unit`. */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { embeddedFiles } from './tools/embedded-files.ts'

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({ extends: true as const, test: { name, include, ...more } })

/** The browser files that take longest: one that begins last leaves the other processors idle. */
const longest = [
  'dashboard-screens',
  'rights',
  'presses',
  'pages',
  'week-practice',
  'booking-checkout',
  'dashboard-catalog',
  'links',
  'email-links',
  'language',
]
/** Files that go through all pages. With BROWSER=walks they run alone, with BROWSER=journeys all others: `npm test` begins with these, and walks when there is room. */
const walks = ['test/browser/{email-links,language,links,longer-words,rights,text-links}.test.ts']
function toRank({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/browser/${name}.test.ts`))
  return rank < 0 ? longest.length : rank
}
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => toRank(a) - toRank(b))
  }
}

/** Tests of the domains, of the commands, and of the whole. */
const domainFiles = [
  'src/{*,commands/*,test-hooks/*}.test.ts',
  'src/domains/*/*.test.ts',
  'src/domains/identity/oauth/*.test.ts',
  'src/test-hooks/*.test.ts',
  'src/domains/*/actions/**/*.test.ts',
  'test/*.test.ts',
  'test/{stories,permissions,fuzz,upgrade}/**/*.test.ts',
]

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker holds the server and a database: room for them from the start, instead of collecting garbage while the heap grows (a quarter of the time).
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-old-space-size=1500'],
    // What one stage of `npm test` has compiled, the next one reads.
    experimental: { fsModuleCache: true },
    // Each worker has an embedded database of its own, which works on the worker's thread: half of the processors, at least two.
    maxWorkers: Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2))),
    // A guard against tests that hang, never a measure: a busy machine may take ten times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // The same for what is asked again and again: the default of a second measures the machine.
    expect: { poll: { timeout: 60_000 } },
    // A failing property prints its seed; nothing else is random.
    sequence: { shuffle: false, sequencer: LongestFirst },
    projects: [
      // No database, no server: rules, machinery and tools.
      project('unit', ['src/domains/**/{rules,crypto}/**/*.test.ts', 'src/kit/**/*.test.ts', 'src/web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'], {
        isolate: false,
      }),
      // Through HTTP on PGlite, with DOMAINS=short a part of them; or on the server of TEST_DATABASE_URL.
      // The files of a worker share their modules: the server is loaded once instead of sixty times.
      project('domain', process.env.DOMAINS === 'short' ? embeddedFiles : domainFiles, {
        isolate: false,
        globalSetup: 'test/wait-for-database.ts',
        // What has nothing to do with the database is not asked twice.
        exclude: process.env.TEST_DATABASE_URL
          ? [
              'test/fuzz/**',
              'test/{openapi,email-templates}.test.ts',
              'src/{config,commands/read-command,commands/check-machine,domains/notifications/wording}.test.ts',
            ]
          : [],
      }),
      // Many at once on a real server; skipped without TEST_DATABASE_URL.
      project('races', ['test/races/**/*.test.ts'], {
        isolate: false,
        fileParallelism: false,
        globalSetup: 'test/wait-for-database.ts',
        env: { NEW_DATABASES: '1' },
      }),
      // The built server as a process: started, ended, killed at random moments.
      project('kill', ['test/kill/**/*.test.ts'], { fileParallelism: false }),
      // Power cuts on a disk that is played: the embedded database on this thread.
      project('power', ['test/power/**/*.test.ts'], { fileParallelism: false }),
      // The unmodified public packages against a running server.
      project('sdk', ['test/sdk/**/*.test.ts'], { isolate: false, globalSetup: 'test/sample-folder.ts' }),
      project('browser', process.env.BROWSER === 'walks' ? walks : ['test/browser/**/*.test.ts'], {
        isolate: false,
        exclude: process.env.BROWSER === 'journeys' ? walks : [],
        globalSetup: ['test/wait-for-database.ts', 'test/sample-folder.ts', 'test/browser/unpack-browser.ts'],
        setupFiles: 'test/browser/daytime.ts',
        // A guard as above: some of these tests open every screen in turn.
        testTimeout: 900_000,
      }),
    ],
  },
})
