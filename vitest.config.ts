/** Which tests there are, and what each kind needs. The projects are run together or one by one: `vitest run --project unit`. */
import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({ extends: true as const, test: { name, include, ...more } })

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A failing property prints its seed; nothing else is random.
    sequence: { shuffle: false },
    projects: [
      // No database, no server: rules, machinery and tools.
      project('unit', ['src/domains/*/{rules,crypto}/**/*.test.ts', 'src/kit/**/*.test.ts', 'src/web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts']),
      // Through HTTP on PGlite, or on the server of TEST_DATABASE_URL.
      project('domain', [
        'src/*.test.ts',
        'src/domains/*/*.test.ts',
        'src/domains/*/actions/**/*.test.ts',
        'test/*.test.ts',
        'test/{stories,permissions,fuzz}/**/*.test.ts',
      ]),
      // Many at once on a real server; skipped without TEST_DATABASE_URL.
      project('races', ['test/races/**/*.test.ts'], { fileParallelism: false, testTimeout: 60_000 }),
      // The built server as a process, killed at random moments.
      project('kill', ['test/kill/**/*.test.ts'], { fileParallelism: false }),
      // The unmodified public packages against a running server.
      project('sdk', ['test/sdk/**/*.test.ts'], { testTimeout: 60_000 }),
      project('browser', ['test/browser/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 180_000 }),
    ],
  },
})
