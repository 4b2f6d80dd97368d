/** Small schemas that many contracts share. Browser-safe: plain data only. */
import { type TSchema, Type } from 'typebox'
import { type Language, languages } from '../pure/languages.ts'

/** A field that may be absent or null; both mean "not given". */
export const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
export const MaybeText = Type.Union([Type.String(), Type.Null()])
export const Guid = Type.String({ format: 'uuid' })
/** An object that is carried and not looked into. */
export const FreeObject = Type.Record(Type.String(), Type.Unknown())

/** One of the supported languages. */
export const SupportedLanguage = Type.Enum(Object.keys(languages) as Language[])
/** A value in every language. */
export const inEveryLanguage = <T extends TSchema>(schema: T) => Type.Object({ en: schema, de: schema, fr: schema, es: schema } satisfies Record<Language, T>)
/** A value per language, each of which may be absent. */
export const byLanguage = <T extends TSchema>(schema: T) => Type.Partial(inEveryLanguage(schema))

/** What a bulk call says of one thing; `originalIndex` is its place in the request, from 0. */
const ItemMetadata = Type.Object({
  id: Type.Optional(Type.String()),
  originalIndex: Type.Integer(),
  success: Type.Boolean(),
  error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: FreeObject })),
})
const BulkActionMetadata = Type.Object({ totalSuccesses: Type.Integer(), totalFailures: Type.Integer(), undetailedFailures: Type.Integer() })

/**
 * Reply of a call that does the same to many things: one result per thing, in the order of the request; `fields` stand beside its metadata, as
 * `{ item: Type.Optional(Booking) }`.
 * Source: contract wire §8.
 */
export const bulkReply = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object({ results: Type.Array(Type.Object({ itemMetadata: ItemMetadata, ...fields })), bulkActionMetadata: BulkActionMetadata })
