/** Bytes of a file as the text of a table: encoding and separator, recognized from what is there. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** By the byte order mark; undefined when there is none and the bytes must be tried. */
export function findMarkedEncoding(start: Uint8Array): Encoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}

/** Watches bytes go by and says whether all of them were UTF-8. Spreadsheets on older machines write the letters of Windows. */
export function createEncodingWatch(): { see(chunk: Uint8Array): void; result(): Encoding } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let marked: Encoding | undefined
  let isFirst = true
  let isUtf8 = true
  const decode = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  return {
    see(chunk) {
      if (isFirst) marked = findMarkedEncoding(chunk)
      isFirst = false
      if (isUtf8 && marked === undefined) decode(chunk)
    },
    result() {
      if (isUtf8 && marked === undefined) decode()
      return marked ?? (isUtf8 ? 'utf-8' : 'windows-1252')
    },
  }
}

/** A file that is no text has these in its first bytes: a workbook, a picture. */
export const isBinary = (start: Uint8Array): boolean => findMarkedEncoding(start) === undefined && start.subarray(0, 1000).includes(0)

const separators = [',', ';', '\t', '|'] as const
/** The separator that the first line has most often outside of quotes. */
export function detectSeparator(text: string): string {
  const counts = new Map<string, number>(separators.map((one) => [one, 0]))
  let isQuoted = false
  for (const char of text.replace(/^\uFEFF?[\r\n]*/, '')) {
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '\n' || char === '\r') break
    else if (counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return separators.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

/** Names of columns, each once: what is named twice gets a number, what has no name its place. */
export function nameColumns(head: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return head.map((cell, place) => {
    const name = cell.trim().slice(0, 200) || `Column ${place + 1}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
