/** What a rule answers: it went well, or a code says why not. Same shape as the kit's, which rules do not import. */
export type Decision<Ok, Code extends string> = { ok: Ok } | { refused: Code; data?: Record<string, unknown> }
