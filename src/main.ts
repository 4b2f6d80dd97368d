/** Entry point. An embedded database begins to open before the program is loaded: both take about as long. */
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginEngine } from './begin-engine.ts'
import { createHolder } from './commands/holder.ts'

function findRootDir(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return here.endsWith(join('dist', 'server')) ? resolve(here, '..', '..') : resolve(here, '..')
}

const args = process.argv.slice(2)
const rootDir = findRootDir()
const holder = createHolder()
const begun = beginEngine(args, process.env, rootDir, holder.answer)
await begun?.untilStarted
const { runProgram } = await import('./program.ts')
await runProgram(args, { rootDir, holder, begun })
