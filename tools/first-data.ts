/** Makes the data folder that a first start of the embedded database begins with (`src/kit/db/first-data.ts`). */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packFirstData } from '#kit/db/first-data.ts'
import { migrate, toFirstDataName } from '#kit/db/migrate.ts'
import { openDatabase } from '#kit/db/open.ts'

/** Writes the file into the folder, in place of those of former versions. */
export async function makeFirstData(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) if (name.startsWith('first-data-')) rmSync(join(folder, name))
  const place = mkdtempSync(join(tmpdir(), 'atrium-first-data-'))
  try {
    const open = await openDatabase({ dataDir: join(place, 'made') })
    try {
      await migrate(open)
      await open.copyTo?.(join(place, 'copied'))
    } finally {
      await open.close()
    }
    await packFirstData(join(place, 'copied'), join(folder, toFirstDataName()))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
