import { makePrivate } from './actions/change-privacy.ts'

/** Work that is done after the answer. */
export const membersJobs = { 'members.make-private': makePrivate }
