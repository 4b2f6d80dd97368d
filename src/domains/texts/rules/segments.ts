/** How many parts a text message is billed as. The alphabet is that of 3GPP TS 23.038, the parts those of TS 23.040. */

const basic = new Set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà')
/** Each takes the place of two. */
const extended = new Set('^{}\\[~]|€\f')
const isBasicCharacter = (character: string): boolean => basic.has(character) || extended.has(character)

/** `UCS-2` as soon as one character is not in the basic alphabet: then a part holds less than half. */
export interface TextLength {
  encoding: 'GSM-7' | 'UCS-2'
  /** Characters as the network counts them. */
  units: number
  segments: number
}

/** Parts of equal length hold a header, so that the phone can put them together: 160 or 70 alone, 153 or 67 each of several. */
export function measureText(text: string): TextLength {
  const characters = [...text]
  const isBasic = characters.every(isBasicCharacter)
  const units = isBasic ? characters.reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0) : text.length
  const [alone, each] = isBasic ? [160, 153] : [70, 67]
  return { encoding: isBasic ? 'GSM-7' : 'UCS-2', units, segments: units === 0 ? 0 : units <= alone ? 1 : Math.ceil(units / each) }
}

/** Without the accents that the basic alphabet lacks, when nothing else is beyond it: "sáb" on a Saturday in Spanish, "août" in French. */
function dropAccents(text: string): string {
  const plain = [...text].map((character) => (isBasicCharacter(character) ? character : (character.normalize('NFD')[0] ?? character)))
  return plain.every(isBasicCharacter) ? plain.join('') : text
}

/** Times and amounts hold blanks that the basic alphabet lacks, and a quotation mark or an accent doubles the price: the plain ones read the same. */
export const toBasicCharacters = (text: string): string =>
  dropAccents(
    text
      .replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
      .replace(/[‘’‚]/g, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(/[–—]/g, '-')
      .replace(/…/g, '...'),
  )
