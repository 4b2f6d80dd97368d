// kit-knows-no-domain
import { ordersOf } from '../domains/orders/public.ts'
export const knows = ordersOf
