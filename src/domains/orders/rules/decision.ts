/** The result of a rule: a value, or the code of a refusal. Same shape as the kit's, which rules do not import. */
export type Decision<Ok, Code extends string> = { ok: Ok } | { refused: Code; data?: Record<string, unknown> }
