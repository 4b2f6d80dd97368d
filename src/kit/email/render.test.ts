import { expect, test } from 'vitest'
import { buildByLanguage } from '../pure/languages.ts'
import { defineEmails, renderEmail } from './render.ts'

const render = (line: string, siteUrl = 'https://river.example', language = 'en') => {
  const build = () => ({ subject: 'Hello', paragraphs: [`First\n${line}`] })
  const catalog = defineEmails<{ HELLO: object }>(buildByLanguage(() => ({ HELLO: build })))
  const sender = { siteName: 'River', accent: '#123456', timeZone: 'UTC' }
  return renderEmail(catalog, { template: 'HELLO', variables: { siteUrl }, language }, sender)
}

test('a line that leads to the site is a link by its label; the plain text keeps the address', () => {
  const { html, text } = render('Your receipt: https://river.example/r/abc?x=1&y=2')
  expect(html).toContain('First<br><a href="https://river.example/r/abc?x=1&#38;y=2" style="color:#123456">Your receipt</a></p>')
  expect(html).not.toContain('>https://')
  expect(text).toContain('Your receipt: https://river.example/r/abc?x=1&y=2')
})
test('a label ends before the blank that French has there', () => {
  expect(render('Votre reçu\u00a0: https://river.example/r/abc', undefined, 'fr').html).toContain('>Votre reçu</a></p>')
})
test.for<[what: string, line: string]>([
  ['of another site', 'Your receipt: https://elsewhere.example/r/abc'],
  ['of another port', 'Your receipt: https://river.example:8443/r/abc'],
  ['of a site whose name only begins alike', 'Your receipt: https://river.example.evil.example/r/abc'],
  ['with the site as its user', 'Your receipt: https://river.example@evil.example/r/abc'],
  ['in the middle of a sentence', 'Note: see https://river.example/r/abc for more'],
  ['that runs a script', 'Your receipt: javascript:alert(1)'],
])('an address %s is no link', ([, line]) => {
  const { html } = render(line)
  expect(html).not.toContain('<a ')
  expect(html).toContain(`First<br>${line}</p>`)
})
test('without the address of the site nothing is a link', () => {
  expect(render('Your receipt: https://river.example/r/abc', '').html).not.toContain('<a ')
})
