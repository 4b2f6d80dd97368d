/** Operation → action: forms and what was answered. */
import { getSiteLanguage } from '#domains/site/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { downloadFile, uploadFile } from './actions/files.ts'
import { findForm } from './actions/find-form.ts'
import { listSubmissions } from './actions/list-submissions.ts'
import { archiveForm, cloneForm, createForm, deleteForm, listForms, updateForm } from './actions/save-form.ts'
import type { formsApi } from './contract.ts'
import { refuse } from './errors.ts'
import { listFormUses } from './hooks.ts'
import { summarizeFields } from './rules/summary.ts'
import { countByForm, deleteSubmission } from './store/submissions.ts'
import { formSummaryToWire, formToWire } from './wire.ts'

export const formsHandlers: Handlers<typeof formsApi> = {
  listForms: async (ctx) => {
    const used = await listFormUses.call(ctx)
    const counts = await countByForm(ctx)
    return {
      forms: (await listForms(ctx)).map((form) => ({
        ...formToWire(form),
        uses: used.flatMap((uses) => uses.get(form.id) ?? []),
        submissions: counts.find(({ formId }) => formId === form.id)?.n ?? 0,
      })),
    }
  },
  getFormSummary: async (ctx, { params }) => {
    const form = (await findForm(ctx, params.formId)) ?? refuse('FORM_NOT_FOUND')
    return { formSummary: formSummaryToWire(form, summarizeFields(form, await getSiteLanguage(ctx))) }
  },
  createForm: async (ctx, { body: { kind, ...input } }) => ({ form: formToWire(await createForm(ctx, kind, input)) }),
  updateForm: async (ctx, { params, body: { revision, ...input } }) => ({ form: formToWire(await updateForm(ctx, params.id, revision, input)) }),
  archiveForm: async (ctx, { params, body }) => ({ form: formToWire(await archiveForm(ctx, params.id, body.archived)) }),
  cloneForm: async (ctx, { params }) => ({ form: formToWire(await cloneForm(ctx, params.id)) }),
  deleteForm: async (ctx, { params }) => {
    await deleteForm(ctx, params.id)
    return {}
  },
  listSubmissions: (ctx, { query }) => listSubmissions(ctx, query),
  deleteSubmission: async (ctx, { params }) => ((await deleteSubmission(ctx, params.id)) ? {} : refuse('SUBMISSION_NOT_FOUND')),
  uploadFormFile: (ctx, { query, body }) => uploadFile(ctx, query.formId, query.filename ?? '', body),
  getFormFile: (ctx, { params }) => downloadFile(ctx, params.id),
}
