import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { startPostgres } from '../tools/postgres.ts'
const pg = await startPostgres(mkdtempSync(join(tmpdir(), 'moneypg-')))
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: pg.url } })
child.on('exit', async (code) => { await pg.stop(); process.exit(code ?? 1) })
