/** The card fields as entered. */
export interface CardDraft {
  number: string
  expiry: string
  cvc: string
  name: string
}
export const noCard: CardDraft = { number: '', expiry: '', cvc: '', name: '' }
