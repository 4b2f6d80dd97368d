/** The words of blocks that an owner arranged, in one language. No I/O. */
import type { Language } from '#kit/pure/languages.ts'
import { linesIn, textIn, toPlainText, type Block, type Texts } from './website.ts'

export type WrittenBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly { title: string; text?: string }[] }

/** Lists, places and pictures have no words of their own but their titles, which stand where their content is described. */
export function describeBlocks(blocks: readonly Block[], language: Language, siteLanguage: string): WrittenBlock[] {
  const readText = (texts: Texts | undefined) => textIn(texts, language, siteLanguage)
  const heading = (texts: Texts | undefined): WrittenBlock[] => (readText(texts) ? [{ kind: 'heading', text: readText(texts) }] : [])
  const text = (words: string): WrittenBlock[] => (words.trim() ? [{ kind: 'text', text: words.trim() }] : [])
  return blocks.flatMap((block): WrittenBlock[] => {
    switch (block.type) {
      case 'hero':
        return [...text(readText(block.title)), ...text(readText(block.text))]
      case 'text':
        return [
          ...heading(block.title),
          ...linesIn(block.body, language, siteLanguage).flatMap((line) =>
            line.type === 'heading' || line.type === 'subheading' ? [{ kind: 'heading' as const, text: toPlainText(line) }] : text(toPlainText(line)),
          ),
        ]
      case 'reviews':
        return [...heading(block.title), ...block.reviews.flatMap((review) => text(`“${readText(review.text)}” ${review.name}`))]
      case 'questions':
        return [
          ...heading(block.title),
          { kind: 'list', items: block.questions.map(({ question, answer }) => ({ title: readText(question), text: readText(answer) })) },
        ]
      case 'contact':
        return [...heading(block.title), ...text(readText(block.text))]
      default:
        return []
    }
  })
}
