/** The list of contents of an archive: what it says of itself, and whether this server can take it in. */
import { filePath, type Part, tablePath, type TablePart } from '#kit/pure/archive-parts.ts'

export const FORMAT = 'atrium-site-archive'
const VERSION = 1
/** Of `manifest.json`; a site with a hundred thousand pictures stays far below. */
export const MAX_MANIFEST_BYTES = 32_000_000

export interface Manifest {
  format: typeof FORMAT
  version: number
  /** The version of the program that wrote it. */
  program: string
  site: { id: string; name: string }
  /** The migrations that made its tables. */
  migrations: string[]
  /** Tables that stayed out, with the reason. */
  leftOut: Record<string, string>
  tables: TablePart[]
  files: Part[]
}

export const MANIFEST_PATH = 'manifest.json'

export const formatManifest = (manifest: Omit<Manifest, 'format' | 'version'>): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 1)}\n`

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isPart = (part: unknown): part is Part => isObject(part) && isCount(part.bytes) && isHash(part.sha256)
const isTablePart = (part: unknown): part is TablePart =>
  isPart(part) && 'name' in part && /^[a-z_]+$/.test(String(part.name)) && part.path === tablePath(String(part.name)) && isCount((part as TablePart).rows)
const isFilePart = (part: unknown): part is Part => isPart(part) && part.path === filePath(part.sha256)
const isSite = (site: unknown): boolean =>
  isObject(site) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(site.id)) && typeof site.name === 'string'

export type ManifestReading = { ok: true; manifest: Manifest } | { refused: 'NOT_AN_ARCHIVE' | 'ARCHIVE_DAMAGED' | 'ARCHIVE_TOO_NEW'; program?: string }

/** Reads the text of a manifest. Nothing in it is taken on trust: names are those that we write, and each comes once. */
export function readManifest(text: string): ManifestReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { refused: 'ARCHIVE_DAMAGED' }
  }
  if (!isObject(value) || value.format !== FORMAT || !isCount(value.version)) return { refused: 'NOT_AN_ARCHIVE' }
  const program = typeof value.program === 'string' ? value.program : '?'
  if (value.version > VERSION) return { refused: 'ARCHIVE_TOO_NEW', program }
  const { tables, files, migrations } = value
  const isWhole =
    isSite(value.site) &&
    Array.isArray(tables) &&
    tables.every(isTablePart) &&
    Array.isArray(files) &&
    files.every(isFilePart) &&
    Array.isArray(migrations) &&
    migrations.every((name) => typeof name === 'string')
  if (!isWhole) return { refused: 'ARCHIVE_DAMAGED' }
  const manifest = value as unknown as Manifest
  const paths = [...manifest.tables, ...manifest.files].map(({ path }) => path)
  return new Set(paths).size === paths.length ? { ok: true, manifest } : { refused: 'ARCHIVE_DAMAGED' }
}

/** Whether the tables of an archive are those of this server. */
export function compareMigrations(archive: readonly string[], own: readonly string[]): 'SAME' | 'OLDER' | 'NEWER' {
  if (archive.some((name) => !own.includes(name))) return 'NEWER'
  return own.every((name) => archive.includes(name)) ? 'SAME' : 'OLDER'
}

/** Everything behind the manifest, in its order. */
export const listParts = (manifest: Manifest): Part[] => [...manifest.tables, ...manifest.files]
export const countBytes = (manifest: Manifest): number => listParts(manifest).reduce((sum, { bytes }) => sum + bytes, 0)
