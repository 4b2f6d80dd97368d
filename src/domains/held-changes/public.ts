/** What the server uses of held changes. */
export { holdChange } from './actions/hold.ts'
export { configureHeldChanges } from './actions/holdable.ts'
