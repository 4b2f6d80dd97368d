/** How many people fit into a room. Sessions with more spots are pointed out, not refused. */
export const up = /* sql */ `
alter table resource add column capacity integer check (capacity between 1 and 1000);
`
