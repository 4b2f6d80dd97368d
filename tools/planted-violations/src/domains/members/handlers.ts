// domain-order: members ask orders.
import { listOrders } from '../orders/public.ts'
export const membersHandlers = { listOrders }
