/** A picture that goes is taken out of its crops by the statement before it: a cluster has no foreign key that clears one of two columns. */
export const up = `
  alter table picture drop constraint picture_original_fkey;
  alter table picture add constraint picture_original_fkey foreign key (site_id, original_id) references picture (site_id, id);
`
