/** The content of a page as Markdown and as HTML. Texts of owners stay texts: nothing in them becomes markup. No I/O. */
import type { ContentBlock, ContentItem, PageContent } from './page-content.ts'

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/g, (sign) => `\\${sign}`)
const toMarkdownItem = ({ title, url, facts }: ContentItem): string => {
  const name = url ? `[${escapeMarkdown(title)}](<${url}>)` : escapeMarkdown(title)
  const details = facts.map((fact) => escapeMarkdown(fact.replaceAll(/\s+/g, ' ').trim())).join(' · ')
  return `- ${name}${details ? `: ${details}` : ''}`
}
function toMarkdownBlock(block: ContentBlock): string {
  if (block.kind === 'heading') return `## ${escapeMarkdown(block.text)}`
  if (block.kind === 'text') return escapeMarkdown(block.text)
  return block.items.map(toMarkdownItem).join('\n')
}
/** CommonMark. */
export const renderMarkdown = ({ title, blocks }: PageContent): string =>
  `${[`# ${escapeMarkdown(title)}`, ...blocks.map(toMarkdownBlock)].filter(Boolean).join('\n\n')}\n`

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const toLink = (title: string, url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`
const toHtmlItem = ({ title, url, facts }: ContentItem): string =>
  `<li>${url ? toLink(title, url) : escapeHtml(title)}${facts.map((fact) => `<br>${escapeHtml(fact)}`).join('')}</li>`
function toHtmlBlock(block: ContentBlock): string {
  if (block.kind === 'heading') return `<h2>${escapeHtml(block.text)}</h2>`
  if (block.kind === 'text') return `<p>${escapeHtml(block.text)}</p>`
  return `<ul>${block.items.map(toHtmlItem).join('')}</ul>`
}
/** The elements of a page: a menu of the pages that everyone reads, and what this one says. */
export const renderHtml = ({ title, blocks }: PageContent, menu: readonly { title: string; url: string }[]): string =>
  `<nav class="page">${menu.map((entry) => toLink(entry.title, entry.url)).join(' · ')}</nav>` +
  `<main class="page"><h1>${escapeHtml(title)}</h1>${blocks.map(toHtmlBlock).join('')}</main>`
