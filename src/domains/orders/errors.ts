import { refusals } from '#kit/refusal.ts'

/** What order calls are turned down for. guide: pricing-plans 8.4, 16.2 */
export const { codes, refuse, orRefuse } = refusals({
  plan_not_found: { status: 404, message: 'This plan does not exist.' },
  order_not_found: { status: 404, message: 'This order does not exist.' },
  member_not_found: { status: 404, message: 'This member does not exist.' },
  archived_plan: { status: 428, message: 'This plan is no longer sold.' },
  purchases_limit_reached: { status: 428, message: 'This plan can be bought only once.' },
  buyer_can_not_pick_future_start_date: { status: 428, message: 'This plan starts when it is bought.' },
  invalid_start_date: { status: 428, message: 'The plan cannot start on this date.' },
  accept_payment_feature_missing: { status: 428, message: 'Online payments are not set up.' },
  MEMBER_REQUIRED: { status: 428, message: 'Log in to buy a plan.' },
  undefined_not_allowed: { status: 400, message: 'Choose when the cancellation takes effect.' },
  ERROR_COUPON_DOES_NOT_EXIST: { status: 428, message: 'This coupon does not exist.' },
  ORDER_NOT_CANCELABLE: { status: 428, message: 'This order is over already.' },
  CANCELLATION_TIME_NOT_SUPPORTED: { status: 428, message: 'This order cannot be cancelled at that time.' },
  BUYER_CANCELLATION_NOT_ALLOWED: { status: 428, message: 'Please ask the business to cancel this plan.' },
  ORDER_NOT_SUSPENDABLE: { status: 428, message: 'This order cannot be paused.' },
  ORDER_NOT_PAUSED: { status: 428, message: 'This order is not paused.' },
  END_DATE_NOT_POSTPONABLE: { status: 428, message: 'The end of this order cannot be moved.' },
  END_DATE_NOT_LATER: { status: 428, message: 'The new end must be later than the current one.' },
  ORDER_NOT_OFFLINE: { status: 428, message: 'This order is paid online.' },
  ORDER_ALREADY_PAID: { status: 428, message: 'This order is paid already.' },
  ORDER_NOT_PAYABLE: { status: 428, message: 'There is nothing to pay for this order.' },
})
export const couponCodes = ['ERROR_COUPON_DOES_NOT_EXIST'] as const
