// kit-knows-no-domain
import { listOrders } from '../domains/orders/public.ts'
export const knows = listOrders
