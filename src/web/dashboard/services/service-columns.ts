/** What the card of a service can say beside its name and when it can be booked. */
import type { Service, Site } from '../entities.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { formatServicePrice, serviceTypeLabel } from '../parts/format.ts'

interface ServiceColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (service: Service, site: Site) => string | undefined
}
/** The price has a line of its own. */
export const PRICE = 'price'
export const serviceColumns: readonly ServiceColumn[] = [
  { key: 'type', label: 'Type', isDefault: true, value: ({ type }) => serviceTypeLabel(type) },
  {
    key: 'length',
    label: 'Length',
    isDefault: true,
    value: ({ schedule }) => {
      const minutes = schedule.availabilityConstraints.sessionDurations.toSorted((a, b) => a - b).join(', ')
      return minutes && `${minutes} min`
    },
  },
  {
    key: 'spots',
    label: 'Spots',
    isDefault: true,
    value: ({ type, defaultCapacity }) => (type !== 'APPOINTMENT' && defaultCapacity ? `${defaultCapacity} spots` : undefined),
  },
  {
    key: 'location',
    label: 'Location',
    isDefault: true,
    value: ({ locations: [place] }) => (place?.type === 'CUSTOM' ? 'Other location' : place?.type === 'CUSTOMER' ? 'At the client’s' : place?.business?.name),
  },
  { key: PRICE, label: 'Price', isDefault: true, value: formatServicePrice },
  {
    key: 'staff',
    label: 'Number of staff',
    value: ({ staffMemberIds: { length } }) => (length === 0 ? undefined : length === 1 ? '1 staff member' : `${length} staff members`),
  },
  { key: 'description', label: 'Short description', value: ({ tagLine }) => tagLine },
]
