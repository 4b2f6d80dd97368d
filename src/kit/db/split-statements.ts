/** Splits a script of SQL into its statements. No I/O. */

/** What a semicolon may stand in without ending a statement: comments, texts, names, and bodies between dollars. */
const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/y
const withoutComments = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/

/** The statements of a script in their order, without what ends them. Texts with `E'\''` are not understood. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let begin = 0
  let at = 0
  while (at < script.length) {
    quoted.lastIndex = at
    const found = quoted.exec(script)
    if (found) {
      at = quoted.lastIndex
      continue
    }
    if (script[at] === ';') {
      statements.push(script.slice(begin, at))
      begin = at + 1
    }
    at++
  }
  statements.push(script.slice(begin))
  return statements.map((statement) => statement.trim()).filter((statement) => statement.replace(withoutComments, '') !== '')
}
