/** How clients use the business, for the lists of the owner. Own operations of this product. Source: guide bookings §18.4. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const Visit = Type.Object({ bookingId: Type.String(), title: Type.String(), startDate: Type.String(), endDate: Type.String() })
const ClientFigures = Type.Object({
  contactId: Type.String(),
  /** Confirmed bookings that are over, without no-shows. */
  visits: Type.Integer(),
  noShows: Type.Integer(),
  lastVisit: Type.Optional(Visit),
  nextBooking: Type.Optional(Visit),
  /** What is left to pay for confirmed bookings, one sum per currency, decimal strings. */
  owed: Type.Array(Type.Object({ amount: Type.String(), currency: Type.String() })),
  /** The same for fees of late cancellations and no-shows. */
  owedFees: Type.Array(Type.Object({ amount: Type.String(), currency: Type.String() })),
})
export type ClientFigures = Static<typeof ClientFigures>

export const clientsApi = operations({
  getClientFigures: {
    method: 'POST',
    path: '/api/dashboard/clients/figures',
    summary: 'Get visits, last and next booking and what is owed, by contact',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    internal: true,
    work: 'read',
    replica: true,
    body: Type.Object({ contactIds: Type.Array(Guid, { minItems: 1, maxItems: 100 }) }),
    /** In the order asked for; contacts that are not known are left out. */
    reply: Type.Object({ clients: Type.Array(ClientFigures) }),
    refuses: [],
  },
  listOpenFees: {
    method: 'GET',
    path: '/api/dashboard/clients/{contactId}/fees',
    summary: 'List what a client owes for late cancellations and no-shows, the latest booking first',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_FEES_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ contactId: Guid }),
    reply: Type.Object({
      fees: Type.Array(
        Type.Object({
          bookingId: Type.String(),
          title: Type.String(),
          startDate: Type.String(),
          /** CANCELED or NOT_ATTENDED. */
          trigger: Type.String(),
          /** What is still to be paid of it, a decimal string. */
          amount: Type.String(),
          currency: Type.String(),
          /** It was not put on the order yet: it can be charged. */
          isChargeable: Type.Boolean(),
        }),
      ),
    }),
    refuses: [],
  },
})
