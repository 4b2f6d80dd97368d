export const lockPlan = () => 'plan'
