/** `npm run dev`: the server, restarted when a file changes, and the browser app with hot reload, both with a sample: the studio, or `-- --sample=practice`. */
import { spawn, type ChildProcess } from 'node:child_process'

const commands: string[][] = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main.ts', '--sample', ...process.argv.slice(2)],
  ['node_modules/vite/bin/vite.js'],
]
const children: ChildProcess[] = commands.map((args) => spawn(process.execPath, args, { stdio: 'inherit', env: { TEST_HOOKS: '1', ...process.env } }))
const endAll = (signal: NodeJS.Signals) => {
  for (const child of children) child.kill(signal)
}
process.on('SIGINT', () => endAll('SIGINT'))
process.on('SIGTERM', () => endAll('SIGTERM'))
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    endAll('SIGTERM')
  })
}
