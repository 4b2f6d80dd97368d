/** Jobs given up are counted for metrics and listed for owners: found without reading those that are done. */
export const up = `create index job_given_up on job (site_id, due_at) where state = 'DEAD';`
