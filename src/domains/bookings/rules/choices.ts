/** Whether what people chose is on offer. Source: guide: bookings 4.3; services-and-availability 8. */
import type { Decision } from './decision.ts'

export interface Choice {
  optionId?: string | null
  custom?: string | null
  duration?: { minutes?: number | null } | null
}
export interface Offered {
  varied: boolean
  option?: { id: string; type: string; customData?: { choices?: string[] } | undefined } | undefined
  /** Lengths in minutes that may be chosen. */
  minutes: readonly number[]
}
type Verdict = Decision<'OFFERED', 'INVALID_SERVICE_CHOICES' | 'INVALID_CHOICES' | 'FAILED_RESOLVING_CUSTOM_CHOICES'>

/** Choices need a service with options; every one names the option and a value of it. */
export function checkChoices(choices: readonly Choice[], { varied, option, minutes }: Offered): Verdict {
  if (!varied || (choices.length > 0 && !option)) return { refused: 'INVALID_SERVICE_CHOICES' }
  for (const choice of choices) {
    if (choice.optionId && choice.optionId !== option?.id) return { refused: 'INVALID_CHOICES', data: { optionId: choice.optionId } }
    if (option?.type === 'CUSTOM' && !option.customData?.choices) return { refused: 'FAILED_RESOLVING_CUSTOM_CHOICES' }
    if (choice.custom && !option?.customData?.choices?.includes(choice.custom)) return { refused: 'INVALID_CHOICES', data: { custom: choice.custom } }
    const length = choice.duration?.minutes
    if (length && (option?.type !== 'DURATION' || !minutes.includes(length))) return { refused: 'INVALID_CHOICES', data: { minutes: length } }
  }
  return { ok: 'OFFERED' }
}

export interface AddOnWish {
  id: string
  groupId?: string | null
  quantity?: number | null
}
export interface AddOnOffer {
  groups: readonly { id: string; addOnIds: readonly string[]; maxNumberOfAddOns?: number | undefined }[]
  addOns: readonly { id: string; minutes: number | null; maxQuantity: number | null }[]
}
/** Every add-on stands in a group of the service, in no greater number than the group and the add-on allow. */
export function checkAddOns(
  wishes: readonly AddOnWish[],
  { groups, addOns }: AddOnOffer,
): Decision<'OFFERED', 'ADD_ON_GROUP_NOT_FOUND' | 'ADD_ON_NOT_FOUND' | 'VALIDATION_FAILURE'> {
  for (const wish of wishes) {
    const group = groups.find((one) => (wish.groupId ? one.id === wish.groupId : one.addOnIds.includes(wish.id)))
    if (!group) return { refused: wish.groupId ? 'ADD_ON_GROUP_NOT_FOUND' : 'ADD_ON_NOT_FOUND', data: { addOnId: wish.id } }
    const addOn = addOns.find((one) => one.id === wish.id)
    if (!addOn || !group.addOnIds.includes(wish.id)) return { refused: 'ADD_ON_NOT_FOUND', data: { addOnId: wish.id } }
    if ((wish.quantity ?? 1) > (addOn.maxQuantity ?? 1)) return { refused: 'VALIDATION_FAILURE', data: { addOnId: wish.id, reason: 'QUANTITY' } }
    const inGroup = wishes.filter((one) => group.addOnIds.includes(one.id)).length
    if (group.maxNumberOfAddOns !== undefined && inGroup > group.maxNumberOfAddOns)
      return { refused: 'VALIDATION_FAILURE', data: { groupId: group.id, reason: 'TOO_MANY' } }
  }
  return { ok: 'OFFERED' }
}
