/** What of the domains `npm test` tries on the embedded database: files that are there, and of every domain something. */
import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embeddedFiles } from './embedded-files.ts'

test('the list names files that are there, each once', () => {
  const named = embeddedFiles.filter((one) => !/[*{!]/.test(one))
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

test('every domain that has tests has one among them', () => {
  const domains = readdirSync('src/domains').filter((name) => readdirSync(`src/domains/${name}`).some((file) => file.endsWith('.test.ts')))
  expect(domains.length).toBeGreaterThan(20)
  expect(domains.filter((name) => !embeddedFiles.some((file) => file.startsWith(`src/domains/${name}/`)))).toEqual([])
})
