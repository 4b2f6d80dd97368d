/**
 * The data folder that a first start of the embedded database begins with: made by the build, with all tables and no row of a site. To make one
 * takes the engine twice, four times the time of a start and three times the memory.
 */
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packParts, readText, unpackParts } from './archive/container.ts'
import { listTree, measurePart } from './backup/backup-file.ts'

/** The first part: folders that hold no file, which the engine wants all the same. */
const EMPTY_FOLDERS = 'empty-folders.json'
const LIST_BYTES = 100_000

/** Packs a folder that `copyTo` of an engine made. */
export async function packFirstData(folder: string, file: string): Promise<void> {
  const { files, folders } = await listTree(folder)
  const parts = []
  for (const path of files) parts.push(await measurePart(folder, path))
  await packParts(file, { path: EMPTY_FOLDERS, text: JSON.stringify(folders) }, parts, ({ path }) => join(folder, path))
}

/** Writes the files into the folder. Nothing is brought to the disk yet. Throws NotWhole for a damaged file. */
export async function unpackFirstData(file: string, folder: string): Promise<void> {
  const made = new Set<string>()
  // Nearly two thousand files lie in few folders.
  const makeFolder = (path: string) => {
    if (!made.has(path)) mkdirSync(path, { recursive: true, mode: 0o700 })
    made.add(path)
  }
  await unpackParts(createReadStream(file), async (entry) => {
    if (entry.path === EMPTY_FOLDERS) {
      for (const path of JSON.parse((await readText(entry, LIST_BYTES)) ?? '[]') as string[]) makeFolder(join(folder, path))
      return
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of entry.content) chunks.push(chunk)
    const path = join(folder, entry.path)
    makeFolder(dirname(path))
    writeFileSync(path, Buffer.concat(chunks), { mode: 0o600 })
  })
}
