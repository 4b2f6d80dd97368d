/** Names the files that threads and processes of their own begin with. */
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What a worker begins with. */
export interface WorkerFile {
  path: string
  /** Whether it is a source, which Node reads with a loader only. */
  isSource: boolean
}

/** `name` without ending: beside the module at `url` (its `import.meta.url`) where the sources run, else among the built files of the server. */
export function toWorkerFile(name: string, url: string): WorkerFile {
  const folder = dirname(fileURLToPath(url))
  if (url.endsWith('.ts')) return { path: join(folder, `${name}.ts`), isSource: true }
  // The build puts shared code one folder below what a process begins with.
  return { path: join(basename(folder) === 'assets' ? dirname(folder) : folder, `${name}.js`), isSource: false }
}

/** The address of a module of the loader; what is found is the form for `require`, which lies beside that for `import`. Only tests and tools run the sources: it is installed there. */
const findLoader = (name: string): string =>
  pathToFileURL(
    createRequire(import.meta.url)
      .resolve(name)
      .replace(/cjs$/, 'mjs'),
  ).href

/** Arguments of Node for a process. */
export const toProcessArguments = ({ path, isSource }: WorkerFile): string[] => (isSource ? ['--import', findLoader('tsx'), path] : [path])

/** What a thread runs: the file, or code that loads it. A thread does not heed `--import` as a process does. */
export const toThreadCode = ({ path, isSource }: WorkerFile): { filename: string; isCode: boolean } =>
  isSource
    ? {
        filename: `import(${JSON.stringify(findLoader('tsx/esm/api'))}).then((loader) => (loader.register(), import(${JSON.stringify(pathToFileURL(path).href)})))`,
        isCode: true,
      }
    : { filename: path, isCode: false }
