/** Text for the standard fonts of PDF, which know Windows-1252. */

const isPrintable = (character: string): boolean => /[\u0020-\u00ffŒœŠšŽžŸƒ‘’‚“”„†‡•…‰‹›€™–—]/.test(character)

/** The text in these letters: others lose their accents, and those of other alphabets become question marks. */
export const toPrintable = (text: string): string =>
  [...text.replaceAll('−', '-').replace(/[\u00a0\u202f]/g, ' ')]
    .map((character) => [character, character.normalize('NFD')[0] ?? ''].find(isPrintable) ?? '?')
    .join('')
