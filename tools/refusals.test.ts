/** Every code that a domain can refuse with is named by a test and raised somewhere: that an operation declares it is not enough. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
const read = (file: string) => readFileSync(file, 'utf8')
const [tests, sources] = [
  [...filesUnder('test'), ...filesUnder('src/domains').filter((name) => name.endsWith('.test.ts'))],
  filesUnder('src/domains').filter((name) => !/(\.test|errors|contract)\.ts$|[\\/]contract[\\/]/.test(name)),
].map((files) => files.map(read).join('\n'))

test.each(readdirSync('src/domains').filter((domain) => readdirSync(join('src/domains', domain)).includes('errors.ts')))('refusals of %s', (domain) => {
  const codes = [...read(join('src/domains', domain, 'errors.ts')).matchAll(/^ {2}'?([A-Za-z][A-Za-z_\d]+|-\d+)'?: \{\s*status/gm)].map(
    ([, code]) => code as string,
  )
  expect(codes.length).toBeGreaterThan(0)
  const listUnnamed = (text: string | undefined) => codes.filter((code) => !text?.includes(code))
  expect({ inNoTest: listUnnamed(tests), neverUsed: listUnnamed(sources) }).toEqual({ inNoTest: [], neverUsed: [] })
})
