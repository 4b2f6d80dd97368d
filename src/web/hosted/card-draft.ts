/** What somebody has typed of their card. */
export interface CardDraft {
  number: string
  expiry: string
  cvc: string
  name: string
}
export const noCard: CardDraft = { number: '', expiry: '', cvc: '', name: '' }
