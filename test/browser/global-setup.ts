/** A folder for what the files of one run share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-samples-'))
  project.provide('samples', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  export interface ProvidedContext {
    samples: string
  }
}
