/** Tables of other systems, brought in row by row. Source: guide members §7.6. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const right = { access: { owner: 'any' }, permission: 'SITES.IMPORT', internal: true } as const
const ById = Type.Object({ id: Type.String({ format: 'uuid' }) })

const Kind = Type.Enum(['MEMBERS', 'SERVICES', 'PLANS', 'ORDERS', 'BOOKINGS'])

const optionFields = {
  /** The system that the file comes from; it decides what columns mean when no mapping is sent. */
  preset: Type.Enum(['WIX', 'MINDBODY', 'MOMENCE', 'ATRIUM', 'OTHER']),
  /** Column of the file → field of `rules/fields.ts`, or `ignore`. */
  mapping: Type.Record(Type.String(), Type.String({ maxLength: 50 })),
  /** Whether 03/04 is 3 April or March 4th. */
  dateOrder: Type.Enum(['DMY', 'MDY']),
  /** What happens with people who are members already: they stay as they are, or get what the file says. */
  duplicates: Type.Enum(['SKIP', 'UPDATE']),
  /** Whether the people of the rows get the emails that everyday work would send them. Default false. */
  tellsClients: Type.Boolean(),
  /** Whether webhooks tell of what is imported. Default false. */
  sendsWebhooks: Type.Boolean(),
}
const Import = Type.Object({
  id: Type.String(),
  kind: Kind,
  status: Type.Enum(['RECEIVING', 'READY', 'RUNNING', 'FINISHED', 'CANCELED']),
  fileName: Type.String(),
  /** Names of the columns in their order, each once. */
  columns: Type.Array(Type.String()),
  ...optionFields,
  rows: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  createdDate: Type.String(),
  startedDate: Type.Optional(Type.String()),
  finishedDate: Type.Optional(Type.String()),
})
const ImportReply = Type.Object({ import: Import })
/** What is not sent stays as it was. */
const Options = Type.Partial(Type.Object(optionFields))
const Problem = Type.Object({
  /** Line of the file; the header is line 1. */
  line: Type.Integer(),
  /** The column in which it is; absent when it is the row as a whole. */
  column: Type.Optional(Type.String()),
  /** One of `rules/reasons.ts`, or that of the refusal with which the row was turned away; OTHER of rows that an earlier version turned away. */
  code: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  /** The same as a sentence. */
  reason: Type.String(),
})

export const importsApi = operations({
  listImports: {
    method: 'GET',
    path: '/api/imports',
    summary: 'List the last imports, the newest first',
    ...right,
    work: 'read',
    reply: Type.Object({ imports: Type.Array(Import) }),
    refuses: [],
  },
  uploadImport: {
    method: 'POST',
    path: '/api/imports',
    summary: 'Upload a CSV file that is to be imported; nothing is imported yet',
    ...right,
    work: 'own',
    rawBody: 'stream',
    query: Type.Object({ kind: Kind, fileName: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: ImportReply,
    refuses: ['NOT_A_TABLE', 'IMPORT_EMPTY', 'IMPORT_TOO_LARGE', 'IMPORT_TOO_MANY_ROWS'],
  },
  getImport: {
    method: 'GET',
    path: '/api/imports/{id}',
    summary: 'Get an import with its progress, examples of its columns before it starts, and the first reasons why rows did not come',
    ...right,
    work: 'read',
    params: ById,
    /**
     * `problems`: 100 of those that failed; `skippedRows`: 100 of those that were skipped; `examples`: column → up to three of its values, until the import
     * is started.
     */
    reply: Type.Object({
      import: Import,
      problems: Type.Array(Problem),
      skippedRows: Type.Array(Problem),
      examples: Type.Record(Type.String(), Type.Array(Type.String())),
    }),
    refuses: [],
  },
  previewImport: {
    method: 'POST',
    path: '/api/imports/{id}/preview',
    summary: 'Keep the options of an import and show what would come of it',
    ...right,
    work: 'own',
    params: ById,
    body: Options,
    reply: Type.Object({
      import: Import,
      /** What the rows would come to. Seats and times are only claimed by the import itself. */
      counts: Type.Object({ created: Type.Integer(), updated: Type.Integer(), skipped: Type.Integer(), failed: Type.Integer() }),
      /** 100 of each at most. */
      problems: Type.Array(Problem),
      skippedRows: Type.Array(Problem),
      /** The first ten rows as they would be: label of the field → text. */
      sample: Type.Array(
        Type.Object({
          line: Type.Integer(),
          state: Type.Enum(['CREATED', 'UPDATED', 'SKIPPED', 'FAILED']),
          values: Type.Record(Type.String(), Type.String()),
        }),
      ),
    }),
    refuses: ['IMPORT_MAPPING_INVALID', 'IMPORT_NOT_READY'],
  },
  startImport: {
    method: 'POST',
    path: '/api/imports/{id}/start',
    summary: 'Start an import; it goes on in the background',
    ...right,
    params: ById,
    body: Options,
    reply: ImportReply,
    refuses: ['IMPORT_MAPPING_INVALID', 'IMPORT_NOT_READY', 'IMPORT_RUNNING'],
  },
  cancelImport: {
    method: 'POST',
    path: '/api/imports/{id}/cancel',
    summary: 'Cancel a running import; the rows that came stay',
    ...right,
    params: ById,
    reply: ImportReply,
    refuses: ['IMPORT_NOT_RUNNING'],
  },
  deleteImport: {
    method: 'DELETE',
    path: '/api/imports/{id}',
    summary: 'Delete a file with its report; what was imported stays',
    ...right,
    params: ById,
    reply: Type.Object({}),
    refuses: ['IMPORT_RUNNING'],
  },
  downloadImportReport: {
    method: 'GET',
    path: '/api/imports/{id}/report',
    summary: 'Download the rows that did not come, each with its reason, as a CSV file',
    ...right,
    work: 'own',
    raw: true,
    params: ById,
    reply: Type.Unknown(),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const importsContract = { imports: importsApi }
