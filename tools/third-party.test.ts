import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listComponents, listImports, permissive, readComponents } from './third-party.ts'

const sha512 = (byte: string) => `sha512-${Buffer.from(byte.repeat(64), 'hex').toString('base64')}`
const locked = {
  '': { dependencies: { a: '1' } },
  'node_modules/a': { version: '1.0.0', license: 'MIT', integrity: sha512('0a'), dependencies: { b: '2' }, optionalDependencies: { gone: '1' } },
  'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC', dependencies: { a: '1' } },
  'node_modules/b': { version: '1.0.0', license: 'ISC' },
  'node_modules/@scope/c': { version: '3.0.0', license: 'MIT', dependencies: { b: '1' } },
  'node_modules/unused': { version: '9.0.0', license: 'GPL-3.0' },
}

test('what ships is what the server needs and what the pages import, with all that these need', () => {
  const found = listComponents(locked, ['@scope/c'])
  expect(found.map(({ name, version, place }) => `${name} ${version} ${place}`)).toEqual([
    '@scope/c 3.0.0 pages',
    'a 1.0.0 server',
    'b 1.0.0 pages',
    'b 2.0.0 server',
  ])
  expect(found[1]).toMatchObject({ license: 'MIT', sha512: '0a'.repeat(64) })
})

test('imports are read from sources: packages by name, neither files nor those of Node', () => {
  const source = `import { a } from '@mantine/core'\nimport 'dayjs/locale/de'\nconst b = await import('@tiptap/react')\nimport { c } from './c.ts'\nimport d from 'node:fs'`
  expect(listImports([source])).toEqual(['@mantine/core', 'dayjs', '@tiptap/react'])
})

test('every package that ships has a licence that asks for no more than to be named, and a hash', () => {
  const all = readComponents()
  expect(all.filter(({ place }) => place === 'server').length).toBeGreaterThan(100)
  expect(all.filter(({ place }) => place === 'pages').map(({ name }) => name)).toEqual(expect.arrayContaining(['react', '@mantine/core']))
  expect(all.filter(({ license }) => !permissive.has(license)).map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  expect(all.filter((one) => !/^[0-9a-f]{128}$/.test(one.sha512)).map(({ name }) => name)).toEqual([])
})

test('the list for programs names each component once', () => {
  const { components } = JSON.parse(readFileSync('docs/sbom.cdx.json', 'utf8')) as { components: { purl: string; hashes: unknown[] }[] }
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
})
