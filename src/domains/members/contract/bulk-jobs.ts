/** Jobs on many members. Source: guide members §11. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, CursorPagingWire } from '#kit/query/wire.ts'
import { Maybe } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const Job = Type.Object({
  id: Type.String({ format: 'uuid' }),
  status: Type.Enum(['UNKNOWN', 'INITIALIZED', 'PROCESSING', 'FINISHED', 'FAILED']),
  counts: Type.Object({ itemsToProcess: Type.Integer(), itemsSucceeded: Type.Integer(), itemsFailed: Type.Integer() }),
  /** The old name of `counts`. */
  counters: Type.Object({ itemsToProcess: Type.Integer(), itemsSucceeded: Type.Integer(), itemsFailed: Type.Integer() }),
  createdDate: Type.String(),
  updatedDate: Type.String(),
})
const cursorPaging = { cursorPaging: Maybe(CursorPagingWire), paging: Maybe(CursorPagingWire) }
const ByJob = Type.Object({ jobId: Type.String() })
export const memberJobsApi = operations({
  listMemberJobs: {
    method: 'GET',
    path: '/api/members/jobs',
    summary: 'Work on many members, the newest first: what runs can be left and found again',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    reply: Type.Object({
      jobs: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Type.Enum(['APPROVE', 'BLOCK', 'DELETE', 'IMPORT']),
          status: Type.Enum(['INITIALIZED', 'PROCESSING', 'FINISHED', 'FAILED']),
          itemsToProcess: Type.Integer(),
          itemsSucceeded: Type.Integer(),
          itemsFailed: Type.Integer(),
          createdDate: Type.String(),
        }),
      ),
    }),
    refuses: [],
  },
  getAsyncJob: {
    method: 'GET',
    path: '/async-jobs/v1/async-jobs/{jobId}',
    summary: 'Get the progress of a bulk job',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    params: ByJob,
    reply: Type.Object({ job: Job }),
    refuses: ['NOT_FOUND'],
  },
  listAsyncJobItems: {
    method: 'GET',
    path: '/async-jobs/v1/async-jobs/{jobId}/items',
    summary: 'List the failed items of a bulk job',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    params: ByJob,
    query: Type.Object(cursorPaging),
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          itemMetadata: Type.Object({
            id: Type.Optional(Type.String()),
            originalIndex: Type.Integer(),
            success: Type.Boolean(),
            error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
          }),
        }),
      ),
      pagingMetadata: CursorMetaWire,
    }),
    refuses: ['NOT_FOUND'],
  },
})
