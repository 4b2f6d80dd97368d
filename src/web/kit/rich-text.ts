/** Plain paragraphs in the rich-text form that texts about members travel in: a list of nodes, each a paragraph of text nodes. */
interface Node {
  type?: string
  nodes?: Node[]
  textData?: { text?: string }
}
const toPlainText = (node: Node): string => (node.textData?.text ?? '') + (node.nodes ?? []).map(toPlainText).join('')

/** The words of a rich text, a paragraph per entry; whatever else it holds (pictures, lists) is told as its text or left out. */
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
