const QUOTE = 0x22
const LINE_END = 0x0a

/** Counts the lines of a table as its bytes come, in whatever pieces: each call answers how many ended so far. A line break within quotes ends none. */
export function createRowCounter(): (bytes: Uint8Array) => number {
  let rows = 0
  let isQuoted = false
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_END && !isQuoted) rows++
    }
    return rows
  }
}
