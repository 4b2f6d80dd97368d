/**
 * Replies whose JSON is written piece by piece: of a long list of things that differ in a few texts one is written by its schema, and the others are
 * made of its pieces. Making an object for each, pruning it and writing it took longer than finding them.
 */
import type { TArray, TObject, TSchema } from 'typebox'
import { createReplySerializer } from './reply-serializer.ts'

/** The JSON of a reply of this type, as its schema writes it. In tests both are compared. */
export class WrittenReply<Reply> {
  declare readonly reply: Reply
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** No text of ours begins with it. */
const MARK = '\u0000'
const escapedMark = JSON.stringify(MARK).slice(1, -1)

/**
 * Writes things that differ in some texts alone, each of which occurs once, in the order of the list, and needs no escaping: dates and numbers.
 * `make` is called once, with marks in their places.
 */
export function createTextTemplate(
  serialize: (value: unknown) => string,
  count: number,
  make: (texts: readonly string[]) => unknown,
): (texts: readonly string[]) => string {
  const pieces = serialize(make(Array.from({ length: count }, () => MARK))).split(escapedMark)
  if (pieces.length !== count + 1) throw new Error(`a thing with ${count} texts has ${pieces.length - 1} of them`)
  return (texts) => {
    let text = pieces[0] as string
    for (let at = 0; at < count; at++) text += (texts[at] as string) + (pieces[at + 1] as string)
    return text
  }
}

/** Writes a reply around the elements of one of its lists, which are JSON already; in the reply itself the list is empty. */
export function createListWriter<Reply extends object>(
  schema: TObject<Record<string, TSchema>>,
  list: keyof Reply & string,
): (reply: Reply, elements: readonly string[]) => WrittenReply<Reply> {
  if (!(schema.properties[list] as TArray | undefined)?.items) throw new Error(`${list} is no list`)
  const serialize = createReplySerializer(schema)
  return (reply, elements) => {
    const text = serialize({ ...reply, [list]: [MARK] })
    const at = text.indexOf(`"${escapedMark}"`)
    return new WrittenReply(text.slice(0, at) + elements.join() + text.slice(at + escapedMark.length + 2))
  }
}
