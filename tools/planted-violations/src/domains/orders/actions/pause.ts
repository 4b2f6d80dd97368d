// front-door-only: another domain past its public.ts.
import { lockPlan } from '../../plans/store.ts'
export const pause = () => lockPlan()
