/** Another process that holds a data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** `env`: what it has beside our own environment. */
export async function startHolder(folder: string, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const script = `import(${JSON.stringify(resolve('src/kit/db/data-dir-lock.ts'))}).then(({ lockDataDir }) => lockDataDir(${JSON.stringify(folder)}, async (line) => 'heard ' + line)).then(() => { console.log('held'); setInterval(() => {}, 1000) })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

/** Leaves in the folder what a killed process leaves. */
export async function leaveStaleLock(folder: string): Promise<void> {
  const child = await startHolder(folder)
  child.kill('SIGKILL')
  await once(child, 'exit')
}
