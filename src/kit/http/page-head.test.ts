import { expect, test } from 'vitest'
import { writeHead } from './page-head.ts'

const built = '<!doctype html><html lang="en"><head><meta name="description" content="Built." />\n<title>Welcome</title></head></html>'
const head = {
  title: 'A & <b>',
  description: 'Say "hi"',
  siteName: 'S',
  language: 'de',
  alternates: [],
  structuredData: [{ name: '</script><script>alert(1)' }],
}

test('title, description and language replace those of the built page', () => {
  const html = writeHead(built, { ...head, canonical: 'https://s.example/?a=1&b' })
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<title>A &amp; &lt;b&gt;</title>')
  expect(html).toContain('<meta name="description" content="Say &quot;hi&quot;" />')
  expect(html).toContain('<link rel="canonical" href="https://s.example/?a=1&amp;b" />')
  expect(html.match(/<title>|name="description"/g)).toHaveLength(2)
  expect(html).not.toContain('Built.')
})
test('the locale of Open Graph names a territory', () => {
  expect(writeHead(built, head)).toContain('<meta property="og:locale" content="de_DE" />')
})
test('no text of an owner ends the structured data', () => {
  expect(writeHead(built, head)).toContain('{"name":"\\u003c/script>\\u003cscript>alert(1)"}</script>')
})
test('readers without JavaScript get what the page says', () => {
  const page = `${built}<noscript><p>Needs JavaScript.</p></noscript>`
  expect(writeHead(page, { ...head, content: '<main>$& yoga</main>' })).toContain('<main>$& yoga</main><p>Needs JavaScript.</p></noscript>')
})
test('dollar signs of a price stay', () => {
  expect(writeHead(built, { ...head, title: "$& $' $1" })).toContain("<title>$&amp; $' $1</title>")
})
