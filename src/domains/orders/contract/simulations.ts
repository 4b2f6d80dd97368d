/** Simulations: a copy of running orders whose clock is moved ahead. Source: guide pricing-plans §9.6. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { Instant, OrderId, owner, Text } from './shapes.ts'

const SimulatedCards = Type.Union([Type.Literal('WORK'), Type.Literal('FAIL')])
const Simulation = Type.Object({
  id: Text,
  /** WORK: saved cards pay until they expire; FAIL: no card pays. */
  cards: SimulatedCards,
  /** RUNNING while the clock is on its way to the target. */
  state: Type.Union([Type.Literal('READY'), Type.Literal('RUNNING')]),
  /** Running plans on the copy. */
  orders: Type.Integer(),
  startedDate: Text,
  now: Text,
  target: Text,
  /** Work that failed on the copy. */
  problems: Type.Integer(),
  /** When the copy is thrown away. */
  expires: Text,
})
const Sum = Type.Object({ currency: Text, amount: Text })
const Day = Type.Object({
  /** Calendar day in the zone of the site. */
  date: Text,
  /** Taken from cards. */
  charged: Type.Array(Sum),
  /** To be collected by hand: offline orders. */
  due: Type.Array(Sum),
  payments: Type.Integer(),
  declines: Type.Integer(),
  emails: Type.Integer(),
  started: Type.Integer(),
  renewed: Type.Integer(),
  ended: Type.Integer(),
})
const orderReference = { orderId: Text, planName: Text, memberName: Text }
const paging = {
  day: Type.Optional(Type.String({ format: 'date' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
}
const permission = 'PRICING_PLANS.MANAGE_ORDERS'
const readOperation = { method: 'GET', access: owner, permission, internal: true, work: 'read', params: OrderId, refuses: ['simulation_not_found'] } as const

export const simulationsApi = operations({
  startSimulation: {
    method: 'POST',
    path: '/api/simulations',
    summary: 'Copy the running plans of the site, to try out what time will bring',
    access: owner,
    permission,
    internal: true,
    work: 'own',
    body: Type.Object({ cards: Maybe(SimulatedCards) }),
    reply: Type.Object({ simulation: Simulation }),
    refuses: ['SIMULATION_TOO_LARGE', 'TOO_MANY_SIMULATIONS'],
  },
  listSimulations: {
    method: 'GET',
    path: '/api/simulations',
    summary: 'List the own simulations',
    access: owner,
    permission,
    internal: true,
    work: 'read',
    reply: Type.Object({ simulations: Type.Array(Simulation) }),
    refuses: [],
  },
  getSimulation: {
    ...readOperation,
    path: '/api/simulations/{id}',
    summary: 'A simulation and what each day brought',
    reply: Type.Object({ simulation: Simulation, days: Type.Array(Day) }),
  },
  advanceSimulation: {
    method: 'POST',
    path: '/api/simulations/{id}/move',
    summary: 'Move the clock of the copy, by days or to a date',
    access: owner,
    permission,
    internal: true,
    params: OrderId,
    body: Type.Object({ days: Maybe(Type.Integer({ minimum: 1, maximum: 731 })), to: Maybe(Instant) }),
    reply: Type.Object({ simulation: Simulation }),
    refuses: ['simulation_not_found', 'SIMULATION_RUNNING', 'SIMULATION_DATE_INVALID'],
  },
  endSimulation: {
    method: 'DELETE',
    path: '/api/simulations/{id}',
    summary: 'Throw the copy away',
    access: owner,
    permission,
    internal: true,
    params: OrderId,
    reply: Type.Object({}),
    refuses: ['simulation_not_found'],
  },
  listSimulatedCharges: {
    ...readOperation,
    path: '/api/simulations/{id}/charges',
    summary: 'What would be charged, and what would be declined',
    query: Type.Object(paging),
    reply: Type.Object({
      charges: Type.Array(
        Type.Object({
          ...orderReference,
          at: Text,
          amount: Text,
          currency: Text,
          cycleIndex: Type.Integer(),
          /** PAID, DECLINED, or DUE: to be collected by hand. */
          outcome: Type.Union([Type.Literal('PAID'), Type.Literal('DECLINED'), Type.Literal('DUE')]),
          reason: Type.Optional(Text),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
  listSimulatedEmails: {
    ...readOperation,
    path: '/api/simulations/{id}/emails',
    summary: 'Emails that would be sent, with their text',
    query: Type.Object(paging),
    reply: Type.Object({
      emails: Type.Array(Type.Object({ id: Guid, at: Text, to: Text, template: Text, subject: Text, text: Text })),
      hasMore: Type.Boolean(),
    }),
  },
  listSimulatedChanges: {
    ...readOperation,
    path: '/api/simulations/{id}/changes',
    summary: 'Plans that would start, renew, end or fail',
    query: Type.Object(paging),
    reply: Type.Object({
      changes: Type.Array(
        Type.Object({
          ...orderReference,
          at: Text,
          change: Type.Union([Type.Literal('STARTED'), Type.Literal('RENEWED'), Type.Literal('ENDED'), Type.Literal('CANCELED'), Type.Literal('FAILED')]),
          cycleNumber: Type.Optional(Type.Integer()),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  },
})
