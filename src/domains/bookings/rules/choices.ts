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
export interface OfferedChoices {
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
export const getChosenPerson = ({ custom, choiceId }: Choice): string | undefined => custom || choiceId || undefined

/**
 * Choices of one party need a service with options; each names the option and a value of it, and there is one choice per option.
 * A chosen length is the length of the slot: choice and slot are one truth.
 */
export function checkChoices(choices: readonly Choice[], { varied, option, minutes, slotMinutes }: OfferedChoices): Verdict {
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
export const withDuration = <P extends Party>(parties: readonly P[], minutes: number): P[] =>
  parties.map((party) => ({
    ...party,
    ...(party.choices && {
      choices: party.choices.map((choice) => (choice.duration?.minutes && choice.duration.minutes !== minutes ? { ...choice, duration: { minutes } } : choice)),
    }),
  }))

/** Participants of all parties; a party that says nothing is one person. */
export const countPeople = (parties: readonly Party[]): number => parties.reduce((sum, party) => sum + (party.numberOfParticipants ?? 1), 0)

export interface AddOnChoice {
  id: string
  groupId?: string | null
  quantity?: number | null
}
export interface OfferedAddOns {
  groups: readonly { id: string; addOnIds: readonly string[]; maxNumberOfAddOns?: number | undefined }[]
  addOns: readonly { id: string; minutes: number | null; maxQuantity: number | null }[]
}
/** Every add-on stands in a group of the service, in no greater number than the group and the add-on allow. */
export function checkAddOns(
  requested: readonly AddOnChoice[],
  { groups, addOns }: OfferedAddOns,
): Decision<'OFFERED', 'ADD_ON_GROUP_NOT_FOUND' | 'ADD_ON_NOT_FOUND' | 'VALIDATION_FAILURE'> {
  for (const [index, addOnChoice] of requested.entries()) {
    // Named twice, an add-on would escape the largest quantity.
    if (requested.slice(0, index).some((other) => other.id === addOnChoice.id))
      return { refused: 'VALIDATION_FAILURE', data: { addOnId: addOnChoice.id, reason: 'TWICE' } }
    const group = groups.find((one) => (addOnChoice.groupId ? one.id === addOnChoice.groupId : one.addOnIds.includes(addOnChoice.id)))
    if (!group) return { refused: addOnChoice.groupId ? 'ADD_ON_GROUP_NOT_FOUND' : 'ADD_ON_NOT_FOUND', data: { addOnId: addOnChoice.id } }
    const addOn = addOns.find((one) => one.id === addOnChoice.id)
    if (!addOn || !group.addOnIds.includes(addOnChoice.id)) return { refused: 'ADD_ON_NOT_FOUND', data: { addOnId: addOnChoice.id } }
    if ((addOnChoice.quantity ?? 1) > (addOn.maxQuantity ?? 1)) return { refused: 'VALIDATION_FAILURE', data: { addOnId: addOnChoice.id, reason: 'QUANTITY' } }
    const inGroup = requested.filter((one) => group.addOnIds.includes(one.id)).length
    if (group.maxNumberOfAddOns !== undefined && inGroup > group.maxNumberOfAddOns)
      return { refused: 'VALIDATION_FAILURE', data: { groupId: group.id, reason: 'TOO_MANY' } }
  }
  return { ok: 'OFFERED' }
}
