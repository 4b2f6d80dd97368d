/** The tries of an order that a dispute holds stand still: the engine looks at each of them once, and notes when it is due next. */
export const up = `
update plan_order set next_due_at = now() where on_hold_since is not null and status = 'ACTIVE';
`
