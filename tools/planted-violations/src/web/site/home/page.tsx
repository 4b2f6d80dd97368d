// web-sees-contract-and-rules, site-and-dashboard-are-apart, features-are-apart
import { lockPlan } from '../../../domains/plans/public.ts'
import { screen } from '../../dashboard/orders/screen.tsx'
import { welcome } from '../welcome/page.tsx'
export const page = [lockPlan, screen, welcome]
