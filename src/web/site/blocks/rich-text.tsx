/** Rich text of the owner: lines of runs, never HTML. */
import { Fragment, type ReactNode } from 'react'
import type { TextLine, TextRun } from '#domains/website/rules/website.ts'
import { isSafeHref } from '#domains/website/rules/check-website.ts'

function renderRun({ text, bold, italic, href }: TextRun, key: number): ReactNode {
  const words = italic ? <em>{text}</em> : text
  const marked = bold ? <strong>{words}</strong> : words
  return href && isSafeHref(href) ? (
    <a key={key} className="link" href={href} {...(/^https?:/i.test(href) ? { rel: 'noopener' } : {})}>
      {marked}
    </a>
  ) : (
    <Fragment key={key}>{marked}</Fragment>
  )
}
const renderRuns = ({ runs }: TextLine): ReactNode => runs.map(renderRun)

/** Items of a list that follow each other stand in one list. */
function groupLines(lines: readonly TextLine[]): { type: TextLine['type']; lines: TextLine[] }[] {
  const groups: { type: TextLine['type']; lines: TextLine[] }[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.type === line.type && (line.type === 'bullet' || line.type === 'number')) last.lines.push(line)
    else groups.push({ type: line.type, lines: [line] })
  }
  return groups
}

/** `below`: the level of the heading above the text. */
export function RichText({ lines, below }: { lines: readonly TextLine[]; below: 1 | 2 }) {
  const Heading = below === 1 ? 'h2' : 'h3'
  const Subheading = below === 1 ? 'h3' : 'h4'
  const isEmpty = ({ runs }: TextLine) => runs.every(({ text }) => text.trim() === '')
  return (
    <div className="rich">
      {groupLines(lines).map((group, at) => {
        const [first] = group.lines
        if (!first || (group.lines.length === 1 && isEmpty(first))) return null
        const items = group.lines.map((line, index) => <li key={index}>{renderRuns(line)}</li>)
        if (group.type === 'bullet') return <ul key={at}>{items}</ul>
        if (group.type === 'number') return <ol key={at}>{items}</ol>
        if (group.type === 'heading') return <Heading key={at}>{renderRuns(first)}</Heading>
        if (group.type === 'subheading') return <Subheading key={at}>{renderRuns(first)}</Subheading>
        return <p key={at}>{renderRuns(first)}</p>
      })}
    </div>
  )
}
