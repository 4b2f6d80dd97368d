/** The whole site as one file. Source: guide identity §17. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const owner = { access: { owner: 'any' }, permission: 'SITES.MANAGE', internal: true, work: 'own' } as const

const Archive = Type.Object({
  /** FAILED: it could not be made, or the server ended meanwhile. An archive is kept for a day. */
  state: Type.Enum(['NONE', 'RUNNING', 'READY', 'FAILED']),
  /** So far, or in all. */
  rows: Type.Optional(Type.Integer()),
  bytes: Type.Optional(Type.Integer()),
  startedDate: Type.Optional(Type.String()),
  finishedDate: Type.Optional(Type.String()),
  expiresDate: Type.Optional(Type.String()),
})

export const archiveApi = operations({
  getArchive: {
    method: 'GET',
    path: '/api/site-archive',
    summary: 'Get the archive of the site: whether one is being made or kept',
    ...owner,
    reply: Archive,
    refuses: [],
  },
  startArchive: {
    method: 'POST',
    path: '/api/site-archive',
    summary: 'Make an archive of the whole site; one that is being made goes on',
    recentPassword: true,
    ...owner,
    reply: Archive,
    refuses: [],
  },
  openArchive: {
    method: 'POST',
    path: '/api/site-archive/link',
    summary: 'Get the address from which the archive can be downloaded for five minutes',
    recentPassword: true,
    ...owner,
    secret: true,
    reply: Type.Object({ url: Type.String() }),
    refuses: ['NO_ARCHIVE'],
  },
  deleteArchive: {
    method: 'DELETE',
    path: '/api/site-archive',
    summary: 'Remove the archive from the server',
    ...owner,
    reply: Archive,
    refuses: [],
  },
  downloadArchive: {
    method: 'GET',
    path: '/api/site-archive/{ticket}',
    summary: 'Download the archive',
    access: 'anyone',
    internal: true,
    work: 'own',
    raw: true,
    /** From `openArchive`. */
    params: Type.Object({ ticket: Type.String({ maxLength: 200 }) }),
    reply: Type.Unknown(),
    refuses: ['NO_ARCHIVE'],
  },
  importArchive: {
    method: 'POST',
    path: '/api/setup/archive',
    summary: 'Set an empty server up with the site of an archive',
    access: 'anyone',
    internal: true,
    work: 'own',
    rawBody: 'stream',
    /** `token`: from the printed setup link. */
    query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: Type.Object({ siteId: Type.String(), name: Type.String(), rows: Type.Integer() }),
    refuses: ['SERVER_NOT_EMPTY', 'SETUP_CODE_INVALID', 'NOT_AN_ARCHIVE', 'ARCHIVE_DAMAGED', 'ARCHIVE_TOO_OLD', 'ARCHIVE_TOO_NEW', 'ARCHIVE_TOO_LARGE'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const archiveContract = { archive: archiveApi }
