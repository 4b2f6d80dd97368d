export { lockPlan } from './store.ts'
