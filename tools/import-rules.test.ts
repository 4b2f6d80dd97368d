import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const planted = 'tools/planted-violations/'
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }

interface Report {
  summary: { violations: { from: string; rule: { name: string } }[]; totalCruised: number }
}

async function cruise(folder: string, root: string): Promise<Report['summary']> {
  const args = ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', folder, '--output-type', 'json']
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, CRUISE_ROOT: root }, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout: string }) => error,
  )
  return (JSON.parse(stdout) as Report).summary
}

test('every import rule reports the breach that was planted for it', async () => {
  const { violations } = await cruise(`${planted}src`, planted)
  const reported = new Set(violations.map(({ rule }) => rule.name))
  expect([...new Set(forbidden.map(({ name }) => name))].filter((name) => !reported.has(name))).toEqual([])
}, 60_000)

test('the real tree is read: the gate sees its files', async () => {
  const { totalCruised } = await cruise('src/kit', '')
  expect(totalCruised).toBeGreaterThan(20)
}, 60_000)
