/** Import, export, counts and timeline of members. Source: guide members §20, §21. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { ById } from './member.ts'

const Nothing = Type.Object({})
const Started = Type.Object({ jobId: Type.String({ format: 'uuid' }) })
const ImportMapping = Type.Record(
  Type.String(),
  Type.Enum(['loginEmail', 'firstName', 'lastName', 'nickname', 'phone', 'birthdate', 'company', 'jobTitle', 'passwordHash', 'customField', 'ignore']),
)
const ImportInput = Type.Object({
  /** The CSV text with a header line; separated by comma or semicolon. */
  csv: Type.String({ minLength: 1, maxLength: 900_000 }),
  mapping: Type.Optional(ImportMapping),
})
const owner = { owner: 'any' } as const

export const memberRecordsApi = operations({
  exportMembers: {
    method: 'GET',
    path: '/api/members/export',
    summary: 'Export all members as a CSV file',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    raw: true,
    reply: Nothing,
    refuses: [],
  },
  previewImport: {
    method: 'POST',
    path: '/api/members/import/preview',
    summary: 'Preview the import of a CSV file',
    access: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    work: 'read',
    internal: true,
    body: ImportInput,
    reply: Type.Object({
      columns: Type.Array(Type.String()),
      /** Column of the file → field of the member, as given or guessed from the names. */
      mapping: ImportMapping,
      rows: Type.Integer(),
      problemCount: Type.Integer(),
      /** Line of the file (the header is line 1) and the error; 100 at most. */
      problems: Type.Array(Type.Object({ line: Type.Integer(), problem: Type.String() })),
      sample: Type.Array(Type.Record(Type.String(), Type.String())),
    }),
    refuses: [],
  },
  importMembers: {
    method: 'POST',
    path: '/api/members/import',
    summary: 'Import members from a CSV file',
    access: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    internal: true,
    body: ImportInput,
    reply: Started,
    refuses: [],
  },

  memberTimeline: {
    method: 'GET',
    path: '/api/members/{id}/timeline',
    summary: 'List the events of a member, newest first',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    params: ById,
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })) }),
    reply: Type.Object({
      events: Type.Array(
        Type.Object({
          id: Type.String(),
          type: Type.String(),
          slug: Type.String(),
          happenedDate: Type.String(),
          by: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    }),
    refuses: ['NOT_FOUND'],
  },
  memberCounts: {
    method: 'GET',
    path: '/api/members/counts',
    summary: 'Count members by status',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    reply: Type.Object({ PENDING: Type.Integer(), APPROVED: Type.Integer(), BLOCKED: Type.Integer(), OFFLINE: Type.Integer() }),
    refuses: [],
  },
})
