/** Refusals of staff, resources and places. */
import { refusals } from '#kit/refusal.ts'

export const { kinds, codes, refuse, orRefuse } = refusals({
  REVISION_MISMATCH: { status: 409, message: 'This has changed in the meantime. Please reload.' },
  RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME: { status: 409, message: 'A resource type with this name already exists.' },
  MAX_NUMBER_OF_RESOURCE_TYPES_REACHED: { status: 428, message: 'There can be at most 50 resource types.' },
  FAILED_PRECONDITION: { status: 428, message: 'This is still in use.' },
  EMPTY_ASSIGN_AND_UNASSIGN_LISTS: { status: 400, message: 'Name a tag to put on or to take off.' },
})
