/** What the card of a service can say beside its name and when it can be booked. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Service, Site } from '../entities.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { formatServicePrice, serviceTypeLabel } from '../parts/format.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    length: 'Length',
    spots: 'Spots',
    spotCount: (count: number) => (count === 1 ? '1 spot' : `${count} spots`),
    otherLocation: 'Other location',
    atClient: 'At the client’s',
    staffCount: 'Number of staff',
    staffMembers: (count: number) => (count === 1 ? '1 staff member' : `${count} staff members`),
    shortDescription: 'Short description',
  },
  {
    de: {
      length: 'Dauer',
      spots: 'Plätze',
      spotCount: (count) => (count === 1 ? '1 Platz' : `${count} Plätze`),
      otherLocation: 'Anderer Ort',
      atClient: 'Bei den Kunden',
      staffCount: 'Zahl der Teammitglieder',
      staffMembers: (count) => (count === 1 ? '1 Teammitglied' : `${count} Teammitglieder`),
      shortDescription: 'Kurzbeschreibung',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(words)

interface ServiceColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (service: Service, site: Site) => string | undefined
}
/** The price has a line of its own. */
export const PRICE = 'price'
export const serviceColumns: readonly ServiceColumn[] = [
  { key: 'type', label: wordText.type, isDefault: true, value: ({ type }) => serviceTypeLabel(type) },
  {
    key: 'length',
    label: text.length,
    isDefault: true,
    value: ({ schedule }) => {
      const minutes = schedule.availabilityConstraints.sessionDurations.toSorted((a, b) => a - b).join(', ')
      return minutes && wordText.minutesShort(minutes)
    },
  },
  {
    key: 'spots',
    label: text.spots,
    isDefault: true,
    value: ({ type, defaultCapacity }) => (type !== 'APPOINTMENT' && defaultCapacity ? text.spotCount(defaultCapacity) : undefined),
  },
  {
    key: 'location',
    label: wordText.location,
    isDefault: true,
    value: ({ locations: [place] }) => (place?.type === 'CUSTOM' ? text.otherLocation : place?.type === 'CUSTOMER' ? text.atClient : place?.business?.name),
  },
  { key: PRICE, label: wordText.price, isDefault: true, value: formatServicePrice },
  {
    key: 'staff',
    label: text.staffCount,
    value: ({ staffMemberIds: { length } }) => (length === 0 ? undefined : text.staffMembers(length)),
  },
  { key: 'description', label: text.shortDescription, value: ({ tagLine }) => tagLine },
]
