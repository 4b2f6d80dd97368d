/** A test file that pays is on the list of those that run on Stripe's stand-in too, or says why not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sandboxOnly, stripeFiles } from './stripe-files.ts'

/** Whether a test file takes or gives back money: by card, by the test operations, or by refunds. Rules and columns of lists do not. */
const paysMoney = (text: string): boolean =>
  /\bcard\b(?!s? of)|factories\/plan-orders|\/_test\/payments|\/refund\b/.test(text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, ''))
const domainFiles = ['src/domains', 'test/stories'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/(^|\/)rules\//.test(name))
    .map((name) => join(folder, name)),
)

test('every test file that pays runs on Stripe’s stand-in, or has a reason not to', () => {
  const paying = domainFiles.filter((file) => paysMoney(readFileSync(file, 'utf8')))
  expect(paying.length).toBeGreaterThan(30)
  expect(paying.filter((file) => !stripeFiles.all.includes(file) && !sandboxOnly[file])).toEqual([])
})

test.each([
  ['const paid = await studio.book({ slot, card })', true],
  ["await server.ok('POST', '/_test/payments/pay', { body })", true],
  ['// the card of a client\nexpect(list).toHaveLength(2)', false],
])('whether %j pays: %s', (text, pays) => expect(paysMoney(text)).toBe(pays))

test('the lists name files that are there, each once', () => {
  const listed = [...stripeFiles.all, ...Object.keys(sandboxOnly)]
  expect(listed.filter((file) => !existsSync(file))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})
