// A table that does not exist, one that members own too, and a declared read that nobody does.
export const owns = ['plan', 'plan_of_yesterday', 'member']
export const reads = { contact: 'a buyer is shown by name', site: 'never read' }
