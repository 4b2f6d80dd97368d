/**
 * How alike words must be for the operator `<%` of pg_trgm: the share of equal trigrams. It is a setting of every connection, for the operator is
 * what an index serves; the function `word_similarity` with a number of ours is not.
 */
export const LIKENESS = 'pg_trgm.word_similarity_threshold'
export const MIN_LIKENESS = 0.5
