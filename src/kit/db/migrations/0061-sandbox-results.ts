/** Results that tests order from the sandbox are kept by the sandbox itself. */
export const up = /* sql */ `
drop table sandbox_outcome;
`
