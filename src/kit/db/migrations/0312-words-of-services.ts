/** Words that services are searched for, also misspelled ones: without it each text of each service is compared. */
export const up = /* sql */ `
create index service_by_trigrams on service using gin (lower(coalesce(name, '')) gin_trgm_ops, lower(coalesce(description, '')) gin_trgm_ops);
`
