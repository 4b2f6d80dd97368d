/** Texts that people write with variables: `{{name}}` stands for a value, `[[ … ]]` around words that are left out when a value among them is empty. */

const PLACEHOLDER = /\{\{(\w+)\}\}/g
const OPTIONAL = /\[\[((?:(?!\]\])[\s\S])*)\]\]/g
/** Names between braces, each once. */
export const listPlaceholders = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name as string))]

/** Fills one text: optional words without a value go, then lines that have placeholders and no value at all. */
export function fillText(text: string, valueOf: (name: string) => string): string {
  const fill = (words: string) => words.replaceAll(PLACEHOLDER, (_all, name: string) => valueOf(name))
  return text
    .replaceAll(OPTIONAL, (_all, words: string) => (listPlaceholders(words).every((name) => valueOf(name) !== '') ? words : ''))
    .split('\n')
    .filter((line) => {
      const names = listPlaceholders(line)
      return names.length === 0 || names.some((name) => valueOf(name) !== '')
    })
    .map(fill)
    .join('\n')
}
