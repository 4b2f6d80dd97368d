/** Events of community. Source: guide members §17. */
import type { DomainEvent } from '#kit/api/context.ts'

const event = (entityFqdn: string, slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${entityFqdn}_${slug}`,
  entityFqdn,
  slug,
  entityId,
  payload,
})
const entityEvents = (fqdn: string) => ({
  created: (entity: { id: string }) => event(fqdn, 'created', entity.id, { createdEvent: { entity } }),
  updated: (entity: { id: string }) => event(fqdn, 'updated', entity.id, { updatedEvent: { currentEntity: entity } }),
  deleted: (id: string, entity?: unknown) => event(fqdn, 'deleted', id, { deletedEvent: entity === undefined ? {} : { deletedEntity: entity } }),
})
const report = 'wix.members.v1.member_report'
export const reportEvents = {
  ...entityEvents(report),
  reportedMemberCreated: (reportedMember: { reportedMemberId: string }) =>
    event(report, 'reported_member_created', reportedMember.reportedMemberId, { actionEvent: { body: { reportedMember } } }),
  reportedMemberDeleted: (memberId: string) => event(report, 'reported_member_deleted', memberId, { actionEvent: { body: { reportedMemberId: memberId } } }),
}
const follow = 'wix.members.v3.follow'
export const memberFollowed = (memberId: string, affectedMemberId: string): DomainEvent =>
  event(follow, 'member_followed', affectedMemberId, { actionEvent: { body: { memberConnection: { memberId, affectedMemberId } } } })
export const memberUnfollowed = (memberId: string, affectedMemberId: string): DomainEvent =>
  event(follow, 'member_unfollowed', affectedMemberId, { actionEvent: { body: { memberConnection: { memberId, affectedMemberId } } } })
export const aboutEvents = entityEvents('wix.members.about.v2.member_about')
export const badgeEvents = entityEvents('wix.badges.v4.badge')
export const assignmentEvents = entityEvents('wix.badges.v4.badge_assignment')
export const badgeAssigned = (badgeId: string, memberId: string): DomainEvent =>
  event('wix.badges.v3.badge', 'badge_assigned', badgeId, { actionEvent: { body: { memberId } } })
export const badgeUnassigned = (badgeId: string, memberId: string): DomainEvent =>
  event('wix.badges.v3.badge', 'badge_unassigned', badgeId, { actionEvent: { body: { memberId } } })
