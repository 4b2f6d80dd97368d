/** What other domains may use of checkout. */
export { createPayToken } from './actions/checkout-page.ts'
