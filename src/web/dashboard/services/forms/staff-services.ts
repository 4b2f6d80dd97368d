/** Which services a staff member offers, and what saving the choice changes. Pure. */
import type { InputOf } from '#web/operations.ts'
import type { Service } from '../../entities.ts'

type OfferedService = Pick<Service, 'id' | 'name' | 'revision' | 'type' | 'staffMemberIds'>
type ServiceUpdate = InputOf<'services.bulkUpdateServices'>['body']['services'][number]

/** Appointments are offered by people; who leads a class or course is chosen with each of its sessions. */
export const isOfferedByStaff = ({ type }: Pick<Service, 'type'>): boolean => type === 'APPOINTMENT'

/** Ids of the appointments that a person offers. */
export const listOfferedIds = (services: readonly OfferedService[], resourceId: string): string[] =>
  services.filter((service) => isOfferedByStaff(service) && service.staffMemberIds.includes(resourceId)).map(({ id }) => id)

/** Names of the classes and courses with sessions to come that a person leads. */
export const listLedNames = (services: readonly OfferedService[], resourceId: string): string[] =>
  services.filter((service) => !isOfferedByStaff(service) && service.staffMemberIds.includes(resourceId)).map(({ name }) => name ?? '')

/** The changes that make a person offer `chosenIds` and no other appointment; services that stay as they are are left out. */
export function toStaffServiceChanges(services: readonly OfferedService[], resourceId: string, chosenIds: readonly string[]): ServiceUpdate[] {
  return services.filter(isOfferedByStaff).flatMap(({ id, revision, staffMemberIds }) => {
    const [is, was] = [chosenIds.includes(id), staffMemberIds.includes(resourceId)]
    if (is === was) return []
    const after = is ? [...staffMemberIds, resourceId] : staffMemberIds.filter((one) => one !== resourceId)
    return [{ service: { id, revision, staffMemberIds: after } }]
  })
}

/** Names of the services that no one else offers: they are refused without this person. */
export const findOnlyOfferedBy = (services: readonly OfferedService[], resourceId: string, chosenIds: readonly string[]): string[] =>
  services
    .filter((service) => isOfferedByStaff(service) && !chosenIds.includes(service.id) && service.staffMemberIds.join() === resourceId)
    .map(({ name }) => name ?? '')
