/** What proves, before there is an owner, that whoever sets up is the one who started the server. */
export const up = `
create table setup_token (
  /* sha256 of what the start printed; the token itself is kept nowhere. */
  token_hash text primary key,
  created_at timestamptz not null
);
`
