/** Invoices of an order, as checkout and the dashboard show them. Source: guide pricing-plans §9.2, §11. */
import { Type } from 'typebox'
import { Text } from './shapes.ts'

export const Invoice = Type.Object({
  id: Text,
  number: Type.Optional(Type.Integer()),
  cycleIndex: Type.Integer(),
  amount: Text,
  currency: Text,
  dueDate: Text,
  state: Text,
  paidDate: Type.Optional(Text),
  paidBy: Type.Optional(Text),
  refunded: Text,
  attempts: Type.Array(Type.Object({ n: Type.Integer(), at: Text, outcome: Text, declineCode: Type.Optional(Text), reason: Type.Optional(Text) })),
})
