/**
 * Replies whose JSON is written piece by piece: of a long list of things that differ in a few texts one is written by its schema, and the others are
 * made of its pieces. Making an object for each, pruning it and writing it took longer than finding them.
 */
import type { TArray, TObject, TSchema } from 'typebox'
import { createReplySerializer } from './reply-serializer.ts'

/** The JSON of a reply of this type, as its schema writes it. In tests both are compared. */
export class WrittenReply<Reply> {
  declare readonly reply: Reply
  readonly body: Buffer
  constructor(body: Buffer) {
    this.body = body
  }
  get text(): string {
    return this.body.toString()
  }
}

/**
 * JSON that grows at its end, as bytes: a long text would be put together, counted and encoded one after the other, each time as a whole, which takes
 * several times what writing does.
 */
export class ReplyBytes {
  #bytes: Buffer
  #length = 0
  constructor(capacity = 4096) {
    this.#bytes = Buffer.allocUnsafe(capacity)
  }
  get length(): number {
    return this.#length
  }
  /** Makes room for so many more bytes. */
  reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
  appendBytes(piece: Uint8Array): void {
    this.reserve(piece.length)
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
  }
  /** A short text of ASCII characters alone: dates and numbers. */
  appendAscii(text: string): void {
    this.reserve(text.length)
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at)
  }
  appendText(text: string): void {
    this.reserve(Buffer.byteLength(text))
    this.#length += this.#bytes.write(text, this.#length)
  }
  /** What was written; nothing may be appended afterwards. */
  toBuffer(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** No text of ours begins with it. */
const MARK = '\u0000'
const escapedMark = JSON.stringify(MARK).slice(1, -1)
const COMMA = Buffer.from(',')

/** Writes a thing with these texts. */
export type TextTemplate = (out: ReplyBytes, texts: readonly string[]) => void

/**
 * Writes things that differ in some texts alone, each of which occurs once, in the order of the list, and needs no escaping: dates and numbers.
 * `make` is called once, with marks in their places.
 */
export function createTextTemplate(serialize: (value: unknown) => string, count: number, make: (texts: readonly string[]) => unknown): TextTemplate {
  const pieces = serialize(make(Array.from({ length: count }, () => MARK)))
    .split(escapedMark)
    .map((piece) => Buffer.from(piece))
  if (pieces.length !== count + 1) throw new Error(`a thing with ${count} texts has ${pieces.length - 1} of them`)
  return (out, texts) => {
    out.appendBytes(pieces[0] as Buffer)
    for (let at = 0; at < count; at++) {
      out.appendAscii(texts[at] as string)
      out.appendBytes(pieces[at + 1] as Buffer)
    }
  }
}

/** Writes a reply around the elements of one of its lists, which `write` writes one after the other; in the reply itself the list is empty. */
export function createListWriter<Reply extends object>(
  schema: TObject<Record<string, TSchema>>,
  list: keyof Reply & string,
): <Element>(reply: Reply, elements: readonly Element[], write: (out: ReplyBytes, element: Element) => void) => WrittenReply<Reply> {
  if (!(schema.properties[list] as TArray | undefined)?.items) throw new Error(`${list} is no list`)
  const serialize = createReplySerializer(schema)
  return (reply, elements, write) => {
    const text = serialize({ ...reply, [list]: [MARK] })
    const at = text.indexOf(`"${escapedMark}"`)
    const out = new ReplyBytes()
    out.appendText(text.slice(0, at))
    for (const [n, element] of elements.entries()) {
      if (n > 0) out.appendBytes(COMMA)
      const before = out.length
      write(out, element)
      // Elements are about as long as the first.
      if (n === 0) out.reserve((elements.length - 1) * Math.ceil((out.length - before) * 1.1) + text.length)
    }
    out.appendText(text.slice(at + escapedMark.length + 2))
    return new WrittenReply(out.toBuffer())
  }
}
