/**
 * A token names its site, and is unique within it: what a cluster can keep, whose nodes do not know each other's tokens. Those that were issued
 * before are found by their hash alone.
 */
export const up = `
  drop index flow_token_by_hash;
  create index flow_token_by_hash on flow_token (token_hash);
  drop index refresh_token_by_hash;
  create index refresh_token_by_hash on refresh_token (token_hash);
`
