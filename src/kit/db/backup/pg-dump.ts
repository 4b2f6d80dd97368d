/** The programs of PostgreSQL that write and read a dump, where they are there and new enough for the server. */
import { spawn } from 'node:child_process'

interface Ended {
  code: number
  /** What it wrote to its error output, shortened. */
  problems: string
  output: string
}

/** Runs a program to its end. A program that is not there ends with code 127. */
function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, problems]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => void (output.length < 10 && output.push(chunk)))
    child.stderr.on('data', (chunk: Buffer) => void (problems.length < 10 && problems.push(chunk)))
    const end = (code: number, more = '') =>
      resolve({ code, output: Buffer.concat(output).toString('utf8'), problems: `${Buffer.concat(problems).toString('utf8')}${more}`.trim().slice(0, 1000) })
    child.on('error', (error) => end(127, error.message))
    child.on('close', (code) => end(code ?? 1))
  })
}

/** Whether `pg_dump` and `pg_restore` are there and at least as new as the server: older ones refuse it. `server` as PostgreSQL counts: 150000 is 15.0. */
export async function canDump(server: number): Promise<boolean> {
  const versions = await Promise.all(['pg_dump', 'pg_restore'].map((program) => runProgram(program, ['--version'])))
  return versions.every(({ code, output }) => code === 0 && Number(/(\d+)(?:\.\d+|devel|beta\d|rc\d)/.exec(output)?.[1] ?? 0) >= Math.floor(server / 10_000))
}

/** The address without its password, which other users of the machine would see among the arguments. */
function toConnection(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { address: parsed.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

async function assertSuccess(program: string, running: Promise<Ended>): Promise<void> {
  const { code, problems } = await running
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${problems}`)
}

/** Writes the database, as it is at one moment, into the file. Throws with what the program said. */
export function dumpServer(url: string, file: string): Promise<void> {
  const { address, env } = toConnection(url)
  return assertSuccess('pg_dump', runProgram('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, `--dbname=${address}`], env))
}

/** Reads a dump to its end, without a database. */
export const verifyDump = (file: string): Promise<void> => assertSuccess('pg_restore', runProgram('pg_restore', ['--file=/dev/null', file]))

/** Writes a dump into an empty database, all of it or nothing. */
export function restoreDump(url: string, file: string): Promise<void> {
  const { address, env } = toConnection(url)
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments']
  return assertSuccess('pg_restore', runProgram('pg_restore', [...options, `--dbname=${address}`, file], env))
}
