/** The saved cards of the member who books, and the one that is chosen: the newest, until another one is. */
import { useState } from 'react'
import { useApiQuery, useIsMember } from '../api.ts'
import type { ReplyOf } from '../operations.ts'

export type MemberCard = ReplyOf<'moneyLists.listMyCards'>['cards'][number]

export function useSavedCards(needsCard: boolean) {
  const isMember = useIsMember()
  const found = useApiQuery('moneyLists.listMyCards', {}, { enabled: isMember && needsCard })
  const [chosen, choose] = useState<string>()
  const cards = isMember && needsCard ? (found.data?.cards ?? []) : []
  const selected = cards.find(({ id }) => id === (chosen ?? cards[0]?.id))
  return { cards, savedCardId: selected?.id, choose }
}
