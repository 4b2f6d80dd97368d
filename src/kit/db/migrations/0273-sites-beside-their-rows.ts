/**
 * The sites once more, where their rows lie: in a cluster the sites themselves are copied to every node, and what is due on each of them can only be
 * asked from a table that is spread as they are. Filled by the runner of a cluster; empty on one server.
 */
export const up = `
  create table spread_site (
    site_id uuid primary key references site (id) on delete cascade,
    created_at timestamptz not null
  );
`
