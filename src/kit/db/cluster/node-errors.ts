/**
 * What a node of a cluster refuses, in the words of one server. The coordinator passes errors on with the names of the parts of a table, and those of
 * rows that it copied to a node without their code.
 */

/** The part of a table ends the name of each of its constraints. Numbers of parts have six digits at least, our names none. */
const partNumber = /_\d{6,}$/
const brokenConstraint = /violates (unique|exclusion|foreign key|check|not-null) constraint(?: "([^"]+)")?/
const codes: Readonly<Record<string, string>> = { unique: '23505', exclusion: '23P01', 'foreign key': '23503', check: '23514', 'not-null': '23502' }
/** Internal error: what a copy to a node ends with, whatever was wrong. */
const COPY_FAILED = 'XX000'

/**
 * A node that cannot be reached, or a part that was split or moved since the statement was planned: the code of a lost connection, so that a read is
 * sent again and a change is answered as one that may be. Nothing of the statement was done.
 */
const nodeLost = /^(failure on connection marked as essential|connection to the remote node .* failed|could not find valid entry for shard \d+)/
const CONNECTION_FAILURE = '08006'

/** Whether a node was lost and not the coordinator, whose connections are as good as before. */
export const isNodeLost = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return code !== undefined && nodeLost.test(message ?? '')
}

/** Gives an error of the driver the SQLSTATE and the name of the constraint that one server would have given it. */
export function restoreNodeError(error: unknown): unknown {
  const found = error as { code?: string; constraint?: string; message?: string }
  if (isNodeLost(error)) Object.assign(found, { code: CONNECTION_FAILURE })
  const [, kind, name] = brokenConstraint.exec(found.message ?? '') ?? []
  if (kind && found.code === COPY_FAILED) found.code = codes[kind] as string
  // A statement that a node carries out for a function keeps its code and loses the name.
  if (kind && name && found.code === codes[kind]) found.constraint ??= name
  if (found.constraint && partNumber.test(found.constraint)) found.constraint = found.constraint.replace(partNumber, '')
  return error
}
