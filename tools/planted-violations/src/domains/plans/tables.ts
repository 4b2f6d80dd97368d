// A table that does not exist, one that members own too, and a declared read without a query.
export const owns = ['plan', 'plan_of_yesterday', 'member']
export const reads = { contact: 'a buyer is shown by name', site: 'never read' }
