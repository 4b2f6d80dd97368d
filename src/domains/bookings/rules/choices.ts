/** Whether what people chose is on offer, and whether it is what the slot gives. Source: guide: bookings 4.3, 9; services-and-availability 8. */
import type { Decision } from './decision.ts'

export interface Choice {
  optionId?: string | null
  custom?: string | null
  choiceId?: string | null
  duration?: { minutes?: number | null } | null
}
export interface Party {
  numberOfParticipants?: number | null
  choices?: readonly Choice[] | null
}
export interface Offered {
  varied: boolean
  option?: { id: string; type: string; customData?: { choices?: string[] } | undefined } | undefined
  /** Lengths in minutes that may be chosen. */
  minutes: readonly number[]
  /** Length of the slot in minutes without add-ons; absent where it cannot be told (courses). */
  slotMinutes?: number | undefined
}
type Verdict = Decision<'OFFERED', 'INVALID_SERVICE_CHOICES' | 'INVALID_CHOICES' | 'FAILED_RESOLVING_CUSTOM_CHOICES'>
const invalid = (data: Record<string, unknown>): Verdict => ({ refused: 'INVALID_CHOICES', data })

/** A choice among staff names the person, by `custom` or `choiceId`. */
export const chosenPerson = ({ custom, choiceId }: Choice): string | undefined => custom || choiceId || undefined

/**
 * Choices of one party need a service with options; each names the option and a value of it, and there is one choice per option.
 * A chosen length is the length of the slot: choice and slot are one truth.
 */
export function checkChoices(choices: readonly Choice[], { varied, option, minutes, slotMinutes }: Offered): Verdict {
  if (!varied || (choices.length > 0 && !option)) return { refused: 'INVALID_SERVICE_CHOICES' }
  // A service has one option: a second choice would be priced by nobody.
  if (choices.length > 1) return invalid({ reason: 'ONE_CHOICE_PER_OPTION' })
  for (const choice of choices) {
    if (choice.optionId && choice.optionId !== option?.id) return invalid({ optionId: choice.optionId })
    if (option?.type === 'CUSTOM' && !option.customData?.choices) return { refused: 'FAILED_RESOLVING_CUSTOM_CHOICES' }
    const ofStaff = option?.type === 'STAFF_MEMBER'
    if (choice.custom && !ofStaff && !option?.customData?.choices?.includes(choice.custom)) return invalid({ custom: choice.custom })
    if (choice.choiceId && !ofStaff) return invalid({ choiceId: choice.choiceId })
    const length = choice.duration?.minutes
    if (length && (option?.type !== 'DURATION' || !minutes.includes(length))) return invalid({ minutes: length })
    if (length && slotMinutes !== undefined && length !== slotMinutes) return invalid({ minutes: length, slotMinutes })
  }
  return { ok: 'OFFERED' }
}

/** The same choices for a slot of another length: who chose a length has chosen that one. Nothing else changes. */
export const withLength = <P extends Party>(parties: readonly P[], minutes: number): P[] =>
  parties.map((party) => ({
    ...party,
    ...(party.choices && {
      choices: party.choices.map((choice) => (choice.duration?.minutes && choice.duration.minutes !== minutes ? { ...choice, duration: { minutes } } : choice)),
    }),
  }))

/** Participants of all parties; a party that says nothing is one person. */
export const peopleIn = (parties: readonly Party[]): number => parties.reduce((sum, party) => sum + (party.numberOfParticipants ?? 1), 0)

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
  for (const [index, wish] of wishes.entries()) {
    // Named twice, an add-on would escape the largest quantity.
    if (wishes.slice(0, index).some((other) => other.id === wish.id)) return { refused: 'VALIDATION_FAILURE', data: { addOnId: wish.id, reason: 'TWICE' } }
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
