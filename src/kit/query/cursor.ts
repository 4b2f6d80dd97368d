/**
 * Cursors: opaque texts that carry the filter, the sort, the options and the place where the next page begins.
 * The filter is stored in its wire form and is read again with the fields of the caller, so that a forged cursor
 * can ask for nothing that a query could not. Source: contract query-language §4.
 */
import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Position, SortKey } from './sort.ts'

export interface CursorState {
  filter: unknown
  sort: SortKey[]
  position: Position
  direction: 'next' | 'prev'
  limit: number
  options: Record<string, unknown>
}

const checksum = (name: string, compressed: Buffer): Buffer => createHash('sha256').update(name).update('\n').update(compressed).digest().subarray(0, 9)

/** `name` is that of the operation: cursors of others are foreign. */
export function writeCursor(name: string, state: CursorState): string {
  const compressed = deflateRawSync(JSON.stringify([state.filter ?? null, state.sort, state.position, state.direction, state.limit, state.options]))
  return Buffer.concat([checksum(name, compressed), compressed]).toString('base64url')
}

/** As large as a filter can come: a body holds no more, and the ids of a long list hardly get shorter. */
const MAX_BYTES = 1_048_576
const MAX_CHARACTERS = MAX_BYTES

/** Undefined when the text is malformed or foreign. */
export function readCursor(name: string, text: string): CursorState | undefined {
  if (text.length > MAX_CHARACTERS || !/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const compressed = bytes.subarray(9)
  if (!checksum(name, compressed).equals(bytes.subarray(0, 9))) return undefined
  try {
    const [filter, sort, position, direction, limit, options] = JSON.parse(inflateRawSync(compressed, { maxOutputLength: MAX_BYTES }).toString()) as unknown[]
    const state = { filter, sort, position, direction, limit, options }
    return isCursorState(state) ? state : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isSortKey = (key: unknown): boolean => isRecord(key) && typeof key.field === 'string' && (key.order === 'ASC' || key.order === 'DESC')

/** The checksum finds damage and cursors of other queries; everyone can work it out, so that every part is looked at as if it had been sent. */
const isCursorState = (state: Record<keyof CursorState, unknown>): state is CursorState =>
  Array.isArray(state.sort) &&
  state.sort.every(isSortKey) &&
  Array.isArray(state.position) &&
  state.position.every((value) => value === null || typeof value === 'string') &&
  (state.direction === 'next' || state.direction === 'prev') &&
  isRecord(state.options)
