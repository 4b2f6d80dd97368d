/** Phone numbers as providers take them (ITU-T E.164). */

/** A number as people type it, in E.164 form; undefined without a country code (`+49 …`, `0049 …`) or with a wrong length. */
export function toE164(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text.replace(/[\s()./-]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined
}
