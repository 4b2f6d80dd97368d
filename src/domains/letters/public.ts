/** The only door of the letters domain. */
export { choiceFor, forgetReaders, lettersForPerson, type Choice } from './actions/readers.ts'
export type { LetterKind } from './rules/kinds.ts'
