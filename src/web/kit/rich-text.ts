/** Conversion between plain text and the rich-text format of the API: paragraphs of text nodes. */
interface Node {
  type?: string
  nodes?: Node[]
  textData?: { text?: string }
}
const toPlainText = (node: Node): string => (node.textData?.text ?? '') + (node.nodes ?? []).map(toPlainText).join('')

/** The text of each paragraph; other nodes (pictures, lists) are reduced to their text. */
export const toParagraphs = (content: unknown): string[] => {
  const { nodes } = (content ?? {}) as Node
  return Array.isArray(nodes) ? nodes.map(toPlainText).filter((text) => text.trim() !== '') : []
}

/** Text with line breaks as rich text. */
export const toRichText = (text: string): { nodes: Node[] } => ({
  nodes: text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: line } }] })),
})
