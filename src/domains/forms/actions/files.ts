/** Files of forms: taken in, kept private, forgotten when the form is never sent. Source: guide services-and-availability §12.3. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { fileReply, type RawReply } from '#kit/api/raw-reply.ts'
import { consumeRateLimit } from '#kit/http/rate-limit.ts'
import { refuse } from '../errors.ts'
import { mostFileBytes, readFileType, toSafeFileName } from '../rules/file-type.ts'
import * as store from '../store/files.ts'
import { findForm } from './find-form.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** Uploads from one address of the network in an hour. */
const LIMIT = { times: 30, seconds: 3600 }
const KEPT_HOURS = 24

/** Refuses with FORM_NOT_FOUND, FORM_TAKES_NO_FILES, FORM_FILE_NOT_ACCEPTED, TOO_MANY_FORM_FILES. */
export async function uploadFile(ctx: TransactionContext, formId: string, fileName: string, bytes: Uint8Array): Promise<{ fileId: string; name: string }> {
  const form = (await findForm(ctx, formId)) ?? refuse('FORM_NOT_FOUND')
  if (!form.fields.some(({ type }) => type === 'FILE')) refuse('FORM_TAKES_NO_FILES')
  const mediaType = bytes.length <= mostFileBytes ? readFileType(bytes) : undefined
  if (!mediaType) return refuse('FORM_FILE_NOT_ACCEPTED')
  if (consumeRateLimit(`form file ${ctx.siteId} ${ctx.ip}`, LIMIT, ctx.authNow.epochMilliseconds) > 0) refuse('TOO_MANY_FORM_FILES')
  const file = { id: ctx.newId(), formId, name: toSafeFileName(fileName), mediaType, bytes }
  await store.insertFile(ctx, file)
  return { fileId: file.id, name: file.name }
}

/** Always a download, never a page of ours. Refuses with FORM_FILE_NOT_FOUND. */
export async function downloadFile(ctx: ReadContext, id: string): Promise<RawReply> {
  const file = (await store.sentFileById(ctx, id)) ?? refuse('FORM_FILE_NOT_FOUND')
  const reply = fileReply(file.name, file.mediaType, file.bytes)
  return { ...reply, headers: { ...reply.headers, 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" } }
}

export const hasForgottenFiles: SiteCondition = ({ now }) => store.hasUnsentFiles(now.subtract({ hours: KEPT_HOURS }))
export const deleteForgottenFiles = (ctx: TransactionContext): Promise<number> => store.deleteUnsentFiles(ctx, ctx.now.subtract({ hours: KEPT_HOURS }))
