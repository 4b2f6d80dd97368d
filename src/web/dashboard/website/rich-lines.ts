/** Between the lines that are stored and the document of the text editor. */
import type { TextLine, TextRun } from '#domains/website/rules/website.ts'
import { isSafeHref } from '#domains/website/rules/check-website.ts'

interface Mark {
  type: string
  attrs?: Record<string, unknown>
}
/** A node of the editor, as much of it as we know. */
export interface EditorNode {
  type?: string
  text?: string
  marks?: Mark[]
  attrs?: Record<string, unknown>
  content?: EditorNode[]
}

function toMarks({ bold, italic, href }: TextRun): Mark[] {
  return [...(bold ? [{ type: 'bold' }] : []), ...(italic ? [{ type: 'italic' }] : []), ...(href ? [{ type: 'link', attrs: { href } }] : [])]
}
const toTextNodes = (runs: readonly TextRun[]): EditorNode[] =>
  runs.filter(({ text }) => text !== '').map((run) => ({ type: 'text', text: run.text, marks: toMarks(run) }))

function toBlockNode({ type, runs }: TextLine): EditorNode {
  const content = toTextNodes(runs)
  if (type === 'heading' || type === 'subheading') return { type: 'heading', attrs: { level: type === 'heading' ? 2 : 3 }, content }
  return { type: 'paragraph', content }
}

export function toEditorDocument(lines: readonly TextLine[]): EditorNode {
  const content: EditorNode[] = []
  for (const line of lines) {
    const listType = line.type === 'bullet' ? 'bulletList' : line.type === 'number' ? 'orderedList' : undefined
    if (!listType) content.push(toBlockNode(line))
    else {
      const item = { type: 'listItem', content: [toBlockNode({ ...line, type: 'paragraph' })] }
      const last = content.at(-1)
      if (last?.type === listType) last.content?.push(item)
      else content.push({ type: listType, content: [item] })
    }
  }
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function toRun({ text = '', marks = [] }: EditorNode): TextRun {
  const has = (type: string) => marks.find((mark) => mark.type === type)
  const href = has('link')?.attrs?.href
  return {
    text,
    ...(has('bold') ? { bold: true } : {}),
    ...(has('italic') ? { italic: true } : {}),
    ...(typeof href === 'string' && isSafeHref(href) ? { href } : {}),
  }
}
/** The text of a block; a break of the line begins a new one of the same kind. */
function toLines(node: EditorNode, type: TextLine['type']): TextLine[] {
  const lines: TextRun[][] = [[]]
  for (const inline of node.content ?? []) {
    if (inline.type === 'hardBreak') lines.push([])
    else if (inline.text) lines.at(-1)?.push(toRun(inline))
  }
  return lines.map((runs) => ({ type, runs }))
}
/** Lists within lists become one list. */
function toListLines(node: EditorNode, type: TextLine['type']): TextLine[] {
  return (node.content ?? []).flatMap((item) =>
    (item.content ?? []).flatMap((inner) => (inner.type === 'bulletList' || inner.type === 'orderedList' ? toListLines(inner, type) : toLines(inner, type))),
  )
}

export function toTextLines(document: EditorNode): TextLine[] {
  const lines = (document.content ?? []).flatMap((node): TextLine[] => {
    switch (node.type) {
      case 'heading':
        return toLines(node, node.attrs?.level === 3 ? 'subheading' : 'heading')
      case 'bulletList':
        return toListLines(node, 'bullet')
      case 'orderedList':
        return toListLines(node, 'number')
      default:
        return toLines(node, 'paragraph')
    }
  })
  const isEmpty = lines.every(({ runs }) => runs.length === 0)
  return isEmpty ? [] : lines
}
