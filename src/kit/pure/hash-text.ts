/** A number of 32 bits that belongs to a text (FNV-1a): for tints and pictures, not for secrets. */
export function hashText(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16777619)
  return value >>> 0
}
