/** Events of members. Source: guide members §17. */
import type { DomainEvent } from '#kit/api/context.ts'
import type { Member } from './contract.ts'

const entityFqdn = 'wix.members.v1.member'
const event = (slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${entityFqdn}_${slug}`,
  entityFqdn,
  slug,
  entityId,
  payload,
})

export const memberCreated = (member: Member): DomainEvent => event('created', member.id, { createdEvent: { entity: member } })
export const memberUpdated = (member: Member): DomainEvent => event('updated', member.id, { updatedEvent: { currentEntity: member } })
export const memberDeleted = (id: string): DomainEvent => event('deleted', id, { deletedEvent: {} })

/** Internal events, emitted beside `updated`. */
export type MemberActionEvent = 'approved' | 'blocked' | 'muted' | 'unmuted' | 'joined_community' | 'left_community'
export const memberActionTaken = (slug: MemberActionEvent, memberId: string): DomainEvent => event(slug, memberId, { actionEvent: { body: { memberId } } })
export const contentReassignmentRequested = (fromMember: string, toMember: string | null): DomainEvent =>
  event('content_reassignment_requested', fromMember, { actionEvent: { body: { fromMember, toMember } } })
/** A member is erased at once: services that store their content remove it. */
export const contentDeletionRequested = (memberId: string): DomainEvent =>
  event('content_deletion_requested', memberId, { actionEvent: { body: { member: { id: memberId } } } })
