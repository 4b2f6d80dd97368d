/**
 * The embedded engine, compiled. A worker of the tests would compile it anew, first badly and then, function by function, well: a third of all
 * its work in a run of one domain. What earlier runs have compiled well is kept in `.cache` and given to V8 again, which refuses what another
 * version, processor or set of flags has made; then it is compiled as usual.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** V8 offers both under this flag only. */
setFlagsFromString('--allow-natives-syntax')
const serialize = new Function('module', 'return %SerializeWasmModule(module)') as (module: WebAssembly.Module) => ArrayBuffer | undefined
const deserialize = new Function('compiled', 'source', 'return %DeserializeWasmModule(compiled, source)') as (
  compiled: ArrayBuffer,
  source: Uint8Array,
) => WebAssembly.Module | undefined

const source = () => readFileSync(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'))

let loaded: { module: WebAssembly.Module; file: string } | undefined

function readCompiled(file: string, wire: Buffer): WebAssembly.Module | undefined {
  try {
    const bytes = readFileSync(file)
    return deserialize(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer, new Uint8Array(wire))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The compiled engine of this process. */
export function getCompiledEngine(): WebAssembly.Module {
  if (loaded) return loaded.module
  const wire = source()
  const maker = [process.version, process.arch, cpus()[0]?.model, ...process.execArgv].join(' ')
  const file = join('.cache', `engine-${createHash('sha256').update(maker).update(wire).digest('hex').slice(0, 16)}.bin`)
  loaded = { file, module: readCompiled(file, wire) ?? new WebAssembly.Module(new Uint8Array(wire)) }
  return loaded.module
}

/** After so many seconds of work it is looked whether much more has been compiled well than is kept. */
const CHECKPOINTS = [15, 60, 180]
const WORTH_KEEPING = 1.2

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Keeps what this process has compiled for later ones; called between two files of tests. */
export function keepCompiledEngine(): void {
  const { user } = process.cpuUsage()
  const [next] = CHECKPOINTS
  if (!loaded || next === undefined || user / 1_000_000 < next) return
  CHECKPOINTS.shift()
  const compiled = serialize(loaded.module)
  if (!compiled || compiled.byteLength < sizeOf(loaded.file) * WORTH_KEEPING) return
  mkdirSync('.cache', { recursive: true })
  // Two workers may write at once: no reader sees half of it.
  const part = `${loaded.file}.${process.pid}`
  writeFileSync(part, Buffer.from(compiled))
  renameSync(part, loaded.file)
}
