/** Payments of one state, as the list shows it, in the order of the list: few of a million are given back in part, and none of them is looked for among the others. */
export const up = /* sql */ `
create index receipt_by_shown_state on receipt (site_id,
  (case when refunded >= amount then 'REFUNDED' when state = 'UNCLAIMED' and resolved_at is null then 'UNCLAIMED' when refunded > 0 then 'PARTIALLY_REFUNDED' else 'PAID' end),
  due_at desc, id);
`
