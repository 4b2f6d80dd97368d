/** What a pool definition says of the credits of a plan. Source: guide pricing-plans §13.7. */

export interface PoolInput {
  programDefinitionIds: readonly string[]
  details: {
    benefits: readonly { price: string; itemSetId?: string | null | undefined }[]
    creditConfiguration?:
      | { amount: string; rolloverConfiguration?: { enabled: boolean; balanceCap?: string | null | undefined } | null | undefined }
      | null
      | undefined
    policyExpression?: unknown
  }
}
export interface PoolProblem {
  field: string
  description: string
  violatedRule: 'VALIDATION' | 'REQUIRED_FIELD'
}

const DETAILS = 'poolDefinition.details'
const problem = (field: string, description: string, violatedRule: PoolProblem['violatedRule'] = 'VALIDATION'): PoolProblem => ({
  field: `${DETAILS}.${field}`,
  description,
  violatedRule,
})

/** Everything in a definition that a plan cannot hold. Expects one program and one benefit. */
export function findPoolProblems({ programDefinitionIds, details }: PoolInput): PoolProblem[] {
  const { benefits, creditConfiguration, policyExpression } = details
  const [benefit] = benefits
  const problems: PoolProblem[] = []
  if (benefit?.price === '0' && creditConfiguration) problems.push(problem('creditConfiguration', 'does not go together with a price of 0, which is unlimited'))
  if (benefit?.price === '1' && !creditConfiguration) problems.push(problem('creditConfiguration', 'is required for a price of 1', 'REQUIRED_FIELD'))
  if (benefit?.itemSetId && benefit.itemSetId.toLowerCase() !== programDefinitionIds[0]?.toLowerCase())
    problems.push(problem('benefits[0].itemSetId', 'is given by the server'))
  const { enabled, balanceCap } = creditConfiguration?.rolloverConfiguration ?? {}
  if (balanceCap && !enabled) problems.push(problem('creditConfiguration.rolloverConfiguration.balanceCap', 'does not go together with credits that expire'))
  if (!isOwnPolicy(policyExpression)) problems.push(problem('policyExpression', 'must be absent: when a plan pays is decided by this server'))
  return problems
}

/** The credits of a plan, and whether and how far they roll over; null credits are unlimited. */
export function toBenefit({ details: { creditConfiguration } }: PoolInput): { credits: number | null; rollover: { enabled: boolean; cap?: number } } {
  if (!creditConfiguration) return { credits: null, rollover: { enabled: false } }
  const { enabled = false, balanceCap } = creditConfiguration.rolloverConfiguration ?? {}
  return { credits: Number(creditConfiguration.amount), rollover: { enabled, ...(balanceCap && { cap: Number(balanceCap) }) } }
}

const ownApps = ['13d21c63-b5ec-5912-8397-c3a5ddb27a97', '1522827f-c56c-a5c9-2ac9-00f9e6ae12d3']
const MAX_DEPTH = 5
const readFields = (of: unknown): Record<string, unknown> => (typeof of === 'object' && of !== null ? (of as Record<string, unknown>) : {})

/** Whether a policy is absent, or only leaves the decision to bookings and plans, as the dashboard of the public platform writes it. */
function isOwnPolicy(expression: unknown, depth = 0): boolean {
  if (expression === undefined || expression === null) return true
  const { type, policyOptions, operatorAndOptions } = readFields(expression)
  if (type === 'OPERATOR_AND') {
    const { expressions } = readFields(operatorAndOptions)
    return depth < MAX_DEPTH && Array.isArray(expressions) && expressions.every((one) => isOwnPolicy(one, depth + 1))
  }
  const { type: kind, customOptions } = readFields(policyOptions)
  return type === 'POLICY' && kind === 'CUSTOM' && ownApps.includes(String(readFields(customOptions)['appId']).toLowerCase())
}
