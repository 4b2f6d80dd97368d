/** What plans pay for, in the calls of the public platform. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { benefitProgramsContract } from './contract.ts'
import { benefitProgramsHandlers } from './handlers.ts'

export const benefitPrograms: Domain = {
  name: 'benefit-programs',
  operations: bindOperations(benefitProgramsContract, { benefitPrograms: benefitProgramsHandlers }),
}
