/**
 * Emails in the words of the business. A template is a function; read with marks in place of its variables it becomes a text that people can edit:
 * `{{name}}` stands for a value, `[[ … ]]` around words that are left out when a value among them is empty.
 */
import { fillText, listPlaceholders } from '../pure/fill-text.ts'
import type { Language } from '../pure/languages.ts'
import type { EmailContent, EmailTemplates, FormatInstant } from './content.ts'

/** The words of one email. Paragraphs of the body are separated by an empty line. */
export interface Wording {
  subject: string
  body: string
  /** Empty when the email has no button. */
  button: string
}
type Variables = Readonly<Record<string, unknown>>

/** A part of an email that its domain puts together from several variables, such as place and person in one line. */
export type EmailBlock = (variables: never) => string | undefined
/** Blocks by name, in every language. */
export type EmailBlocks = Readonly<Record<Language, Readonly<Record<string, EmailBlock>>>>
export interface EmailEditing {
  blocks?: EmailBlocks
  /** Values in place of marks, for variables that are no plain text. */
  marks?: Variables
}

/** A template as people edit it. */
export interface EditableTemplate extends Wording {
  /** Names that may stand between braces. */
  variables: readonly string[]
  /** Those that the domain puts together. */
  blocks: readonly string[]
}

const mark = (name: string): string => `{{${name}}}`
/** Every variable answers with its mark, but for those given; `seen` collects what the template asks for. */
const createMarks = (given: Variables, seen: Set<string>): Record<string, unknown> =>
  new Proxy(given as Record<string, unknown>, {
    get: (target, name) => {
      if (typeof name !== 'string') return undefined
      if (name in target) return target[name]
      seen.add(name)
      return mark(name)
    },
  })

const toText = ({ subject, paragraphs }: EmailContent): string => [subject, ...paragraphs.filter(Boolean)].join('\n\n')

/**
 * Puts `[[ ]]` around what goes away with a variable: the text with its mark, compared with that without it. Whole lines need none, since lines
 * without a value are left out anyway. A text that says something else instead stays as it is.
 */
export function markOptional(full: string, without: string, name: string): string {
  let start = 0
  while (start < without.length && full[start] === without[start]) start += 1
  let end = 0
  while (end < without.length - start && full[full.length - 1 - end] === without[without.length - 1 - end]) end += 1
  const gone = full.slice(start, full.length - end)
  const isPlain = start + end < without.length || gone === mark(name) || !gone.includes(mark(name)) || /\n|\[\[|\]\]/.test(gone)
  return isPlain ? full : `${full.slice(0, start)}[[${gone}]]${full.slice(full.length - end)}`
}

/** Reads a template as a text that people can edit. */
export function readTemplate(
  build: EmailTemplates[string],
  { blocks = {}, marks = {} }: { blocks?: Readonly<Record<string, EmailBlock>>; marks?: Variables },
): EditableTemplate {
  const seen = new Set<string>()
  const keep: FormatInstant = (at) => String(at)
  const content = build(createMarks(marks, seen), keep)
  const names = [...seen]
  const usedBlocks = new Set<string>()
  const texts = Object.entries(blocks)
    .map(([name, block]) => [name, (block as (variables: object) => string | undefined)(createMarks(marks, new Set())) ?? ''] as const)
    .filter(([, text]) => text !== '')
    .toSorted(([, a], [, b]) => b.length - a.length)
  const withBlocks = (text: string): string =>
    texts.reduce((words, [name, blockText]) => {
      if (!words.includes(blockText)) return words
      usedBlocks.add(name)
      return words.replaceAll(blockText, mark(name))
    }, text)
  const withoutVariable = (name: string) => withBlocks(toText(build(createMarks({ ...marks, [name]: '' }, new Set()), keep)))
  const plain = withBlocks(toText(content))
  // Marks are compared on the text without brackets: each pair is then put around the same words.
  const tested = listPlaceholders(plain).filter((name) => !(name in marks) && !usedBlocks.has(name))
  const text = tested.reduce((words, name) => {
    const marked = markOptional(plain, withoutVariable(name), name)
    const pair = /\[\[([\s\S]*)\]\]/.exec(marked)
    return pair ? words.replace(pair[1] as string, () => pair[0]) : words
  }, plain)
  const [subject = '', ...body] = text.split('\n\n')
  return {
    subject,
    body: body.join('\n\n'),
    button: content.button?.label ?? '',
    variables: [...new Set([...names.filter((name) => !(name in blocks)), ...listPlaceholders(plain)])],
    blocks: [...usedBlocks],
  }
}

/** A value as words: lists line by line, instants in the time zone of the site, what is not there as nothing. */
function toWords(value: unknown, formatInstant: FormatInstant): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatInstant(value) : value
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return ''
  return value.map((line: unknown) => (isRow(line) ? `${line.label}: ${line.amount}` : toWords(line, formatInstant))).join('\n')
}
const isRow = (line: unknown): line is { label: string; amount: string } => typeof line === 'object' && line !== null && 'label' in line && 'amount' in line

/** The email in the words of the business. Button address and attachments stay those of the template. */
export function applyWording(
  content: EmailContent,
  wording: Wording,
  { variables, blocks = {}, formatInstant }: { variables: Variables; blocks?: Readonly<Record<string, EmailBlock>> | undefined; formatInstant: FormatInstant },
): EmailContent {
  const readVariable = (name: string): string => {
    const block = Object.hasOwn(blocks, name) ? (blocks[name] as (variables: object) => string | undefined) : undefined
    return block ? (block(variables) ?? '') : toWords(variables[name], formatInstant)
  }
  const filled = fillText(wording.body, readVariable)
  return {
    ...content,
    subject: fillText(wording.subject, readVariable).replaceAll('\n', ' ').trim() || content.subject,
    paragraphs: filled.split(/\n{2,}/).map((paragraph) => paragraph.trim()),
    ...(content.button && { button: { ...content.button, label: fillText(wording.button, readVariable).trim() || content.button.label } }),
  }
}

/** What is wrong with the words of an email: names that the template does not have, and credentials that are left out. */
export function checkWording(wording: Wording, template: EditableTemplate, secrets: readonly string[]): { unknown: string[]; missing: string[] } {
  const allowed = new Set([...template.variables, 'siteName', 'siteUrl', 'email'])
  const used = listPlaceholders(`${wording.subject}\n${wording.body}\n${wording.button}`)
  const shown = listPlaceholders(`${template.subject}\n${template.body}`)
  return {
    unknown: used.filter((name) => !allowed.has(name)),
    missing: secrets.filter((name) => shown.includes(name) && !listPlaceholders(wording.body).includes(name)),
  }
}
