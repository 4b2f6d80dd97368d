// front-door-only: another domain through its window.
import { lockPlan } from '../../plans/store.ts'
export const pause = () => lockPlan()
