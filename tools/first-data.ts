/** Makes the data folder that a first start of the embedded database begins with (`src/kit/db/first-data.ts`). */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
    const file = join(folder, toFirstDataName())
    await packFirstData(join(place, 'copied'), file)
    // It holds nothing of anyone, and the server runs as another user than the one who built it.
    chmodSync(file, 0o644)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
