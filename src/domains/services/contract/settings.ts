/** Settings of bookings. Source: guide services-and-availability §12.4, contract operations (area bookings-settings). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { FreeObject, Maybe } from '#kit/api/wire.ts'

const Flag = Maybe(Type.Boolean())
const BasedOn = Type.Enum(['BUSINESS_TIME_ZONE', 'CUSTOMER_TIME_ZONE'])

export const BookingsSettings = Type.Object({
  id: Type.String(),
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  cartCheckout: Type.Object({ enabled: Type.Boolean() }),
  multiServiceAppointments: Type.Object({ enabled: Type.Boolean() }),
  displayTimeZone: Type.Object({ basedOn: BasedOn, customerCanChange: Type.Boolean() }),
  extendedFields: Type.Optional(FreeObject),
})
export type BookingsSettings = Static<typeof BookingsSettings>

export const bookingsSettingsApi = operations({
  getBookingsSettings: {
    method: 'GET',
    path: '/v2/settings',
    summary: 'Get the settings of bookings',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'BOOKINGS.SETTINGS_READ',
    work: 'read',
    reply: Type.Object({ bookingsSettings: BookingsSettings }),
    refuses: [],
  },
  updateBookingsSettings: {
    method: 'PATCH',
    path: '/v2/bookings-settings',
    summary: 'Update the settings of bookings',
    access: { owner: 'any' },
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    body: Type.Object({
      bookingsSettings: Type.Object({
        revision: Maybe(Type.String()),
        cartCheckout: Maybe(Type.Object({ enabled: Flag })),
        multiServiceAppointments: Maybe(Type.Object({ enabled: Flag })),
        displayTimeZone: Maybe(Type.Object({ basedOn: Maybe(BasedOn), customerCanChange: Flag })),
        extendedFields: Maybe(FreeObject),
      }),
      fieldMask: Type.Optional(Type.Unknown()),
    }),
    reply: Type.Object({ bookingsSettings: BookingsSettings }),
    refuses: ['REVISION_MISMATCH'],
  },
})
