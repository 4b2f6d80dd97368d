/** Tables of this domain. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
export const up = ``
