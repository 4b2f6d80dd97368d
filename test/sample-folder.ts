/** A folder for the samples that the files of one run share; the processes that run them read its name. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-samples-'))
  process.env.ATRIUM_SAMPLES = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
