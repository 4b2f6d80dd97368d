/** What scripts call the benefit of a plan, so that they read what they wrote; null for one that was made in the dashboard. */
export const up = /* sql */ `
alter table plan_benefit add column labels jsonb;
`
