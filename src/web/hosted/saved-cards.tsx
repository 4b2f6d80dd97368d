/** The member's saved cards to pay with, or another one. Loaded for members who have one. */
import { defineMessages, useMessages } from '../kit/messages.ts'
import { PaymentOptions } from './payment-options.tsx'
import type { MemberCard } from './use-saved-cards.ts'

const messages = defineMessages(
  {
    card: 'Card',
    ending: (brand: string, last4: string, expires: string) => `${brand} ending in ${last4} (${expires})`,
    other: 'Another card',
  },
  {
    de: { card: 'Karte', ending: (brand, last4, expires) => `${brand}, endet auf ${last4} (${expires})`, other: 'Andere Karte' },
    fr: { card: 'Carte', ending: (brand, last4, expires) => `${brand} se terminant par ${last4} (${expires})`, other: 'Une autre carte' },
    es: { card: 'Tarjeta', ending: (brand, last4, expires) => `${brand} terminada en ${last4} (${expires})`, other: 'Otra tarjeta' },
  },
)

const capitalize = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)

interface SavedCardsProps {
  cards: readonly MemberCard[]
  /** Undefined for another card. */
  selected: string | undefined
  onSelect: (id: string) => void
}
export function SavedCards({ cards, selected, onSelect }: SavedCardsProps) {
  const t = useMessages(messages)
  const expires = ({ expMonth, expYear }: MemberCard) => `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`
  const options = cards.map((card) => ({ value: card.id, label: t.ending(capitalize(card.brand), card.last4, expires(card)) }))
  return <PaymentOptions name="card" legend={t.card} options={[...options, { value: '', label: t.other }]} selected={selected ?? ''} onSelect={onSelect} />
}
