/** The embedded database whose thread fails: the process ends, so that what watches over it starts it anew. The thread is a stand-in. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from './config.ts'
import { openAsItIs } from './open-database.ts'
import { createLogger } from '#kit/observability/logger.ts'

let rootDir: string
beforeEach(() => (rootDir = mkdtempSync(join(tmpdir(), 'atrium-broken-'))))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(rootDir, { recursive: true, force: true })
})

/** A build whose worker opens at once and ends at the first call. */
function plantWorker(): void {
  const folder = join(rootDir, 'dist', 'server')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'pglite-worker.js'),
    "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => process.exit(7)); parentPort.postMessage({ ready: true })",
  )
}

test('a thread that ends, ends the process with a sentence for the operator', async () => {
  plantWorker()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const open = await openAsItIs({ rootDir, dataDir: join(rootDir, 'data') } as Config, await createLogger({ level: 'silent', format: 'json' }))
  await expect(sql`select 1`.execute(open.db)).rejects.toThrow('The embedded database cannot go on: its thread ended with code 7.')
  expect(exit.mock.calls).toEqual([[1]])
  expect(print.mock.calls.map(([sentence]) => sentence)).toEqual([
    expect.stringMatching(/^The embedded database cannot go on: its thread ended with code 7\. /),
  ])
})
