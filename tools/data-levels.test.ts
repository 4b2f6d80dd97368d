/** docs/data.md gives every table one level, and none a lower one than its columns ask for. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sealedValues } from '../src/domains.ts'

const page = readFileSync('docs/data.md', 'utf8')
const levels = Object.fromEntries(
  [...page.matchAll(/^### (\w+)\n([^#]+)/gm)].map(([, level = '', text = '']) => [
    level.toLowerCase(),
    [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  ]),
)
const columnsOf = new Map(
  [...readFileSync('src/kit/db/schema.sql', 'utf8').matchAll(/^create table (\w+) \(\n([^;]+?)\n\);/gm)].map(([, table = '', body = '']) => [
    table,
    body.split('\n').map((line) => line.trim().split(' ')[0] ?? ''),
  ]),
)
const tablesWith = (pattern: RegExp) => [...columnsOf].filter(([, columns]) => columns.some((name) => pattern.test(name))).map(([table]) => table)
const isAt =
  (...names: string[]) =>
  (table: string) =>
    names.some((name) => levels[name]?.includes(table))

test('every table has one level', () => {
  expect(Object.keys(levels)).toEqual(['secret', 'personal', 'books', 'business', 'public'])
  expect(Object.values(levels).flat().toSorted()).toEqual([...columnsOf.keys()].toSorted())
})

test('what is sealed or kept as a hash is secret', () => {
  const hashed = tablesWith(/^(token|code|key|secret|password|transfer|flow)_hash$|^private_key$/)
  const sealed = sealedValues.map(({ table }) => table)
  expect(hashed.length).toBeGreaterThan(10)
  expect([...new Set([...hashed, ...sealed])].filter((table) => !isAt('secret')(table))).toEqual([])
})

test('what names a person is not called public, nor merely of the business', () => {
  const named = tablesWith(
    /^(emails?|email_key|phones?|first_name|last_name|buyer_name|buyer_email|ip|user_agent|birthda\w+|recipient|member_id|contact_id|identity_id|visitor_id|account_email|answers|last4)$/,
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((table) => !isAt('secret', 'personal', 'books')(table))).toEqual([])
})
