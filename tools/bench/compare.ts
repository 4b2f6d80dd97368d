/**
 * `npm run bench:compare -- <folder> [words]`: the bench of another checkout, with its packages installed, and that of this one, in turns on
 * the same machine. Each scenario is measured in processes of its own, that of the other checkout right before ours: what ran earlier in a
 * process decides how its code is compiled. Each figure is the median of its turns; ratios to the bare server are what counts.
 *
 *   git worktree add ../before v0.1.0 && (cd ../before && npm ci) && npm run bench:compare -- ../before server
 *   BENCH_TURNS=3 npm run bench:compare -- ../before booking
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { scenarios } from './scenarios.ts'

const turns = Number(process.env.BENCH_TURNS ?? 3)
const [folder, ...words] = process.argv.slice(2)
if (!folder || !existsSync(join(folder, 'tools/bench/run.ts'))) {
  console.error('The first word names the folder of another checkout.')
  process.exit(2)
}

/** Figures of one run of the bench for these words, by their names; an exit code other than 0 only says that some fall short. */
async function runBench(checkout: string, words: readonly string[]): Promise<Map<string, string>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/run.ts', ...words, '--markdown'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await new Promise((done) => child.once('close', done))
  const rows = [...out.matchAll(/^\| (?:\*\*short:\*\* )?(.+?) \| (.+?) \| (.*) \|$/gm)].map(([, name, figure, note]) => {
    if (figure === '–') console.error(`${checkout}: ${name} gave no figure: ${note}`)
    return [name, figure] as [string, string]
  })
  return new Map(rows.filter(([name]) => name !== 'what'))
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
/** The median of figures of one kind, with their unit. */
function summarize(figures: readonly (string | undefined)[]): string {
  const numbers = figures.map((figure) => Number.parseFloat((figure ?? '').replaceAll(',', ''))).filter((number) => !Number.isNaN(number))
  if (numbers.length === 0) return '–'
  const [, unit = ''] = /^[\d.,]+\s*(.*)$/.exec(figures.find((figure) => figure !== undefined) ?? '') ?? []
  return `${median(numbers)}${unit && ` ${unit}`}`
}

const databases = words.filter((word) => word === 'server' || word === 'embedded')
const wanted = words.filter((word) => word !== 'server' && word !== 'embedded')
const measurements = [...scenarios.map(({ name }) => name), 'renewals'].filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
const checkouts = { before: resolve(folder), now: process.cwd() }
console.log(`${turns} turns of each, every scenario in processes of its own.\n\n| what | before | now |\n|---|---|---|`)
for (const measurement of measurements) {
  const taken: { before: Map<string, string>; now: Map<string, string> }[] = []
  for (let turn = 0; turn < turns; turn++)
    taken.push({
      before: await runBench(checkouts.before, [...databases, measurement]),
      now: await runBench(checkouts.now, [...databases, measurement]),
    })
  for (const name of new Set(taken.flatMap(({ before, now }) => [...now.keys(), ...before.keys()])))
    console.log(`| ${name} | ${summarize(taken.map(({ before }) => before.get(name)))} | ${summarize(taken.map(({ now }) => now.get(name)))} |`)
}
console.log(`\nLoad average ${loadavg()[0]?.toFixed(1)} at the end.`)
