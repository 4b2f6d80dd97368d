/** Commands and settings that the documents name are there. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { suites } from './soak-suites.ts'

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
/** The names that a table of a tool has: `name: …` at the beginning of a line within it. */
function namesIn(file: string, table: RegExp): string[] {
  const [, body = ''] = table.exec(readFileSync(file, 'utf8')) ?? []
  return [...body.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map((match) => match[1] ?? '')
}
const stages = ['check', ...namesIn('tools/test.ts', /\nconst stages[^\n]*\n([\s\S]*?)\n}/)]
const soakSuites = Object.keys(suites)

/** Code of a page: lines of its fences, and what stands between backticks. */
function getCode(page: string): string[] {
  const fences = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? '').split('\n'))
  return [...fences, ...[...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')]
}
const commands = pages.flatMap((file) =>
  getCode(readFileSync(file, 'utf8'))
    .flatMap((line) => line.replace(/\s#.*$/, '').split('&&'))
    .map((command) => command.trim().replace(/^([A-Z_]+=\S+ )+/, ''))
    .filter((command) => /^(npm (run|test|start|ci)|npx|tsx|node tools)/.test(command))
    .map((command) => ({ file, command })),
)

/** What is wrong with a command; undefined when it can be run. */
function findFault(command: string): string | undefined {
  const [program = '', ...rest] = command.split(/\s+/)
  if (program === 'npm' && rest[0] === 'ci') return undefined
  if (program === 'npm') {
    const script = rest[0] === 'run' ? rest[1] : rest[0]
    if (!script || !(script in scripts)) return `no script ${script}`
    const only = /--only (\S+)/.exec(command)?.[1]?.split(',') ?? []
    return script === 'soak' ? only.find((name) => !soakSuites.includes(name)) : undefined
  }
  const [tool, ...args] = program === 'npx' ? rest : [program, ...rest]
  const paths = args.filter((one) => /^(src|test|tools)\//.test(one))
  const missing = paths.find((path) => !existsSync(path))
  if (missing) return `no ${missing}`
  if (paths[0] === 'tools/test.ts') return args.slice(1).find((name) => !stages.includes(name) && name !== '…')
  return tool === 'tsx' || tool === 'vitest' || tool === 'node' ? undefined : `no ${tool}`
}

test('every command in the documents can be run', () => {
  expect([stages.length, soakSuites.length, commands.length].every((count) => count > 5)).toBe(true)
  const faults = commands.map(({ file, command }) => ({ file, command, fault: findFault(command) }))
  expect(faults.filter(({ fault }) => fault !== undefined)).toEqual([])
})

test('a command that is not there is found', () => {
  expect([
    findFault('npm run gone'),
    findFault('npm run soak -- --only kill,gone'),
    findFault('npx tsx tools/gone.ts'),
    findFault('npx tsx tools/test.ts check gone'),
    findFault('npm run check'),
  ]).toEqual(['no script gone', 'gone', 'no tools/gone.ts', 'gone', undefined])
})

test('the documented settings are those that the server reads', () => {
  const [, table = ''] = /## Settings \(environment\)\n([\s\S]*?)\n\n/.exec(readFileSync('docs/operators.md', 'utf8')) ?? []
  const documented = [...table.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap((match) => (match[1] ?? '').replaceAll('`', '').split(', '))
  const read = new Set<string>()
  // A Stripe key makes it read what belongs to Stripe.
  const settings: Record<string, string> = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const get = (all: typeof settings, name: string) => {
    read.add(name)
    return all[name]
  }
  readConfig(new Proxy(settings, { get }), process.cwd())
  // Known to every program of Node.
  read.delete('NODE_ENV')
  expect(documented.toSorted()).toEqual([...read].toSorted())
})

test('what trust.md names as proof is there', () => {
  const page = readFileSync('docs/trust.md', 'utf8')
  const paths = getCode(page).filter((code) => /^(src|test|tools|docs)\/[\w./-]+$/.test(code))
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})
