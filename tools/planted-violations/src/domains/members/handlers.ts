// domain-order: members ask orders.
import { ordersOf } from '../orders/public.ts'
export const membersHandlers = { ordersOf }
