/** The file of an archive: what of it is refused, and in which words. */
import { type Entry, NotWhole, packParts, readText, unpackParts } from '#kit/db/archive/container.ts'
import { spooledFile } from '#kit/db/archive/spool.ts'
import type { Part } from '#kit/pure/archive-parts.ts'
import { refuse } from '../errors.ts'
import { MANIFEST_PATH, MAX_MANIFEST_BYTES } from '../rules/manifest.ts'

/** Packs the manifest and the parts of the folder into the file. */
export const packArchive = (folder: string, manifest: string, parts: readonly Part[], file: string): Promise<void> =>
  packParts(file, { path: MANIFEST_PATH, text: manifest }, parts, (part) => spooledFile(folder, part))

/** Calls `take` with each entry in turn; it reads the content to its end. Refuses what is no archive, and one that ends too early. */
export async function unpackArchive(source: AsyncIterable<Uint8Array>, take: (entry: Entry) => Promise<void>): Promise<void> {
  await unpackParts(source, take).catch((error: unknown) => {
    if (!(error instanceof NotWhole)) throw error
    refuse(error.isForeign ? 'NOT_AN_ARCHIVE' : 'ARCHIVE_DAMAGED', { part: error.message })
  })
}

/** The text of the manifest. Refuses with NOT_AN_ARCHIVE what cannot be one. */
export const readManifestText = async (entry: Entry): Promise<string> => (await readText(entry, MAX_MANIFEST_BYTES)) ?? refuse('NOT_AN_ARCHIVE')
