import { ApiError } from '../api.ts'

/** Whether a refusal is about the coupon. */
export const isCouponRefusal = (error: unknown): error is ApiError => error instanceof ApiError && /^ERROR_(COUPON_|INVALID_SUBTOTAL)/.test(error.code)
