import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextLine } from '#domains/website/rules/website.ts'
import { toEditorDocument, toTextLines } from './rich-lines.ts'

const text = fc.string({ minLength: 1, maxLength: 20 })
const run = fc
  .record({ text, bold: fc.boolean(), italic: fc.boolean(), href: fc.option(fc.constantFrom('https://a.example/b', 'mailto:a@b.example', '/about')) })
  .map(({ text: words, bold, italic, href }) => ({ text: words, ...(bold ? { bold } : {}), ...(italic ? { italic } : {}), ...(href ? { href } : {}) }))
const line = fc.record({ type: fc.constantFrom('paragraph', 'heading', 'subheading', 'bullet', 'number'), runs: fc.array(run, { minLength: 1, maxLength: 4 }) })

test('what the editor is given comes back as it was', () => {
  const texts = fc.array(line, { maxLength: 12 }) as fc.Arbitrary<TextLine[]>
  fc.assert(
    fc.property(texts, (lines) => {
      expect(toTextLines(toEditorDocument(lines))).toEqual(lines)
    }),
  )
})

test('an empty text has no lines', () => {
  expect(toEditorDocument([])).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
  expect(toTextLines({ type: 'doc', content: [{ type: 'paragraph' }, { type: 'paragraph', content: [] }] })).toEqual([])
})

test('lists within lists become one list, breaks become lines, and scripts behind links are dropped', () => {
  const words = (...content: object[]) => ({ type: 'paragraph', content })
  const document = {
    type: 'doc',
    content: [
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              words({ type: 'text', text: 'a' }),
              { type: 'orderedList', content: [{ type: 'listItem', content: [words({ type: 'text', text: 'b' })] }] },
            ],
          },
        ],
      },
      words({ type: 'text', text: 'c' }, { type: 'hardBreak' }, { type: 'text', text: 'd', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }),
    ],
  }
  expect(toTextLines(document)).toEqual([
    { type: 'bullet', runs: [{ text: 'a' }] },
    { type: 'bullet', runs: [{ text: 'b' }] },
    { type: 'paragraph', runs: [{ text: 'c' }] },
    { type: 'paragraph', runs: [{ text: 'd' }] },
  ])
})
