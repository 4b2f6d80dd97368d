#!/usr/bin/env node
/**
 * `npm start`, and the command `atrium`: in a checkout it installs what is missing and builds what is stale; then it runs the server, or the command of
 * the arguments, in this process. Plain JavaScript without dependencies, for it runs before anything is installed.
 * `--build-only` stops after the build; every other argument reaches the server.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import * as modules from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = (...steps) => join(root, ...steps)
const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path(file)))
      .update('\0')
  return hash.digest('hex')
}
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function giveUp(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

function run(what, command, args, advice) {
  console.log(what)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' })
  if (error || status !== 0) giveUp(advice)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) giveUp(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`)
}

/** The lock file decides: by its hash after our own install, by its time after one made by hand. */
function installed(lockHash) {
  const stamp = path('node_modules', '.atrium-lock')
  if (existsSync(stamp)) return textOf(stamp) === lockHash
  const marker = path('node_modules', '.package-lock.json')
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(path('package-lock.json')).mtimeMs
}

function install() {
  const lockHash = hashOf(['package-lock.json'])
  if (installed(lockHash)) return
  // Installing empties the folder first, also the one behind a link, which others may be using.
  if (lstatSync(path('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    giveUp('node_modules is a link to a folder that does not match package-lock.json. Remove the link, or install there: npm ci')
  run(
    'Installing packages (only the first time, or after an update) …',
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund'],
    'The packages could not be installed. Is the network reachable? Try: npm ci',
  )
  writeFileSync(path('node_modules', '.atrium-lock'), lockHash)
}

const sources = (folder) =>
  readdirSync(path(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test\.tsx?|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()

/** What decides with the sources how the build looks. */
const buildTools = ['build', 'first-data', 'mantine-parts', 'page-files', 'texts-by-language'].map((name) => `tools/${name}.ts`)

function build() {
  const stamp = path('dist', '.stamp')
  const hash = hashOf([...sources('src'), 'vite.config.ts', 'package.json', 'package-lock.json', ...buildTools])
  if (textOf(stamp) === hash) return
  run('Building …', process.execPath, ['--import', 'tsx', 'tools/build.ts', 'tools/texts-by-language.ts'], 'The build failed; the lines above say where.')
  mkdirSync(path('dist'), { recursive: true })
  writeFileSync(stamp, hash)
}

checkNode()
// The package has no sources: its packages were installed with it, and it comes built.
if (existsSync(path('src'))) {
  install()
  build()
}
// From Node 22 on, compiled code is kept between starts.
modules.enableCompileCache?.()
if (process.argv.includes('--build-only')) console.log('dist is up to date.')
else await import(pathToFileURL(path('dist', 'server', 'main.js')).href)
