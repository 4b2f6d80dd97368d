// rules-are-pure: a rule that reads a table.
import { lockPlan } from '../store.ts'
export const price = () => lockPlan()
