/** What a rule answers: it went well, or a code says why not. The same shape as kit/refusal.ts, which rules do not see. */
export type Decision<Ok, Code extends string> = { ok: Ok } | { refused: Code; data?: Record<string, unknown> }
